// The truth about each move, where a game is solved and the table allows it: signs and words, never colour alone.
import { h } from '../dom.js'
import { api } from '../net/api.js'
import { say } from '../words.js'

/** @typedef {{ [move: string]: import('../net/protocol').MarkTold }} Marks */

const SIGN = { won: '+', drawn: '=', lost: '−' }
const RANK = { won: 2, drawn: 1, lost: 0 }

/** Asks once for each position. */
export class Analysis {
  /** @param {() => void} told */
  constructor(told) {
    this.told = told
    this.on = false
    this.asked = ''
    /** @type {Marks | null | undefined} null: nobody knows; undefined: not known yet */
    this.marks = undefined
  }

  /** The marks of a position, when they are there. @param {string} table @param {number} version @param {number} n */
  of(table, version, n) {
    const asked = `${table} ${version} ${n}`
    if (asked !== this.asked) {
      this.asked = asked
      this.marks = undefined
      const answer = (/** @type {Marks | null} */ marks) => { if (asked === this.asked) { this.marks = marks; this.told() } }
      api.review(table, n).then(({ positions }) => answer(positions[0] ?? null), () => answer(null))
    }
    return this.marks
  }
}

/**
 * The moves with their marks; where one may choose, a click plays it.
 * @param {Marks | null | undefined} marks
 * @param {(text: string) => string} words
 * @param {(text: string) => void} [choose]
 */
export function marked(marks, words, choose) {
  if (!marks) return h('p', { class: 'worths' }, say(marks === null ? 'page.analysis.unknown' : 'page.analysis.wait'))
  const said = { won: say('mark.won'), drawn: say('mark.drawn'), lost: say('mark.lost') }
  return h('div', { class: 'worths', role: 'group', 'aria-label': say('page.analysis') }, ...Object.entries(marks).map(([text, mark]) =>
    h('button', { class: `plain worth ${mark}`, 'aria-disabled': choose ? null : 'true', onclick: () => choose?.(text) },
      words(text), h('b', { 'aria-hidden': 'true' }, SIGN[mark]), h('span', {}, said[mark]))))
}

/** What moves gave away, in sentences. @param {import('../net/protocol').Frame[]} frames @param {(Marks | null)[] | null} review */
export function slips(frames, review) {
  /** @type {Map<number, string>} */
  const given = new Map()
  for (const { moved } of frames) {
    const marks = moved && review?.[moved.n - 1]
    if (!marks || !moved) continue
    const best = Math.max(...Object.values(marks).map((mark) => RANK[mark]))
    const taken = RANK[marks[moved.text]]
    if (taken < best) given.set(moved.n, say(best === 1 ? 'review.drawn-lost' : taken ? 'review.won-drawn' : 'review.won-lost'))
  }
  return given
}
