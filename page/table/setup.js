// Set-ups in one touch: steps that the table plays by itself, as they are given or as the computer advises.
import { h } from '../dom.js'

/** A set-up: what its button says, the questions that it answers, and with what; without texts the computer advises.
 * @typedef {{ label: string, prompts: string[], texts?: string[] }} Setup */
/** @typedef {import('./table.js').Table} Table */

/** The buttons of what is offered now. @param {Table} table @param {Snapshot} state */
export function setups(table, { position: { asked: [first] }, moves, can }, /** @type {Say} */ say) {
  const offered = first && !table.script ? table.stage?.game.setups?.(first.prompt, moves, first.seat, say) ?? [] : []
  return offered.filter(({ texts }) => texts || can.hint).map((setup, i) => h('button', { class: i ? 'plain' : 'primary', 'data-setup': i + 1, onclick: () => begin(table, setup) }, setup.label))
}

/** @param {Table} table @param {Setup} setup */
function begin(table, setup) {
  table.script = { ...setup, texts: setup.texts && [...setup.texts] }
  proceed(table)
}

/** Takes the next step, if it is still asked for. @param {Table} table */
export function proceed(table) {
  const { script, state } = table
  const asked = state?.position.asked[0]
  if (!script || !asked || table.queue.waiting > 1) return
  const text = script.texts?.shift()
  if (!script.prompts.includes(asked.prompt.word) || (script.texts && !text)) {
    table.script = null
    table.answered = ''
    return table.render()
  }
  if (text) table.act(text, asked.seat)
  else table.line.wish({ type: 'hint', seat: asked.seat })
}
