// The question, in one sentence and always in the same place, with the answers that have no place on the board.
import { h } from '../dom.js'
import { knows, say } from '../words.js'
import { aided, percent } from './aid.js'
import { ring } from './clock.js'

/** The words on a choice's button. @param {GameFile} game @param {Choice} choice */
export function wordsOf(game, choice) {
  const key = `${game.id}.action.${choice.text.replaceAll(' ', '-')}`
  return game.button?.(choice, say) ?? (knows(key) ? say(key) : choice.text)
}

/**
 * Buttons for choices.
 * @param {import('./stage.js').Stage} stage where they are shown before the click
 * @param {SeatChoice[]} choices
 * @param {number | null} [autoIn] when the table passes by itself, or the clock runs out
 */
export function buttons(stage, choices, autoIn = null) {
  return choices.map((choice) => {
    const [aim, rest] = [() => stage.aim(choice), () => stage.aim(null)]
    return h('button', {
      class: 'plain', 'data-choice': choice.text, onclick: () => stage.hands.choose(choice), onpointerenter: aim, onpointerleave: rest, onfocus: aim, onblur: rest,
    }, autoIn !== null && choice.text === 'pass' && ring(autoIn), wordsOf(stage.game, choice), aided() && typeof choice.preview?.chance === 'number' && h('span', { class: 'chance' }, percent(choice.preview.chance)), choice.key && h('kbd', {}, choice.key))
  })
}

/**
 * Numbers for a control: every hole of its form is a field. The game's file may add hands on the board.
 * @param {string} game
 * @param {Control} control
 * @param {(text: string) => void} play
 */
export function numbers(game, control, play) {
  const fields = control.ranges.map(({ name, from, to }) => {
    const label = knows(`${game}.word.${name}`) ? say(`${game}.word.${name}`) : name
    return { name, input: h('input', { type: 'number', name, min: from, max: to, value: Math.round((from + to) / 2), 'aria-label': label }), label }
  })
  const key = `${game}.control.${control.kind}`
  return h('form', { class: 'control', 'data-kind': control.kind, onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault()
    play(fields.reduce((text, { name, input }) => text.replace(`{${name}}`, String(Math.trunc(input.valueAsNumber || 0))), control.form))
  } }, ...fields.map(({ label, input }) => h('label', {}, h('span', {}, label), input)),
  h('button', { class: 'plain' }, knows(key) ? say(key) : control.kind))
}
