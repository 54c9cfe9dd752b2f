// Cards on the board: a moment, which goes away by itself or by a click, and the result at the end of a game.
import { h } from '../dom.js'
import { icon } from '../svg/icons.js'
import { say } from '../words.js'
import { copied } from './bar.js'
import { capital } from './narration.js'
import { because, mark } from './seats.js'
import { turnsOf } from './turns.js'

/** @typedef {import('./narration.js').Cast} Cast */
/** @typedef {import('./table.js').Table} Table */
/** A line of a count: what for, and how much for One and for Two.
 * @typedef {{ label: string, one: string | number, two: string | number, sum?: boolean }} Row */

/** How long a card is read, in milliseconds at the normal speed: a sentence, a table. */
const [SENTENCE, COUNT] = [1800, 4500]

/** Who has how much, for what. @param {Row[]} rows @param {Cast} cast */
const count = (rows, cast) => h('table', { class: 'tally' },
  h('thead', {}, h('tr', {}, h('td'), ...(/** @type {Seat[]} */ (['one', 'two'])).map((seat) => h('th', { scope: 'col' }, mark(seat), capital(cast[seat]))))),
  h('tbody', {}, ...rows.map(({ label, one, two, sum }) => h('tr', { class: sum ? 'sum' : null }, h('th', { scope: 'row' }, label), h('td', {}, one), h('td', {}, two)))))

export class Cards {
  constructor() {
    this.node = h('div', { class: 'over-board' })
    this.timer = 0
    /** What the result was made of. */
    this.made = ''
  }

  /** Shows a moment until it has been read. @param {string} title @param {Row[]} rows @param {Cast} cast @param {import('./pace.js').Queue} queue */
  async moment(title, rows, cast, queue) {
    const ms = rows.length ? COUNT : SENTENCE
    const away = () => {
      card.remove()
      queue.wake?.()
    }
    const card = h('div', { class: 'moment', onclick: away }, h('p', {}, title), rows.length > 0 && count(rows, cast))
    this.node.replaceChildren(card)
    clearTimeout(this.timer)
    this.timer = window.setTimeout(away, 2 * ms)
    await queue.rest(ms)
    // Where nothing is waited for, it stays for its time.
    if (queue.rate()) away()
  }

  /** Takes moments away. */
  clear() {
    for (const card of this.node.querySelectorAll('.moment')) card.remove()
  }

  /** Shows the result, or takes it away. @param {Table} table @param {Snapshot} state @param {boolean} shown */
  result(table, state, shown) {
    const { position, can, offers, next } = state
    const made = shown ? JSON.stringify([position.turn, can.rematch, offers.rematch, next, table.spoken]) : ''
    if (made === this.made) return
    this.made = made
    const card = shown && position.turn.type === 'over' ? resultCard(table, state, position.turn) : null
    this.node.replaceChildren(...card ? [card] : [])
  }
}

/** Who won, for whoever looks. @param {Snapshot} state @param {Seat | null} winner @param {Cast} cast */
export function verdict({ you }, winner, cast) {
  if (!winner) return say('page.over.draw')
  if (you.length === 1) return say(you[0] === winner ? 'page.over.won' : 'page.over.lost')
  return say('page.over.wins', { name: capital(cast[winner]) })
}

/** @param {Table} table @param {Snapshot} state @param {{ winner: Seat | null, why: import('../net/protocol').Sentence }} turn */
function resultCard(table, state, turn) {
  const { stage, cast } = table
  const { id, game } = state.table
  if (!stage) return null
  const seat = state.you[0]
  const rows = stage.game.count?.(state.position.view, say) ?? []
  const replay = `/replay/${id}`
  const share = () => (navigator.share ? navigator.share({ title: say(`${game}.name`), url: location.origin + replay }).catch(() => {}) : copied(location.origin + replay))
  return h('section', { class: 'result', 'aria-label': say('page.result') },
    h('button', { class: 'icon-only', 'aria-label': say('page.close'), onclick: () => table.close() }, icon('close')),
    h('h2', {}, turn.winner && mark(turn.winner), verdict(state, turn.winner, cast)),
    h('p', {}, because(game, turn, cast)),
    rows.length > 0 && count(rows, cast),
    h('p', { class: 'hint' }, say('page.result.length', { n: turnsOf(stage.game, state.moves).filter(({ chapter }) => !chapter).length })),
    h('div', { class: 'row' },
      state.can.rematch && state.offers.rematch === null && h('button', { class: 'primary', 'data-item': 'rematch', onclick: () => table.line.wish({ type: 'rematch', seat }) }, icon('again'), say('page.rematch')),
      stage.game.solved && h('a', { class: 'button', 'data-item': 'review', href: `${replay}?review` }, icon('analyse'), say('page.review')),
      h('a', { class: 'button', 'data-item': 'replay', href: replay }, icon('play'), say('page.replay')),
      h('button', { class: 'plain', 'data-item': 'share', onclick: share }, icon('share'), say('page.result.share'))))
}
