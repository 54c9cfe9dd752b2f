// Who sits at the table, and whether they are there.
import { h } from '../dom.js'
import { say, word } from '../words.js'
import { face } from './clock.js'

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === 'one' ? 'two' : 'one')

/** The filled mark of One or the outlined one of Two. @param {Seat | null} seat */
export const mark = (seat) => h('span', { class: `mark ${seat ?? 'chance'}`, 'aria-hidden': 'true' })

/** The computer by its level, a foreign engine by its name. @param {string | null} [level] */
export const computer = (level) => (level?.startsWith('engine:') ? say('page.seat.engine', { name: level.slice(7) }) : say('page.seat.computer', { level: say(`level.${level}`) }))

/** A seat's name in a sentence. @param {Pick<Snapshot, 'table' | 'seats' | 'you'>} table @param {Seat} seat */
export function nameOf({ table, seats, you }, seat) {
  const { occupant, name } = seats[seat === 'one' ? 0 : 1]
  const side = word(table.game, seat)
  if (table.mode === 'screen') return side
  if (occupant === 'computer') return computer(table.level)
  if (occupant === 'open') return say('page.seat.open')
  return name ?? (you.includes(seat) ? say('page.seat.you') : say('page.seat.guest', { side }))
}

/** Why a game ended, in a sentence that does not say again who won.
 * @param {string} game @param {{ winner: Seat | null, why: import('../net/protocol').Sentence }} turn */
export function because(game, { winner, why }) {
  if (winner && why.word === 'over.resigned') return say('page.over.resigned', { side: word(game, other(winner)) })
  if (winner && why.word === 'over.unrevealed') return say('page.over.unrevealed', { side: word(game, other(winner)) })
  if (winner && why.word === 'over.time') return say('page.over.time', { side: word(game, other(winner)) })
  return say(why.word, why.values, game)
}

/** A seat as a row: mark, name, side, score of the series, presence. @param {Snapshot} table @param {Seat} seat */
export function seatRow(table, seat) {
  const { occupant, connected } = table.seats[seat === 'one' ? 0 : 1]
  const { number, one, two } = table.table.series
  const { turn } = table.position
  const asked = turn.type === 'act' && turn.seats.includes(seat)
  const human = occupant === 'guest' && table.table.mode === 'link'
  const presence = human && (connected ? say('page.seat.here') : say('page.seat.away'))
  const name = nameOf(table, seat)
  const side = word(table.table.game, seat)
  return [
    mark(seat),
    h('span', { class: 'name' }, name),
    name !== side && h('span', { class: 'side' }, side),
    human && h('span', { class: connected ? 'presence here' : 'presence', role: 'img', 'aria-label': presence, title: presence }),
    number > 1 && h('span', { class: 'score', title: say('page.seat.score') }, seat === 'one' ? one : two),
    asked && h('span', { class: 'to-move' }, say('page.seat.to-move')),
    face(table.clocks, seat),
  ]
}
