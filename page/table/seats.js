// Who sits at the table, and whether they are there.
import { h } from '../dom.js'
import { knows, say, word } from '../words.js'
import { face } from './clock.js'
import { capital } from './narration.js'

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

/** Who is who for the reader, in sentences. @param {Pick<Snapshot, 'table' | 'seats' | 'you'>} table @returns {import('./narration.js').Cast} */
export function castOf({ table, seats, you }) {
  const own = you.length === 1 ? you[0] : null
  /** @param {Seat} seat */
  const called = (seat) => {
    const { occupant, name } = seats[seat === 'one' ? 0 : 1]
    if (seat === own) return say('page.name.you')
    if (table.mode === 'screen') return word(table.game, seat)
    if (occupant === 'computer') return table.level?.startsWith('engine:') ? table.level.slice(7) : say('page.name.computer')
    return name ?? (own ? say('page.name.other') : word(table.game, seat))
  }
  return { you: own, one: called('one'), two: called('two') }
}

/** Why a game ended, in a sentence that does not say again who won.
 * @param {string} game @param {{ winner: Seat | null, why: import('../net/protocol').Sentence }} turn @param {import('./narration.js').Cast} cast */
export function because(game, { winner, why }, cast) {
  const loser = winner && other(winner)
  const how = GIVEN_UP[why.word]
  if (!loser || !how) return say(why.word, { ...why.values, ...winner && { winner: capital(cast[winner]), seat: capital(cast[winner]) } }, game)
  return say(how[!cast.you ? 'side' : cast.you === loser ? 'you' : 'they'], { side: capital(cast[loser]) })
}

/** Ends that no rule of the game brought. @type {Record<string, { you: string, they: string, side: string }>} */
const GIVEN_UP = {
  'over.resigned': { you: 'page.over.you-resigned', they: 'page.over.they-resigned', side: 'page.over.resigned' },
  'over.time': { you: 'page.over.you-time', they: 'page.over.they-time', side: 'page.over.time' },
  'over.unrevealed': { you: 'page.over.you-unrevealed', they: 'page.over.they-unrevealed', side: 'page.over.unrevealed' },
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
  // Where a side has no name of its own, its mark is enough.
  const side = knows(`${table.table.game}.word.${seat}`) ? word(table.table.game, seat) : name
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
