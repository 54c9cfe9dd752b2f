// What the server tells of To Pieces, what only this screen knows, and who is who.
import { spaces } from '../../svg/shapes.js'

/** @typedef {{ en: string, fr: string }} Name */
/** @typedef {{ key: string, values: Record<string, unknown> }[]} Text */
/** @typedef {{ name: Name, health: number, speed: number, text: Text }} Fighter */
/** @typedef {{ name: Name, leader: Fighter, minion: Fighter, summon: Fighter, strategies: { number: number, name: Name, when: string, text: Text }[], objectives: { card: number, name: Name, value: number, text: Text }[] }} Team */
/** @typedef {'leader' | 'minion' | 'summon'} Kind */
/** @typedef {{ space: string, seat: Seat, kind: Kind, number?: number, tokens: string[], id?: string }} Standee */
/** @typedef {{ count: number, known?: number[] }} Secret */
/** @typedef {{ leader: string, summon: string, unplaced: Secret, reserve: Secret, taken: number[], pile: Secret, hand: Secret, aside: Secret, claimed: number[], met?: number[], score: { points: number, coins: number }, treasures: number[], obstacles: number }} Side */
/** @typedef {{ from: string, to: string, total: number, health: number, guarded?: boolean }} Blow */
/**
 * The table, and what only this screen knows: the cards to keep, whether they make room for the board, the thing
 * whose text is shown, a blow.
 * @typedef {{ teams: Team[], characters: Standee[], treasures: (string | null)[], obstacles: string[], marker: Seat | null, south: Seat | null, round: number,
 *   phase: { phase: string, played?: number }, waits: { wait: string, seat?: Seat, one?: boolean, two?: boolean }[], sides: Side[], keeps?: number[], peek?: boolean, shown?: string | null, blow?: Blow }} View
 */
/** @typedef {import('../../table/stage.js').Scene} Scene */
/** @typedef {(space: string) => [x: number, y: number]} Places */

/** Half of the board with its grass. */
export const EDGE = 444
export const SPACES = spaces(8)

/** @param {View} view @param {string | null | undefined} space */
export const on = (view, space) => view.characters.find((standee) => standee.space === space)
/** Whose hand lies in the tray. @param {Scene} scene @returns {Seat} */
export const owner = ({ me, turn }) => me ?? (turn === 2 ? 'two' : 'one')

/** Whether a seat chooses among its cards now. @param {View} view @param {Seat} seat */
export function keeping({ waits }, seat) {
  const wait = waits.at(-1)
  return wait?.wait === 'choose' ? !!wait[seat] : wait?.wait === 'keep' && wait.seat === seat
}

/** The middle of a space: the own edge is below. @param {View} view @param {Scene} scene @returns {Places} */
export function places({ south }, { turn, me }) {
  const quarters = turn + ((south ?? me) === 'two' ? 2 : 0)
  return (space) => {
    let [x, y] = [(space.charCodeAt(0) - 97) * 100 - 350, 450 - Number(space[1]) * 100]
    for (let i = 0; i < quarters % 4; i++) [x, y] = [-y, x]
    return [x, y]
  }
}
