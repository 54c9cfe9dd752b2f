// What stands and lies on the board of To Pieces, and the board itself.
import { SEATS, el, isDark, label, letters, slab, squares } from '../../svg/shapes.js'
import { EDGE, SPACES } from './view.js'

/** @typedef {import('./view.js').Kind} Kind */
/** @typedef {import('./view.js').Places} Places */

export const INK = '#2b2620'
export const CREAM = '#fbf3e2'
export const SOFT = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
/** The place around a standee, the colour and the sign of each token. @type {Record<string, [number, number, string, string]>} */
const TOKENS = {
  move: [-36, -30, '#2f7d4f', 'M-3-6 4 0-3 6'], attack: [36, -30, '#a8321c', 'M-5-5 5 5M5-5-5 5'],
  charge: [-36, 32, '#b8860b', 'M-6-5-1 0-6 5M1-5 6 0 1 5'], defend: [36, 32, '#3d4f9e', 'M-5-5H5V0Q4 5 0 7-4 5-5 0Z'],
}
/** Round shoulders for One, square ones for Two. */
const BODIES = { one: 'M-25 30C-25 2-13-4-9-9A16 16 0 1 1 9-9C13-4 25 2 25 30Z', two: 'M-25 30V0L-9-9A16 16 0 1 1 9-9L25 0V30Z' }
const CROWN = 'M-17-32-20-51-8-43 0-56 8-43 20-51 17-32Z'
const HORNS = 'M-12-33Q-26-38-24-54-14-48-4-38M12-33Q26-38 24-54 14-48 4-38'
const ROCK = 'M-38 26-34-4-16-28 6-34 26-18 38 8 34 28 8 34-20 34Z'
const HEART = 'M-41 14C-61-2-57-16-49-16-44-16-41-12-41-9-41-12-38-16-33-16-25-16-21-2-41 14Z'

/** Bold in the middle. @param {string | number} text @param {number} x @param {number} y @param {number} size @param {string} [fill] @param {object} [more] */
export const words = (text, x, y, size, fill = CREAM, more) => label(x, y, text, size, { 'font-weight': 700, fill, ...more })

/** @param {number} n @param {number} [r] @returns {Shape[]} */
export const treasure = (n, r = 30) => [
  ['circle', { cy: 4, r, fill: INK, 'fill-opacity': 0.3 }],
  ['circle', { class: 'rim', r, fill: 'url(#to-pieces-gold)', stroke: '#7a5a12', 'stroke-width': 3 }],
  ['circle', { r: r - 7, fill: 'none', stroke: '#7a5a12', 'stroke-opacity': 0.6, 'stroke-width': 2 }],
  words(n, 0, 0, r * 1.15, '#4a3204'),
]

/** @returns {Shape[]} */
export const rock = () => [
  ['ellipse', { cy: 32, rx: 42, ry: 12, fill: INK, 'fill-opacity': 0.3 }],
  ['path', { class: 'rim', d: ROCK, fill: '#77736c', stroke: '#3d3a35', 'stroke-width': 3, 'stroke-linejoin': 'round' }],
  ['path', { d: 'M-16-28-8 0-34-4M-8 0 8 34M-8 0 26-18', ...SOFT, stroke: '#a9a49a', 'stroke-width': 3 }],
]

/** A standee around the origin. @param {{ seat: Seat, kind: Kind, number?: number, tokens?: string[] }} standee @returns {Content[]} */
export function figure({ seat, kind, number, tokens = [] }) {
  const mark = seat === 'one' ? { cy: 10, r: 8, fill: CREAM } : { cy: 10, r: 7, fill: 'none', stroke: CREAM, 'stroke-width': 4 }
  return [
    ['ellipse', { cx: 3, cy: 34, rx: 36, ry: 12, fill: INK, 'fill-opacity': 0.35 }],
    ['g', kind === 'summon' ? { transform: 'translate(0 -5) scale(1.22)' } : {},
      ['ellipse', { cy: 30, rx: 33, ry: 11, fill: seat === 'one' ? '#7c2a12' : '#14274a', stroke: CREAM, 'stroke-width': 2.5 }],
      kind === 'summon' && ['path', { d: HORNS, fill: '#e9dcc0', stroke: INK, 'stroke-width': 2 }],
      ['path', { class: 'rim', d: BODIES[seat], fill: `url(#seat-${seat})`, stroke: CREAM, 'stroke-width': 3, 'stroke-linejoin': 'round' }],
      kind === 'leader' && ['path', { d: CROWN, fill: 'url(#to-pieces-gold)', stroke: '#5c4208', 'stroke-width': 2.5, 'stroke-linejoin': 'round' }],
      number ? words(number, 0, 12, 37) : ['circle', mark]],
    ...tokens.map((kind) => {
      const [x, y, fill, sign] = TOKENS[kind]
      return el('g', { key: kind, transform: `translate(${x} ${y})` }, ['circle', { r: 13, fill, stroke: CREAM, 'stroke-width': 2.5 }], ['path', { d: sign, ...SOFT, stroke: CREAM, 'stroke-width': 3 }])
    }),
  ]
}

/** A dark pill with what is written on it. @param {string} key @param {At} at @param {number} half @param {string} fill @param {Content[]} inside @returns {Shape} */
const pill = (key, at, half, fill, ...inside) => ['g', { key, at, 'pointer-events': 'none' }, ['rect', { x: -half, y: -26, width: 2 * half, height: 52, rx: 26, fill, stroke: CREAM, 'stroke-width': 2.5 }], ...inside]

/** Health and Speed under a standee. @param {[number, number]} at @param {{ health: number, speed: number }} fighter */
export const strength = ([x, y], { health, speed }) => pill('strength', [x, y + 68], 72, INK,
  ['path', { d: HEART, fill: '#f0826a' }], words(health, -10, 0, 38), ['path', { d: 'M15 0H35M26-9 35 0 26 9', ...SOFT, stroke: '#9ecb8a', 'stroke-width': 5 }], words(speed, 52, 0, 38))

/** A blow from space to space, with its damage. @param {Places} at @param {import('./view.js').Blow} blow @returns {Shape} */
export function strike(at, { from, to, total, health, guarded }) {
  const [[ax, ay], [bx, by]] = [at(from), at(to)]
  const far = Math.hypot(bx - ax, by - ay) || 1
  const [ux, uy] = [(bx - ax) / far, (by - ay) / far]
  const tip = `${bx - ux * 34} ${by - uy * 34}`
  return ['g', { key: 'blow', 'pointer-events': 'none' },
    ['path', { d: `M${ax + ux * 30} ${ay + uy * 30}L${tip}m${-ux * 20 - uy * 14} ${-uy * 20 + ux * 14}L${tip}l${-ux * 20 + uy * 14} ${-uy * 20 - ux * 14}`, ...SOFT, stroke: '#a8321c', 'stroke-width': 9 }],
    pill('sum', [bx, by - 58], 62, total > health && !guarded ? '#a8321c' : INK, words(`${total} / ${health}`, 0, 0, 38))]
}

/** Grass, stone and letters. @param {Seat | null} south @param {Places} at @returns {Content[]} */
export function ground(south, at) {
  const blades = Array.from({ length: 36 }, (_, i) => {
    const [far, off] = [-400 + 100 * (i % 9) + ((i * 11) % 17) - 8, (i % 2 ? -1 : 1) * (418 + (i * 7) % 14)]
    const [x, y] = i < 18 ? [far, off] : [off, far]
    return `M${x} ${y}q-1-7-7-9m7 9q-2-8 1-13m-1 13q2-6 8-7`
  })
  const home = (/** @type {Seat} */ seat) => (south ? SPACES.slice(...south === seat ? [0, 8] : [56]) : [])
  return [
    ...slab(-EDGE, -EDGE, 2 * EDGE, 2 * EDGE, 30, 'url(#to-pieces-grass)'),
    ['path', { d: blades.join(''), ...SOFT, stroke: '#8fae5e', 'stroke-width': 2.5 }],
    ['rect', { x: -400, y: -400, width: 800, height: 800, rx: 6, fill: '#dcd7cb' }],
    ['path', { d: squares(SPACES.filter(isDark), at, 100), fill: '#c2bcae' }],
    ...SEATS.map((seat) => el('path', { d: squares(home(seat), at, 100), fill: seat === 'one' ? '#a83f20' : '#2f5590', 'fill-opacity': 0.16 })),
    ['path', { d: squares(SPACES, at, 100), fill: 'none', stroke: '#8f897c', 'stroke-width': 1.5 }],
    ...letters(8, at, 422, 42, '#f2f2d8'),
  ]
}
