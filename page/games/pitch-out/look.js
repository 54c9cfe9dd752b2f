// How the things of Pitch Out look: wooden pucks with a glyph each, squares that hold dots.
import { el, gradient } from '../../svg/shapes.js'

/** @typedef {string | { in_play: { x: number, y: number } }} Fate */
/** @typedef {'aside' | 'out' | { lies: { x: number, y: number, turn: number, stored: string[] } }} Obstacle */
/** @typedef {{ rulings: { width: number, depth: number, hoods: Seat, cap: number, format: string }, score: number[], first: Seat | null, mover: Seat, turns: number,
 *   squads: Record<string, Fate>[], obstacles: Obstacle[], stack: { rider: string, below: string } | null, copies: (string | null)[],
 *   shot: { pawn: string } | null, wait: { wait: string } }} Table */
/** @typedef {{ table: Table, hidden: { hand: number }[] }} View */

/** Plain shapes that are told apart when they are ten pixels wide. @type {Record<string, string>} */
const GLYPHS = {
  captain: 'M0-12 4-4 12-3 6 2 8 10 0 6-8 10-6 2-12-3-4-4Z',
  assassin: 'M-8-11 0-4 8-11 11-8 4 0 11 8 8 11 0 4-8 11-11 8-4 0-11-8Z',
  runner: 'M-11-10h6L2 0-5 10h-6l6-10ZM0-10h6L13 0 6 10H0L6 0Z',
  guard: 'M-10-11H10V0Q10 8 0 13-10 8-10 0Z',
  immortal: 'M0-11a11 11 0 1 1 0 22a11 11 0 1 1 0-22ZM0-5a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z',
  major: 'M-10-11H10V-6H-10ZM-10-2H10V2H-10ZM-10 6H10V11H-10Z',
  commando: 'M4-14-10 3H-1L-4 14 10-4H1Z',
  sapper: 'M-11-11H11V-4H4V12H-4V-4H-11Z',
  infested: 'M0-12a5 5 0 1 1 0 11a5 5 0 1 1 0-11ZM-7-1a5 5 0 1 1 0 11a5 5 0 1 1 0-11ZM7-1a5 5 0 1 1 0 11a5 5 0 1 1 0-11Z',
  shadow: 'M3-12A12 12 0 1 0 12 4 10 10 0 0 1 3-12Z',
  witch: 'M0-14 6 4H12V10H-12V4H-6Z',
  'golem-1': 'M-9-9H9V9H-9Z',
  'golem-2': 'M-10-10H10V10H-10ZM-4-4V4H4V-4Z',
}
export const NAMES = Object.keys(GLYPHS)

/** Light on a zone, from its own edge inwards. @param {string} id @param {string} colour @param {boolean} up @returns {Shape} */
const light = (id, colour, up) => ['linearGradient', { id, x1: 0, x2: 0, y1: up ? 1 : 0, y2: up ? 0 : 1 }, ['stop', { offset: 0, 'stop-color': colour, 'stop-opacity': 0.55 }], ['stop', { offset: 1, 'stop-color': colour, 'stop-opacity': 0.08 }]]

/** @type {Shape[]} */
export const shared = [
  gradient('pitch-out-edge', '#8a6440', '#543a22'), light('pitch-out-near', '#d9793f', true), light('pitch-out-far', '#5d8fd6', false),
  ['radialGradient', { id: 'pitch-out-felt', cx: 0.5, cy: 0.45, r: 0.8 }, ['stop', { offset: 0, 'stop-color': '#5c6d66' }], ['stop', { offset: 1, 'stop-color': '#36423d' }]],
  gradient('pitch-out-one', '#f6dcae', '#dcae6c'), gradient('pitch-out-two', '#38609f', '#1c3763'), gradient('pitch-out-block', '#d3ba94', '#94774f')]

/** The table without a rim, and the chalk lines of the zones. @param {number} width @param {number} depth @returns {Content[]} */
export function arena(width, depth) {
  const [x, y] = [-width / 2, -depth / 2]
  return [
    ['rect', { class: 'shade', x: x - 12, y: y - 8, width: width + 24, height: depth + 24, rx: 16 }],
    ['rect', { x: x - 10, y: y - 10, width: width + 20, height: depth + 20, rx: 14, fill: 'url(#pitch-out-edge)' }],
    ['rect', { x, y, width, height: depth, rx: 6, fill: 'url(#pitch-out-felt)' }],
    ['rect', { x, y, width, height: depth / 4, rx: 6, fill: 'url(#pitch-out-far)' }],
    ['rect', { x, y: -y / 2, width, height: depth / 4, rx: 6, fill: 'url(#pitch-out-near)' }],
    ['path', { class: 'chalk', d: `M${x} ${y / 2}h${width}M${x} ${-y / 2}h${width}` }],
  ]
}

/** A pawn around the origin: One's is pale with a dark rim, Two's is dark with a pale one. @param {string} seat @param {string} name @returns {Content[]} */
export const puck = (seat, name) => [
  ['circle', { class: 'shade', cx: 2, cy: 3, r: 19 }],
  ['circle', { class: `rim ${seat}`, r: 17 }],
  ['path', { class: `glyph ${seat}`, d: GLYPHS[name] }],
]

/** An obstacle around the origin, with a dot for each pawn that it stores. @param {string} piece @param {string[]} [stored] @returns {Content[]} */
export function block(piece, stored = []) {
  const seat = ['one', 'one', 'two', 'two', ''][Number(piece[1]) - 1]
  return [
    ['rect', { class: 'shade', x: -34, y: -34, width: 68, height: 68, rx: 9 }],
    ['rect', { class: 'rim block', x: -30, y: -30, width: 60, height: 60, rx: 6 }],
    ['path', { class: `band-of ${seat}`, d: seat === 'two' ? 'M-26-23H26M-26-17H26M-26 17H26M-26 23H26' : 'M-26-20H26M-26 20H26' }],
    ...stored.map((name, n) => el('circle', { key: name, class: `dot ${seat}`, cx: (n - (stored.length - 1) / 2) * 14, r: 6 })),
  ]
}
