// What the page says besides the prompt: to screen readers, in passing, and as a question.
import { h } from './dom.js'
import { say } from './words.js'

const live = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
const passing = h('div', { class: 'notice', role: 'status' })
document.body.append(live, passing)
let timer = 0

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  // A sentence that is said twice in a row is a change only if it looks like one.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text
}

/** Says something in passing. @param {string} text */
export function notice(text) {
  passing.textContent = text
  passing.classList.add('shown')
  clearTimeout(timer)
  timer = window.setTimeout(() => passing.classList.remove('shown'), 4000)
}

/** Says what went wrong. @param {unknown} error */
export const trouble = (error) => notice(error instanceof Error ? error.message : String(error))

/**
 * A question with two answers.
 * @param {string} question @param {string} yes @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((answer) => {
    const dialog = h('dialog', { class: 'small', 'aria-label': question, onclose: () => {
      dialog.remove()
      answer(dialog.returnValue === 'yes')
    } },
    h('form', { method: 'dialog' },
      h('p', {}, question),
      h('div', { class: 'row end' },
        h('button', { class: 'plain', value: 'no', autofocus: true }, say('page.cancel')),
        h('button', { class: 'plain danger', value: 'yes' }, yes))))
    document.body.append(dialog)
    dialog.showModal()
  })
}
