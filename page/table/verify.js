// Dice that can be checked: every draw of a finished game again, here in the browser, from its opened seed and nonces,
// and all of it against what this device kept. The formula is at the head of `crates/table/src/chance.rs`.
import { h } from '../dom.js'
import { api } from '../net/api.js'
import { say } from '../words.js'
import { receipt, recall } from './dice.js'
import { findings } from './draws.js'

/** What this browser keeps, where it keeps anything. */
export function storage() {
  try { return localStorage } catch { return null }
}

/** What is to be said about the dice of a game, and what was kept of them as text. @param {Replay} replay */
export async function verdict(replay) {
  const kept = replay.table ? recall(storage(), replay.table) : null
  return findings(replay, kept).map(([key, values]) => say(key, values)).join(' ')
}

/** The commitment to the dice, where they are verified. @param {string | null} hash */
export const sealed = (hash) => (hash ? [h('p', {}, say('page.verify.seal-was')), h('code', { class: 'seal' }, hash)] : [])

/** The same for a table, or why it cannot be said. @param {string} table */
export const verify = (table) => api.replay(table).then(verdict).catch((error) => String(error.message))

/** What this device kept of a table's dice, as the other verifiers read it. @param {string} table */
export function keptFile(table) {
  const kept = recall(storage(), table)
  return kept && URL.createObjectURL(new Blob([receipt(table, kept)], { type: 'text/plain' }))
}
