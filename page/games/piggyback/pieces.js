// Piggyback's things: abilities, stacks, the felt with its homes.
import { el, isDark, letters, slab, spaces, squares } from '../../svg/shapes.js'

/** @typedef {'green' | 'mauve' | 'yellow' | 'orange'} Colour */
/** @typedef {{ at: string, seat: Seat, units: number, pieces: Colour[], away?: [number, number] }} Group */
/** @typedef {{ at: string, colour: Colour }} Lying */
/** @typedef {{ name: string, at: string, from: string, die: number, firepower: number, against?: number, loser: Seat, prize: Colour[] }} Wait */
/** @typedef {{ attacker: Seat, from: string, at: string, numbers: (number | null)[], rolls: number[], chance: number | null }} Fight */
/**
 * What the server tells, and what is only seen while events are played: the space that is drawn above the others,
 * a die on its way, who has won a fight, what a choice would do, how far the fight has slid in.
 * @typedef {{ size: number, groups: Group[], lying: Lying[], homes: Lying[], bank: Colour[], gone: Colour[], lost: number[], to: Seat, quiet: number,
 *   limit: number, wait: Wait, scene: Fight | null, raised?: string, climber?: Group, thrown?: { side: Seat, pips: number, turn: number }, winner?: Seat,
 *   aim?: Aim, coming?: number }} View
 */
/** @typedef {{ groups?: Group[], lying?: Lying[], from?: string | null, to?: string | null, chance?: number }} Aim */

export const HALF = 464
export const EDGE = 46
export const TRAY = { x: 644, half: 110 }
export const FULL = HALF + EDGE + 8
/** From this many quiet turns on, their count is shown. */
export const QUIET = 30
/** @type {Colour[]} */
export const COLOURS = ['green', 'mauve', 'yellow', 'orange']
/** Fill, mark on it. */
const PAINT = { green: ['#2f7d4f', '#f4fff2'], mauve: ['#7b4ba0', '#fdf4ff'], yellow: ['#ecbb2c', '#4a3204'], orange: ['#d9601c', '#fff6e6'] }
export const LINE = { fill: 'none', 'stroke-width': 5.5, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
const MARKS = {
  green: 'M-13-12-1 0-13 12M3-12 15 0 3 12',
  mauve: 'M-16-8H14M6-16 14-8 6 0M16 9H-14M-6 1-14 9-6 17',
  yellow: 'M0-3C-14-8-13-21-5-20-2-20 0-17 0-15 0-17 2-20 5-20 13-21 14-8 0-3 5-17 18-16 17-8 17-5 14-3 12-3 14-3 17-1 17 2 18 10 5 11 0-3 14 2 13 15 5 14 3 14 1 13 1 11Q2 17 6 20L3 21Q-2 17-1 11C-1 13-3 14-5 14-13 15-14 2 0-3-5 11-18 10-17 2-17-1-14-3-12-3-14-3-17-5-17-8-18-16-5-17 0-3Z',
  orange: 'M2-20C4-10 15-5 15 6A15 13 0 0 1-15 6C-15-2-10-5-8-12-4-9-3-6-2-3 2-8 3-13 2-20Z',
}

/** In the order of the notation. @param {Colour[]} pieces */
export const sorted = (pieces) => COLOURS.flatMap((colour) => pieces.filter((piece) => piece === colour))
/** @param {string} space @returns {[number, number]} */
export const files = (space) => [space.charCodeAt(0) - 97, Number(space[1]) - 1]
/** @param {number} t */
export const eased = (t) => 1 - (1 - t) ** 3

/** A way on the board as a way on the screen. @param {number} file @param {number} rank @param {number} size @param {number} turn
 * @returns {[number, number]} */
function way(file, rank, size, turn) {
  const cell = (2 * HALF) / size
  let [x, y] = [file * cell, -rank * cell]
  for (let i = 0; i < turn; i++) [x, y] = [-y, x]
  return [x, y]
}

/** The middle of a space. @param {string} space @param {number} size @param {number} turn */
export function spot(space, size, turn) {
  const [file, rank] = files(space)
  return way(file - (size - 1) / 2, rank - (size - 1) / 2, size, turn)
}

/** What is drawn on an ability. @param {Colour} colour @param {string} ink @returns {Shape} */
const mark = (colour, ink) => ['path', { d: MARKS[colour], ...(colour === 'green' || colour === 'mauve' ? { ...LINE, stroke: ink } : { fill: ink }) }]

/** An ability. @param {Colour} colour @param {number} r @returns {Shape[]} */
export function disc(colour, r) {
  const [fill, ink] = PAINT[colour]
  return [
    ['circle', { cy: r * 0.1, r, fill: '#2b2413', 'fill-opacity': 0.3 }],
    ['circle', { class: 'rim', r, fill, stroke: '#fbf3e2', 'stroke-width': Math.max(2.5, r / 11) }],
    ['g', { transform: `scale(${r / 31})` }, mark(colour, ink)],
  ]
}

/** A stack of blocks, its lowest around the origin. @param {Seat} seat @param {number} units @returns {Shape[]} */
export function stack(seat, units) {
  const step = 27
  return [
    ['ellipse', { cx: 2, cy: 25, rx: 42, ry: 13, fill: '#2b2413', 'fill-opacity': 0.32 }],
    ...Array.from({ length: units }, (_, i) => el('g', { key: `unit ${i}`, transform: `translate(${[0, 4, -3][i]} ${-i * step})` },
      ['rect', { x: -38, y: -25, width: 76, height: 52, rx: 17, fill: seat === 'one' ? '#7c2a12' : '#14274a', stroke: '#fbf3e2', 'stroke-width': 3 }],
      ['rect', { x: -36.5, y: -23.5, width: 73, height: 36, rx: 15, fill: `url(#seat-${seat})` }],
      ['circle', seat === 'one' ? { cy: -6, r: 8.5, fill: '#fbf0dc' } : { cy: -6, r: 7.5, fill: 'none', stroke: '#fbf0dc', 'stroke-width': 4.5 }],
    )),
  ]
}

/** A group as it stands on its space. @param {Group} group @param {number} turn @param {number} size @returns {Shape} */
export function standing({ seat, units, pieces, away = [0, 0] }, turn, size) {
  const [x, y] = way(away[0], away[1], size, turn)
  const lift = (units - 1) * 11 - (pieces.length ? 13 : 3)
  return ['g', { key: 'group', at: [x, y, 0, 8 / size], class: seat },
    ...pieces.map((colour, i) => el('g', { key: `piece ${i}`, transform: `translate(${(i - (pieces.length - 1) / 2) * 42} 34)` }, ...disc(colour, 21))),
    ['g', { key: 'stack', transform: `translate(0 ${lift}) scale(1.08)` }, ...stack(seat, units)]]
}

/** The felt with its homes and letters. @param {View} view @param {number} turn @returns {Shape[]} */
export function felt({ size, homes }, turn) {
  const at = (/** @type {string} */ space) => spot(space, size, turn)
  const field = { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 8 }
  return [
    ...slab(-HALF - EDGE, -HALF - EDGE, 2 * (HALF + EDGE), 2 * (HALF + EDGE), 34, 'url(#piggyback-wood)'),
    ['rect', { ...field, fill: '#d5d8c0' }],
    ['path', { d: squares(spaces(size).filter(isDark), at, (2 * HALF) / size), fill: '#bac3a4' }],
    ['rect', { ...field, fill: 'url(#piggyback-felt)', stroke: '#3c2a17', 'stroke-opacity': 0.5, 'stroke-width': 4 }],
    ...letters(size, at, HALF + EDGE / 2, 40, '#e9dcc0'),
    ...homes.map(({ at, colour }) => el('g', { key: `home ${at}`, at: [...spot(at, size, turn), 0, 8 / size] },
      ['circle', { r: 45, fill: 'none', stroke: '#fffbe9', 'stroke-opacity': 0.8, 'stroke-width': 6, cy: 2 }],
      ['circle', { r: 45, fill: PAINT[colour][0], 'fill-opacity': 0.12, stroke: colour === 'yellow' ? '#b98a10' : PAINT[colour][0], 'stroke-width': 6 }],
      mark(colour, colour === 'yellow' ? '#a87a08' : PAINT[colour][0]))),
  ]
}
