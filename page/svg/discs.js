// Discs and squares from above: how far a point is from them, what a straight line meets first, and where a body of a
// recorded shot is at a moment. Pieces of paths are evaluated; nothing is simulated here.

/** A disc, or a square with round corners: `r` around a core of half a side `core`, turned by 1/100 degrees.
 * @typedef {{ key: string, x: number, y: number, r: number, core?: number, turn?: number }} Body */
/** A piece of a path, in mm, seconds and radians.
 * @typedef {{ body: number, t0: number, t1: number, x: number, y: number, vx: number, vy: number, turn: number, spin: number }} Path */
/** @typedef {{ friction: number, spin_friction: number, paths: Path[], outcome: { end: number },
 *   impacts: { t: number, point: [number, number], approach: number }[], falls: { t: number, body: number }[] }} Trace */

const { PI, abs, cos, hypot, max, min, sin } = Math
/** The longest stride along a line. */
const STRIDE = 40

/** A direction of so many 1/100 degrees. @param {number} angle */
export const ray = (angle) => [cos((angle * PI) / 18000), sin((angle * PI) / 18000)]

/** How far a point is from the edge of a body; less than nothing inside. @param {Body} body @param {number} x @param {number} y */
export function gap(body, x, y) {
  const { core = 0, turn = 0 } = body
  const [c, s] = ray(turn)
  const [dx, dy] = [x - body.x, y - body.y]
  const u = abs(dx * c + dy * s) - core
  const v = abs(dy * c - dx * s) - core
  return hypot(max(u, 0), max(v, 0)) + min(max(u, v), 0) - body.r
}

/**
 * Where a disc that goes straight ahead first meets something, or leaves the field.
 * @param {Body[]} others
 * @param {Body} disc
 * @param {number} angle 1/100 degrees, counter-clockwise
 * @param {{ width: number, depth: number }} field
 */
export function contact(others, { x, y, r }, angle, { width, depth }) {
  const [dx, dy] = ray(angle)
  while (x >= 0 && y >= 0 && x <= width && y <= depth) {
    let near = STRIDE
    for (const other of others) {
      const far = gap(other, x, y) - r
      // What is touched and left behind is not met.
      if (far < near && (far > 1 || gap(other, x + dx, y + dy) - r < far)) near = far
    }
    if (near < 1) return { x, y, met: true }
    x += dx * near
    y += dy * near
  }
  return { x, y, met: false }
}

/** Where a path leads at a moment: tenths of mm, and 1/100 degrees. @param {Path} path @param {number} t @param {Trace} trace */
export function along({ t0, t1, x, y, vx, vy, turn, spin }, t, { friction, spin_friction: brake }) {
  const s = min(t, t1) - t0
  const speed = hypot(vx, vy)
  const slid = min(s, speed / friction)
  const share = speed && 10 * (slid - (friction * slid * slid) / speed / 2)
  const turned = min(s, abs(spin) / brake)
  return { x: 10 * x + vx * share, y: 10 * y + vy * share, turn: ((turn + spin * turned - (Math.sign(spin) * brake * turned * turned) / 2) * 18000) / PI }
}

/** The way of a body through a shot, as points. @param {Trace} trace @param {number} body */
export const way = (trace, body) => trace.paths.filter((path) => path.body === body).flatMap((path) => [along(path, path.t0, trace), along(path, path.t1, trace)])
