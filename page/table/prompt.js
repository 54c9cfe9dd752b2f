// The question, in one sentence and always in the same place, with the answers that have no place on the board.
import { h } from '../dom.js'
import { knows, say } from '../words.js'
import { aided, percent } from './aid.js'
import { verdict } from './cards.js'
import { ring } from './clock.js'
import { because, nameOf } from './seats.js'

/** The one sentence. @param {import('./table.js').Table} table */
export function question({ state, past, lost, readings, cast }) {
  if (!state) return say('page.loading')
  if (lost) return say('page.lost')
  if (past) return say('page.past', { n: past.n, of: state.position.n })
  const { turn, asked } = state.position
  if (turn.type === 'over') return `${verdict(state, turn.winner, cast)} ${because(state.table.game, turn, cast)}`
  if (readings) return say('page.which')
  if (asked.length) {
    const { prompt, seat } = asked[0]
    const sentence = say(prompt.word, prompt.values)
    return state.table.mode === 'screen' ? say('page.prompt.to', { name: nameOf(state, seat), sentence }) : sentence
  }
  const open = state.seats.some(({ occupant }) => occupant === 'open')
  if (open) return say(state.you.length ? 'page.invite' : 'page.prompt.open')
  if (turn.type === 'chance') {
    const { wanted, unrevealed } = state.table.commitment
    const away = [...wanted, ...unrevealed].find((seat) => !state.you.includes(seat))
    return away ? say('page.dice.waits', { name: nameOf(state, away) }) : say('page.prompt.chance')
  }
  const seat = turn.seats.find((seat) => !state.you.includes(seat)) ?? turn.seats[0]
  const { occupant } = state.seats[seat === 'one' ? 0 : 1]
  if (occupant === 'computer') return say('page.prompt.thinking')
  return say(state.you.length ? 'page.prompt.waiting' : 'page.prompt.watching', { name: nameOf(state, seat) })
}

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
  return [...choices].sort((a, b) => Number(b.text === 'roll') - Number(a.text === 'roll')).map((choice) => {
    const [aim, rest] = [() => stage.aim(choice), () => stage.aim(null)]
    return h('button', {
      class: choice.text === 'roll' ? 'primary' : 'plain', 'data-choice': choice.text, onclick: () => stage.hands.choose(choice), onpointerenter: aim, onpointerleave: rest, onfocus: aim, onblur: rest,
    }, autoIn !== null && choice.text === 'pass' && ring(autoIn), wordsOf(stage.game, choice), aided() && typeof choice.preview?.chance === 'number' && h('span', { class: 'chance' }, percent(choice.preview.chance)), choice.key && h('kbd', {}, choice.key))
  })
}

/** Numbers that a hand gives: a shot has no default. */
const AIMS = ['angle', 'power']

/**
 * Numbers for a control: every hole of its form is a field. The game's file may add hands on the board.
 * @param {string} game
 * @param {Control} control
 * @param {(text: string) => void} play
 */
export function numbers(game, control, play) {
  const fields = control.ranges.map(({ name, from, to }) => {
    const label = knows(`${game}.word.${name}`) ? say(`${game}.word.${name}`) : name
    return { name, input: h('input', { type: 'number', name, min: from, max: to, value: AIMS.includes(name) ? null : Math.round((from + to) / 2), required: true, 'aria-label': label }), label }
  })
  const key = `${game}.control.${control.kind}`
  return h('form', { class: 'control', 'data-kind': control.kind, onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault()
    play(fields.reduce((text, { name, input }) => text.replace(`{${name}}`, String(Math.trunc(input.valueAsNumber || 0))), control.form))
  } }, ...fields.map(({ label, input }) => h('label', {}, h('span', {}, label), input)),
  h('button', { class: 'plain' }, knows(key) ? say(key) : control.kind))
}
