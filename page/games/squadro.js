// Squadro: pale wood, dark engraved lanes, dots burnt in at both ends, pawns that point their way.
//
// The board lies around the origin. Along a lane stand, from the edge inwards: the shelf (home), the dots, the
// start square, five crossings, the turning square, dots again. The view gives each piece's progress: 0 start,
// 1 to 5 going out, 6 turning square, 7 to 11 coming back, 12 home.
import { grain, turned } from '../svg/board.js'

/** @typedef {'top' | 'left'} Side */
/** @typedef {{ top: number[], left: number[], to_move: Side | null, quiet: number, limit: number }} View */
/** @typedef {{ seat: 'one' | 'two', lane: number, from: number, to: number, sent_back: { lane: number, to: number }[] }} Preview */
/** @typedef {{ event: string, seat: 'one' | 'two', lane: number, from: number, to: number, jumped: number[] }} Event */

const HALF = 530
const PITCH = 118
const START = 372
const DOTS_AT = 443
const SHELF = 490
const TURN = 6
const HOME = 12
const LANES = [1, 2, 3, 4, 5]
/** @type {Side[]} */
const SIDES = ['top', 'left']
/** Dots beside the start squares; those of the turning squares are 4 less these. */
const DOTS = { top: [1, 3, 2, 3, 1], left: [3, 1, 2, 1, 3] }
const SEAT = { top: 'one', left: 'two' }
const SIDE = /** @type {{ one: Side, two: Side }} */ ({ one: 'top', two: 'left' })

/** How far a place of a lane lies from the board's middle, from start to end. @param {number} progress */
function along(progress) {
  const place = Math.round(progress)
  if (place === HOME) return progress === HOME ? -SHELF : -START
  if (place === 0 || place === TURN) return place ? START : -START
  return ((place < TURN ? place : HOME - place) - 3) * PITCH
}

/** @param {Side} side @param {number} lane @param {number} far @returns {[number, number]} */
function spot(side, lane, far) {
  const across = (lane - 3) * PITCH
  return side === 'top' ? [across, far] : [far, across]
}

/** Where a piece stands, and which way it points. @param {Side} side @param {number} lane @param {number} progress
 * @returns {At} */
function stand(side, lane, progress) {
  const [x, y] = spot(side, lane, along(progress))
  const out = side === 'top' ? 180 : 90
  return [x, y, progress < TURN ? out : out + 180, progress === HOME ? 0.52 : 1]
}

/** A pawn seen from above, pointing upwards. @param {Side} side @returns {Shape[]} */
function pawn(side) {
  const seat = SEAT[side]
  return [
    ['rect', { x: -54, y: -58, width: 108, height: 116, class: 'hit' }],
    ['path', { d: 'M0-64 42-3V40Q42 56 26 56H-26Q-42 56-42 40V-3Z', fill: '#2b1a0c', 'fill-opacity': 0.3 }],
    ['path', { class: 'rim', d: 'M0-56 36-2V38Q36 50 24 50H-24Q-36 50-36 38V-2Z', fill: `url(#squadro-${seat})`, stroke: '#f7e9cd', 'stroke-width': 3.5, 'stroke-linejoin': 'round' }],
    ['path', { d: 'M0-50-31-1V38Q-31 45-24 45H0Z', fill: '#fff4e0', 'fill-opacity': 0.17 }],
    ['circle', seat === 'one' ? { cy: 14, r: 11, fill: '#f7e9cd' } : { cy: 14, r: 10, fill: 'none', stroke: '#f7e9cd', 'stroke-width': 5 }],
  ]
}

/** The burnt dots at one end of a lane. @param {Side} side @param {number} lane @param {number} far @param {number} count */
function dots(side, lane, far, count) {
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = spot(side, lane, far)
    const off = (i - (count - 1) / 2) * 25
    const [cx, cy] = side === 'top' ? [x + off, y] : [x, y + off]
    return `M${cx - 9} ${cy}a9 9 0 1 0 18 0a9 9 0 1 0-18 0`
  }).join('')
}

/** A piece that jumps is drawn last, above those that it jumps. @param {Shape[]} pieces */
const raised = (pieces) => pieces.sort((a, b) => (a[1].hop ?? 0) - (b[1].hop ?? 0))

/** Lines through lanes. @param {(side: Side, lane: number) => [number, number, number, number]} ends */
const lines = (ends) => SIDES.flatMap((side) => LANES.map((lane) => {
  const [a, b, c, d] = ends(side, lane)
  return `M${a} ${b}L${c} ${d}`
})).join('')

const LANE_PATHS = lines((side, lane) => [...spot(side, lane, -START), ...spot(side, lane, START)])
const BURNT = SIDES.map((side) => LANES.map((lane) => {
  const out = DOTS[side][lane - 1]
  return dots(side, lane, -DOTS_AT, out) + dots(side, lane, DOTS_AT, 4 - out)
}).join('')).join('')
/** The wells of the start and turning squares. @param {number} r */
const wells = (r) => SIDES.flatMap((side) => LANES.flatMap((lane) => [-START, START].map((far) => {
  const [x, y] = spot(side, lane, far)
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`
}))).join('')
const WELLS = wells(45)

/** @type {Shape[]} */
const WOOD = [
  ['rect', { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 44, fill: 'url(#squadro-wood)' }],
  ['g', { 'clip-path': 'url(#squadro-plank)' }, grain(HALF, 40, 'rgb(140 95 45 / .2)')],
  ['rect', { x: -HALF + 3, y: -HALF + 3, width: 2 * HALF - 6, height: 2 * HALF - 6, rx: 41, fill: 'none', stroke: '#fff3d6', 'stroke-opacity': 0.55, 'stroke-width': 4 }],
  ['path', { d: WELLS, fill: '#fff0cf', 'fill-opacity': 0.75, transform: 'translate(0 3)' }],
  ['path', { d: LANE_PATHS, stroke: '#fff0cf', 'stroke-opacity': 0.75, 'stroke-width': 30, 'stroke-linecap': 'round', transform: 'translate(1.5 3)' }],
  ['path', { d: WELLS, fill: '#4b2f17' }],
  ['path', { d: LANE_PATHS, stroke: '#4b2f17', 'stroke-width': 30, 'stroke-linecap': 'round' }],
  ['path', { d: wells(41), fill: '#6a4828', transform: 'translate(0 2)' }],
  ['path', { d: LANE_PATHS, stroke: '#5f4024', 'stroke-width': 23, 'stroke-linecap': 'round', transform: 'translate(1 2)' }],
  ['path', { d: BURNT, fill: '#3b2310' }],
]

/** @type {GameFile<View>} */
export default {
  id: 'squadro',
  box: [-HALF - 8, -HALF - 8, 2 * HALF + 16, 2 * HALF + 20],
  // Words and notation say top and left: the board lies so until somebody turns it.
  turns: { one: 0, two: 0 },
  solved: true,

  shared: [
    ['linearGradient', { id: 'squadro-wood', x1: 0, y1: 0, x2: 1, y2: 1 }, ['stop', { offset: 0, 'stop-color': '#f1dcb4' }], ['stop', { offset: 0.55, 'stop-color': '#e6c994' }], ['stop', { offset: 1, 'stop-color': '#d8b67c' }]],
    ['linearGradient', { id: 'squadro-one', x1: 0, y1: 0, x2: 1, y2: 1 }, ['stop', { offset: 0, 'stop-color': '#c9532f' }], ['stop', { offset: 1, 'stop-color': '#a33a1b' }]],
    ['linearGradient', { id: 'squadro-two', x1: 0, y1: 0, x2: 1, y2: 1 }, ['stop', { offset: 0, 'stop-color': '#2f5590' }], ['stop', { offset: 1, 'stop-color': '#1b3560' }]],
    ['clipPath', { id: 'squadro-plank' }, ['rect', { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 44 }]],
  ],

  draw(view, { turn, last }) {
    const moved = /** @type {Event | undefined} */ (last.find((event) => event.event === 'moved'))
    const trail = moved && [...spot(SIDE[moved.seat], moved.lane, along(moved.from)), ...spot(SIDE[moved.seat], moved.lane, along(Math.min(moved.to, HOME - 0.01)))]
    return [['rect', { x: -HALF, y: -HALF + 8, width: 2 * HALF, height: 2 * HALF, rx: 44, fill: '#3a2410', 'fill-opacity': 0.35 }], turned(turn,
      ['g', { key: 'wood' }, ...WOOD],
      ...SIDES.flatMap((side) => LANES.map((lane) => /** @type {Shape} */ ([
        'g', { key: `shelf ${side}${lane}`, at: [...spot(side, lane, -SHELF), -90 * turn] },
        ['circle', { r: 27, fill: '#b98f55', 'fill-opacity': 0.4 }],
        ['text', { class: 'engraved', y: 14, 'font-size': 40, 'text-anchor': 'middle', fill: '#4b2f17' }, String(lane)],
      ]))),
      trail && ['path', { key: 'trail', class: 'trail', d: `M${trail[0]} ${trail[1]}L${trail[2]} ${trail[3]}`, stroke: '#ffd98a', 'stroke-width': 12, 'stroke-linecap': 'round', 'stroke-opacity': 0.75 }],
      ...raised(SIDES.flatMap((side) => LANES.map((lane) => {
        const progress = view[side][lane - 1]
        return /** @type {Shape} */ (['g', {
          key: `${side}${lane}`, anchor: `${side}${lane}`, class: `piece ${SEAT[side]}${progress === HOME ? ' home' : ''}`,
          at: stand(side, lane, progress), hop: view.hop === `${side}${lane}` ? 1.28 : undefined,
        }, ...pawn(side)])
      }))))]
  },

  preview(view, /** @type {Preview} */ { seat, lane, to, sent_back }) {
    const side = SIDE[seat]
    view[side][lane - 1] = to
    for (const back of sent_back) view[side === 'top' ? 'left' : 'top'][back.lane - 1] = back.to
  },

  // A piece that arrives is shown a hair before its goal first, so that it is seen to turn or to leave the board.
  events: {
    moved(view, /** @type {Event} */ { seat, lane, to, jumped }) {
      view[SIDE[seat]][lane - 1] = to === TURN || to === HOME ? to - 0.001 : to
      view.hop = jumped.length ? `${SIDE[seat]}${lane}` : undefined
      return jumped.length ? 320 : 220
    },
    sent_back(view, /** @type {Event} */ { seat, lane, to }) {
      view.hop = undefined
      view[SIDE[seat]][lane - 1] = to
      return 260
    },
    turned(view, /** @type {Event} */ { seat, lane }) { view[SIDE[seat]][lane - 1] = TURN },
    home(view, /** @type {Event} */ { seat, lane }) {
      view[SIDE[seat]][lane - 1] = HOME
      return 260
    },
  },

  told: {
    moved: ({ to }, say) => ({ place: place(to, say) }),
    sent_back: ({ to }, say) => ({ place: place(to, say) }),
    // Where a piece moved says it already.
    turned: false, home: false,
  },

  count: (view, say) => [
    { label: say('squadro.page.count.home'), one: view.top.filter((p) => p === HOME).length, two: view.left.filter((p) => p === HOME).length, sum: true },
    { label: say('squadro.page.count.way'), one: total(view.top), two: total(view.left) },
  ],

  entry: (moves, _seat, say, short) => moves.filter(({ seat }) => seat).map(({ text }) => (short ? text : say('squadro.page.list.lane', { lane: text }))).join(' '),

  words: (text, say) => (text.startsWith('@') ? say('squadro.event.starts', { seat: text.slice(1) }) : text),

  describe(view, say) {
    const sides = SIDES.map((side) => {
      const pieces = LANES.map((lane) => say('page.squadro.piece', { lane, place: place(view[side][lane - 1], say) }))
      return say('page.squadro.side', { side: say(`squadro.word.${side}`), home: view[side].filter((p) => p === HOME).length, pieces: pieces.join(' ; ') })
    })
    return sides.join(' ')
  },

  label(anchor, view, say, preview) {
    const side = anchor.startsWith('top') ? 'top' : 'left'
    const lane = Number(anchor.at(-1))
    const name = say('page.squadro.label', { side: say(`squadro.word.${side}`), lane, place: place(view[side][lane - 1], say) })
    if (!preview) return name
    const { to, sent_back } = /** @type {Preview} */ (preview)
    const goes = say('page.squadro.goes', { name, place: place(to, say) })
    return sent_back.length ? say('page.squadro.sends', { goes, lanes: sent_back.map((back) => back.lane) }) : goes
  },
}

/** @param {number[]} progresses */
const total = (progresses) => progresses.reduce((sum, progress) => sum + progress, 0)

/** @param {number} progress @param {Say} say */
function place(progress, say) {
  if (progress === 0) return say('page.squadro.start')
  if (progress === TURN) return say('page.squadro.turning')
  if (progress === HOME) return say('page.squadro.home')
  return progress < TURN ? say('page.squadro.out', { crossing: progress }) : say('page.squadro.back', { crossing: HOME - progress })
}
