// The last turn as it was shown, to be shown again at any time.
import { teller } from './showing.js'
import { turnsOf } from './turns.js'

/** @typedef {import('./table.js').Table} Table */

export class Tale {
  /** @param {Table} table */
  constructor(table) {
    this.table = table
    /** @type {{ before: any, events: GameEvent[], after: any }[]} */
    this.frames = []
    /** The first line of the turn. */
    this.first = 0
    /** Whether the position before the last move was asked for, because it is not known here. */
    this.wanted = false
  }

  /** Nothing is known of the last turn but its last events. */
  forget() {
    this.frames = []
    this.first = 0
  }

  /** A step is about to be shown. @param {any} before @param {GameEvent[]} events @param {any} after @param {Move[]} moves with the step's own */
  add(before, events, after, moves) {
    const { stage, narration } = this.table
    const first = stage ? turnsOf(stage.game, moves).at(-1)?.moves[0].n ?? 0 : 0
    if (first !== this.first) {
      this.frames = []
      narration.begin()
    }
    this.first = first
    this.frames.push({ before, events, after })
  }

  /** Whether there is something to show again. */
  possible() {
    const { state, past, covered } = this.table
    return !!state && state.position.n > 0 && !past && !covered
  }

  /** Shows the last turn again. */
  again() {
    const { table } = this
    const { state, queue } = table
    if (!state || !this.possible() || queue.waiting) return
    if (!this.frames.length) {
      this.wanted = true
      return table.line.put({ type: 'look', n: state.position.n - 1 })
    }
    const frames = [...this.frames]
    queue.add(async () => {
      const { stage } = table
      if (!stage) return
      queue.asked = true
      table.narration.begin()
      stage.question = ''
      stage.show(frames[0].before, [], [], 160)
      await queue.rest()
      for (const { events, after } of frames) await stage.play(events, after, '', teller(table))
      queue.asked = false
      if (table.state === state && !table.past) table.show()
      table.answered = ''
      table.render()
    })
  }

  /** The position that was asked for has come. @param {Position} position @returns {boolean} whether it was */
  looked(position) {
    const { wanted } = this
    const { state, last } = this.table
    this.wanted = false
    if (!wanted || !state || position.n !== state.position.n - 1) return false
    this.frames = [{ before: position.view, events: last, after: state.position.view }]
    this.again()
    return true
  }
}
