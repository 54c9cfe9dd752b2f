// The moves as turns: what belongs together by the rules is one entry of the list, and chance is folded into it.
import { say } from '../words.js'

/** @typedef {{ moves: Move[], seat: Seat | null, chapter: string | null }} Turn */

/** How the list is written, remembered on the device. */
let short = false
try { short = localStorage.getItem('notation') === 'short' } catch { /* a private window forgets */ }

/** Whether the list has the short notation instead of words. */
export const isShort = () => short

/** @param {boolean} wanted */
export function shorten(wanted) {
  short = wanted
  try { localStorage.setItem('notation', wanted ? 'short' : 'words') } catch { /* a private window forgets */ }
}

/** Whether a line goes on with the turn before it. @param {Turn} turn @param {Move} move @param {string | null} chapter */
function goesOn({ moves, seat, chapter: before }, move, chapter) {
  if (chapter !== before) return false
  if (chapter || seat === null) return true
  const mark = moves.at(-1)?.turn ?? null
  if (mark !== null && move.turn !== null) return mark === move.turn
  return move.seat === null || move.seat === seat
}

/** @param {Pick<GameFile, 'chapter'>} game @param {Move[]} moves @returns {Turn[]} */
export function turnsOf(game, moves) {
  /** @type {Turn[]} */
  const turns = []
  let began = false
  for (const move of moves) {
    began ||= move.turn !== null
    const chapter = game.chapter?.(move, began) ?? null
    const last = turns.at(-1)
    const turn = last && goesOn(last, move, chapter) ? last : { moves: [], seat: null, chapter }
    if (turn !== last) turns.push(turn)
    turn.moves.push(move)
    // Whose turn it is: who first did something in it. Answers of the other side belong to it.
    if (!chapter && move.text !== 'pass') turn.seat ??= move.seat
  }
  for (const turn of turns) if (!turn.chapter) turn.seat ??= turn.moves.find(({ seat }) => seat)?.seat ?? null
  return turns
}

/** The lines of the turn that a line belongs to, up to it. @param {Pick<GameFile, 'chapter'>} game @param {Move[]} moves */
export const lastTurn = (game, moves) => turnsOf(game, moves).at(-1)?.moves ?? []

/** A line in words. @param {GameFile} game @param {string} text */
export const inWords = (game, text) => game.words?.(text, say) ?? text.replace(/^@/, '')

/** A turn in words, or in the short notation. @param {GameFile} game @param {Turn} turn */
export function entry(game, { moves, seat, chapter }) {
  if (chapter) return say(chapter)
  const own = game.entry?.(moves, seat, say, short)
  if (own) return own
  const deeds = moves.filter((move) => move.seat && move.text !== 'pass')
  return (deeds.length ? deeds : moves).map(({ text }) => (short && !text.startsWith('@') ? text : inWords(game, text))).join(', ')
}
