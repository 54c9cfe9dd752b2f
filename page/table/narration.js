// What was just done and what it caused, in words, always in the same place under the board.
import { h } from '../dom.js'
import { icon } from '../svg/icons.js'
import { knows, say } from '../words.js'

/** Who is who for a reader: the reader's own seat, and what both are called in a sentence.
 * @typedef {{ you: Seat | null, one: string, two: string }} Cast */

/** The fields of events that name a seat. */
const SEATED = ['seat', 'side', 'other_seat', 'shooter']

/** A name that no word of a game is mistaken for. @param {string} name */
const asIs = (name) => ({ en: name, fr: name })

/** Sentences begin with a capital. @param {string} text */
export const capital = (text) => text.replace(/(^|\. )\p{Ll}/gu, (begin) => begin.toUpperCase())

/**
 * An event in a sentence for this reader; some say nothing. `GAME.page.event.NAME` goes before `GAME.event.NAME`,
 * and `….you` and `….they` before both when the reader plays and it is about the own or the other seat.
 * @param {GameFile} game @param {GameEvent} event @param {Cast} cast
 */
export function told(game, event, cast) {
  const how = game.told?.[event.event]
  if (how === false) return ''
  const more = how?.(event, say) ?? {}
  const name = more.as ?? event.event
  const seat = event.seat ?? event.side
  const variant = cast.you && seat ? `.${seat === cast.you ? 'you' : 'they'}` : ''
  const own = `${game.id}.page.event.${name}`
  const key = [own + variant, own, `${game.id}.event.${name}`].find(knows)
  if (!key) return ''
  const names = Object.fromEntries(SEATED.filter((field) => event[field] === 'one' || event[field] === 'two').map((field) => [field, asIs(cast[/** @type {Seat} */ (event[field])])]))
  return capital(say(key, { ...event, ...more, ...names, first: asIs(cast.one), second: asIs(cast.two) }))
}

/** Events in sentences. @param {GameFile} game @param {GameEvent[]} events @param {Cast} cast */
export const tell = (game, events, cast) => events.map((event) => told(game, event, cast)).filter(Boolean).join(' ')

export class Narration {
  /** @param {() => void} again shows the last turn again */
  constructor(again) {
    this.text = h('p', { class: 'told' })
    this.button = h('button', { class: 'icon-only again', 'data-tool': 'again', onclick: again }, icon('turn'))
    this.node = h('section', { class: 'narration' }, this.text, this.button)
    /** @type {string[]} */
    this.sentences = []
    new ResizeObserver(() => this.fit()).observe(this.text)
  }

  /** A turn begins, or is told again. */
  begin() {
    this.sentences = []
  }

  /** @param {string} sentence */
  add(sentence) {
    if (!sentence) return
    this.sentences.push(sentence)
    this.fit()
  }

  /** Says as much of the end as there is room for, in whole sentences. */
  fit() {
    let from = 0
    do this.text.textContent = this.sentences.slice(from).join(' ')
    while (this.text.scrollHeight > this.text.clientHeight + 2 && ++from < this.sentences.length)
  }

  /** @param {boolean} possible whether there is something to show again */
  render(possible) {
    const label = say('page.again')
    this.button.disabled = !possible
    this.button.setAttribute('aria-label', label)
    this.button.title = label
  }
}
