// The line to a lesson: the same face as the line to a table, but plain requests. The server remembers nothing, so what
// was played is sent along every time.
import { trouble } from '../notes.js'
import { api } from './api.js'
import { fresh } from './socket.js'

/** @typedef {import('./protocol').LessonVerdict} Verdict */

export class LessonLine {
  /**
   * @param {string} game @param {string} lesson
   * @param {{ told(tell: Tell): void }} listener
   * @param {(verdict: Verdict) => void} judged
   */
  constructor(game, lesson, listener, judged) {
    this.game = game
    this.lesson = lesson
    this.listener = listener
    this.judged = judged
    /** @type {string[]} */
    this.played = []
    this.closed = false
    /** One question after the other. */
    this.queue = Promise.resolve()
    this.hello()
  }

  /** Everything from the beginning. */
  again() {
    this.played = []
    this.hello()
  }

  hello() {
    this.put({ type: 'hello', protocol: 1, version: null })
  }

  /** @param {Ask} ask */
  put(ask) {
    this.queue = this.queue.then(async () => {
      if (this.closed) return
      const { tells, played, verdict } = await api.lesson(this.game, this.lesson, { played: this.played, ask })
      if (this.closed) return
      if (played !== null) this.played.push(played)
      for (const tell of tells) this.listener.told(tell)
      if (played !== null || ask.type === 'hello') this.judged(verdict)
    }).catch(trouble)
  }

  /** @param {import('./socket.js').Wish} wish */
  wish(wish) {
    const key = fresh(12)
    this.put(/** @type {Ask} */ ({ ...wish, key }))
    return key
  }

  close() {
    this.closed = true
  }
}
