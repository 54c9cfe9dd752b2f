// The moves so far, one entry a turn; a click looks back, another one opens the single steps.
import { h } from '../dom.js'
import { icon } from '../svg/icons.js'
import { say } from '../words.js'
import { mark } from './seats.js'
import { entry, inWords, isShort, turnsOf } from './turns.js'

/** @typedef {import('./narration.js').Cast} Cast */

/** Longer notations get a line of their own. */
const LONG = 9

export class MoveList {
  /** @param {(n: number) => void} look */
  constructor(look) {
    this.look = look
    /** @type {GameFile | null} */
    this.game = null
    /** @type {Cast} */
    this.cast = { you: null, one: '', two: '' }
    /** @type {Map<number, string>} what moves gave away, in a review */
    this.slips = new Map()
    this.list = h('ol', { class: 'moves', tabindex: '0' })
    /** @type {Set<number>} the turns whose steps are shown, by their first line */
    this.open = new Set()
    /** @type {string} what is drawn, to leave it alone when nothing changed */
    this.drawn = ''
    /** @type {[Move[], number]} */
    this.shown = [[], 0]
  }

  /** A move in words. @param {string} text */
  words(text) {
    return this.game ? inWords(this.game, text) : text
  }

  /** @param {Move[]} moves @param {number} current the move whose position is on the board */
  show(moves, current) {
    this.shown = [moves, current]
    const fresh = JSON.stringify([moves, [...this.slips], [...this.open], this.cast, isShort(), say('page.moves.label')])
    if (fresh !== this.drawn) {
      this.drawn = fresh
      const { game } = this
      this.list.setAttribute('aria-label', say('page.moves.label'))
      this.list.replaceChildren(...game ? turnsOf(game, moves).map((turn, i) => this.row(game, turn, i + 1)) : [])
    }
    for (const button of this.list.querySelectorAll('[data-n]')) {
      const [first, last] = [Number(button.getAttribute('data-first')), Number(button.getAttribute('data-n'))]
      const here = first <= current && current <= last
      if (here === button.hasAttribute('aria-current')) continue
      if (here) button.setAttribute('aria-current', 'step')
      else button.removeAttribute('aria-current')
    }
    const shown = [...this.list.querySelectorAll('[aria-current]')].findLast((button) => button instanceof HTMLElement && button.offsetParent)
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

  /** @param {Seat | null} seat */
  name(seat) {
    return seat ? this.cast[seat] : say('page.moves.chance')
  }

  /** A button that looks back. @param {string} kind @param {number} first @param {Move} last @param {(Child | Child[])[]} content */
  back(kind, first, { n, text }, ...content) {
    return h('button', { class: kind, 'data-first': first, 'data-n': n, 'data-text': text, onclick: () => this.look(n) }, ...content)
  }

  /** What was given away between two lines. @param {Move[]} moves */
  slip(moves) {
    const given = moves.map(({ n }) => this.slips.get(n)).find(Boolean)
    return given && h('span', { class: 'slip', title: given }, h('b', { 'aria-hidden': 'true' }, '?'), h('span', { class: 'unseen' }, given))
  }

  /** @param {GameFile} game @param {import('./turns.js').Turn} turn @param {number} number */
  row(game, turn, number) {
    const { moves, seat } = turn
    const [first, last] = [moves[0], moves[moves.length - 1]]
    const text = entry(game, turn)
    const content = [h('span', { class: 'n' }, number), mark(seat), h('span', { class: 'unseen' }, this.name(seat)), h('span', { class: 'text' }, text)]
    if (moves.length === 1) return h('li', { class: text.length > LONG ? 'long' : null }, this.back('move', first.n, last, ...content, this.slip(moves)))
    const open = this.open.has(first.n)
    const toggle = () => {
      this.open[open ? 'delete' : 'add'](first.n)
      this.show(...this.shown)
      const again = this.list.querySelector(`[data-first="${first.n}"] + .steps`)
      if (again instanceof HTMLElement) again.focus()
    }
    return h('li', { class: 'long' },
      h('div', { class: 'turn' }, this.back('move-turn', first.n, last, ...content, this.slip(moves)),
        h('button', { class: 'icon-only steps', 'aria-expanded': String(open), 'aria-label': say('page.moves.steps'), onclick: toggle }, icon('forward'))),
      h('ol', { hidden: !open }, ...moves.map((move) => h('li', {}, this.back('move', move.n, move, mark(move.seat), h('span', { class: 'unseen' }, this.name(move.seat)), h('span', { class: 'text' }, this.words(move.text)))))))
  }
}
