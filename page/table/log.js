// The moves so far; a click looks back.
import { h } from '../dom.js'
import { say, word } from '../words.js'
import { mark } from './seats.js'

/** Longer notations get a line of their own. */
const LONG = 9

export class MoveList {
  /** @param {string} game @param {(n: number) => void} look */
  constructor(game, look) {
    this.game = game
    this.look = look
    /** @type {(text: string) => string} a move in words */
    this.words = (text) => text
    /** @type {Map<number, string>} what moves gave away, in a review */
    this.slips = new Map()
    this.list = h('ol', { class: 'moves', tabindex: '0' })
    /** @type {string | null} the commitment to the dice, shown before the first move */
    this.seal = null
    /** @type {string} what is drawn, to leave it alone when nothing changed */
    this.drawn = ''
  }

  /** @param {Move[]} moves @param {number} current the move whose position is on the board */
  show(moves, current) {
    const fresh = JSON.stringify([moves, [...this.slips], this.seal, say('page.moves.label')])
    if (fresh !== this.drawn) {
      this.drawn = fresh
      this.list.setAttribute('aria-label', say('page.moves.label'))
      this.list.replaceChildren(...this.seal ? [h('li', { class: 'long' }, h('span', { class: 'seal', title: this.seal }, mark(null), h('span', { class: 'text' }, say('page.seal', { hash: this.seal }))))] : [], ...moves.map((move) => this.row(move)))
    }
    for (const item of this.list.children) {
      const button = /** @type {HTMLElement} */ (item.firstElementChild)
      const here = Number(button.dataset.n) === current
      if (here === button.hasAttribute('aria-current')) continue
      if (here) button.setAttribute('aria-current', 'step')
      else button.removeAttribute('aria-current')
    }
    const shown = this.list.querySelector('[aria-current]')
    if (shown instanceof HTMLElement) this.reveal(shown)
    else this.list.scrollTo(0, 0)
  }

  /** Scrolls the list alone, never the page. @param {HTMLElement} button */
  reveal(button) {
    const [box, row] = [this.list.getBoundingClientRect(), button.getBoundingClientRect()]
    if (row.bottom > box.bottom) this.list.scrollTop += row.bottom - box.bottom
    if (row.top < box.top) this.list.scrollTop += row.top - box.top
    if (row.right > box.right) this.list.scrollLeft += row.right - box.right
    if (row.left < box.left) this.list.scrollLeft += row.left - box.left
  }

  /** @param {Move} move */
  row({ n, seat, text: notation }) {
    const text = this.words(notation)
    const who = seat ? word(this.game, seat) : say('page.moves.chance')
    return h('li', { class: text.length > LONG ? 'long' : null }, h('button', { class: 'move', 'data-n': n, onclick: () => this.look(n) },
      h('span', { class: 'n' }, n), mark(seat), h('span', { class: 'unseen' }, who), h('span', { class: 'text' }, text),
      this.slips.has(n) && h('span', { class: 'slip', title: this.slips.get(n) }, h('b', { 'aria-hidden': 'true' }, '?'), h('span', { class: 'unseen' }, this.slips.get(n)))))
  }
}
