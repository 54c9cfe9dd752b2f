// Shows what the server told, step by step: first on the board, then in everything beside it, so that nothing
// runs ahead of what the eye has seen.
import { fill } from '../dom.js'
import { announce } from '../notes.js'
import { sound } from '../sound.js'
import { say } from '../words.js'
import { tell, told } from './narration.js'
import { question } from './prompt.js'
import { proceed } from './setup.js'

/** @typedef {import('./table.js').Table} Table */

/** Shows a step on the board, and then in everything beside it. @param {Table} table @param {import('../net/protocol').StepTold} step */
export async function perform(table, { moved, position, offers, can, version, seed, clocks }) {
  const { state, stage } = table
  if (!state || version !== state.version + 1) return
  const open = asking(position)
  const reply = moved?.seat && !state.you.includes(moved.seat) && state.moves.findLast(({ seat }) => seat)?.seat !== moved.seat
  // What a player did is no longer in the hand; what others do leaves it there.
  if (stage && moved?.seat && state.you.includes(moved.seat)) stage.question = ''
  if (!stage?.holds(open)) {
    table.readings = null
    table.answered = ''
    table.note.hide()
    if (!moved || table.past) fill(table.answers)
    else table.answers.inert = true
    if (reply && !table.past) await table.queue.rest()
  }
  const events = moved?.events ?? []
  const moves = moved ? [...state.moves.filter(({ n }) => n < moved.n), moved] : state.moves
  const words = stage ? tell(stage.game, events, table.cast) : ''
  announce(words)
  if (moved) {
    table.last = events
    table.tale.add(state.position.view, events, position.view, moves)
  }
  if (stage) table.sit(stage, position)
  if (!table.past && stage) await stage.play(events, position.view, open, teller(table))
  if (table.state !== state) return
  Object.assign(state, { position, offers, can, version, clocks, moves })
  if (seed) state.table.commitment.seed = seed
  if (!table.past) table.show()
  table.cover()
  table.render()
  const { turn } = position
  ring(state, moved?.seat ?? null)
  proceed(table)
  if (turn.type === 'over' || (turn.type === 'act' && position.asked.length)) announce(`${words} ${question(table)}`)
}

/** Puts each event into words while it is seen, and shows its moment. @param {Table} table */
export function teller(table) {
  const { stage, cast, queue } = table
  return {
    before: (/** @type {GameEvent} */ event) => { if (stage) table.narration.add(told(stage.game, event, cast)) },
    after: async (/** @type {GameEvent} */ event, /** @type {GameEvent[]} */ events) => {
      const rows = stage?.game.moments?.[event.event]?.(event, events, say)
      if (stage && rows && !queue.hurried) await table.cards.moment(told(stage.game, event, cast), rows, cast, queue)
    },
  }
}

/** Says again what happened last, as far as it is known. @param {Table} table */
export function recall(table) {
  if (!table.stage) return
  table.narration.begin()
  for (const event of table.last) table.narration.add(told(table.stage.game, event, table.cast))
}

/** What is heard after a move: the end, or that it is one's turn again. @param {Snapshot} state @param {Seat | null} mover */
function ring({ you, position: { turn, asked } }, mover) {
  if (turn.type === 'over') sound(!turn.winner ? 'turn' : you.length !== 1 || you[0] === turn.winner ? 'win' : 'loss')
  else if (you.length === 1 && asked.length && mover !== you[0]) sound('turn')
}

/** What is asked, without the time that is left; empty if nothing is. @param {Position} position */
export const asking = ({ asked }) => asked.length ? JSON.stringify(asked, (name, value) => (name === 'auto_in' ? undefined : value)) : ''
