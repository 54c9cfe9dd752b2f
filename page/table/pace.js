// How fast the eye is taken along: the pause before a reply, the length of movements. Remembered on the device.

/** @typedef {'slow' | 'normal' | 'fast' | 'now'} Speed */

/** How long a reply waits, in milliseconds, and how much longer everything that moves takes. */
const SPEEDS = { slow: { pause: 1000, rate: 1.6 }, normal: { pause: 500, rate: 1 }, fast: { pause: 250, rate: 0.6 }, now: { pause: 0, rate: 0 } }
export const NAMES = /** @type {Speed[]} */ (Object.keys(SPEEDS))

/** @type {Speed} */
let chosen = 'normal'
try {
  const kept = /** @type {Speed | null} */ (localStorage.getItem('speed'))
  if (kept && kept in SPEEDS) chosen = kept
} catch { /* a private window forgets */ }

/** The speed that was chosen. */
export const speed = () => chosen

/** Chooses a speed and remembers it. @param {Speed} wanted */
export function choose(wanted) {
  chosen = wanted
  try { localStorage.setItem('speed', wanted) } catch { /* a private window forgets */ }
}

/** Things that are shown one after another, each when the one before has been seen. */
export class Queue {
  constructor() {
    /** How many are still to be shown. */
    this.waiting = 0
    /** Whether somebody would rather see where it all leads. */
    this.hurried = false
    /** Whether what is shown now was asked for, and so moves at any speed. */
    this.asked = false
    this.end = Promise.resolve()
    /** @type {(() => void) | null} ends the pause that is made now */
    this.wake = null
  }

  /** @param {() => void | Promise<void>} show */
  add(show) {
    this.waiting++
    this.end = this.end.then(async () => {
      try {
        await show()
      } catch (error) {
        // What cannot be shown must not hold up what comes after it.
        console.error(error)
      }
      if (!--this.waiting) this.hurried = false
    })
    return this.end
  }

  /** How much longer than usual movements take; 0: nothing moves. */
  rate() {
    return this.hurried ? 0 : SPEEDS[chosen].rate || (this.asked ? 1 : 0)
  }

  /** Lets the eye rest: before a reply, or for so long. @param {number} [ms] at the normal speed */
  rest(ms = SPEEDS.normal.pause) {
    const pause = ms * (SPEEDS[chosen].pause || (this.asked ? SPEEDS.normal.pause : 0)) / SPEEDS.normal.pause
    if (!pause || this.hurried || document.hidden) return
    return /** @type {Promise<void>} */ (new Promise((done) => {
      this.wake = done
      setTimeout(done, pause)
    }))
  }

  /** Shows where it all leads. */
  hurry() {
    if (!this.waiting) return
    this.hurried = true
    this.wake?.()
  }
}
