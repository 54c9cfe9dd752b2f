// Time that runs out: a clock beside a name, and a ring that empties.
import { h } from '../dom.js'
import { draw } from '../svg/svg.js'

/** When the clocks were told. @type {WeakMap<object, number>} */
const told = new WeakMap()

/** Notes when these clocks came, to count on from there. @param {Snapshot['clocks']} clocks */
export function heard(clocks) {
  if (clocks && !told.has(clocks)) told.set(clocks, performance.now())
  return clocks
}

/** What a seat has left now, in milliseconds; none without a clock, or with one that stands if `running` is wanted.
 * @param {Snapshot['clocks']} clocks @param {Seat} seat @param {boolean} [running] */
export function left(clocks, seat, running = false) {
  if (!clocks) return null
  const i = seat === 'one' ? 0 : 1
  if (running && !clocks.running[i]) return null
  return Math.max(0, clocks.left[i] - (clocks.running[i] ? performance.now() - (told.get(clocks) ?? 0) : 0))
}

/** @param {number} ms */
function words(ms) {
  const s = ms / 1000
  const two = (/** @type {number} */ n) => String(Math.floor(n) % 60).padStart(2, '0')
  if (s < 20) return s.toFixed(1)
  return (s < 3600 ? [Math.floor(s / 60)] : [Math.floor(s / 3600), two(s / 60)]).concat(two(s)).join(':')
}

/** The clock of a seat; it counts by itself while it is in the page. @param {Snapshot['clocks']} clocks @param {Seat} seat */
export function face(clocks, seat) {
  if (!clocks) return null
  const node = h('span', { class: 'clock', role: 'timer' })
  const show = () => {
    const ms = left(clocks, seat) ?? 0
    node.textContent = words(ms)
    const runs = left(clocks, seat, true) !== null
    node.classList.toggle('runs', runs)
    node.classList.toggle('low', runs && ms < 20000)
    if (runs && ms) setTimeout(() => { if (node.isConnected) show() }, ms < 20000 ? 100 : 250)
  }
  show()
  return node
}

/** @param {number} ms until it is empty */
export function ring(ms) {
  const length = 2 * Math.PI * 9
  const svg = draw('svg', { class: 'ring', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ['circle', { cx: 12, cy: 12, r: 9, 'stroke-dasharray': length }])
  svg.firstElementChild?.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: -length }], { duration: ms, fill: 'forwards' })
  return svg
}
