// Time that runs out: a ring that empties.
import { draw } from '../svg/svg.js'

/** @param {number} ms until it is empty */
export function ring(ms) {
  const length = 2 * Math.PI * 9
  const svg = draw('svg', { class: 'ring', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ['circle', { cx: 12, cy: 12, r: 9, 'stroke-dasharray': length }])
  svg.firstElementChild?.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: -length }], { duration: ms, fill: 'forwards' })
  return svg
}
