// What Backgammon Wars looks like: the table, units told apart by shape, tokens, dice and cards.
//
// The board lies around the origin as seen by who looks: the own side below. Places are the anchors of the view: p1 to
// p24 are One's numbers, `wall` and `off` a seat's own.
import { die } from '../svg/dice.js'
import { SEATS, el, gradient, index, label, slab } from '../svg/shapes.js'
import { CREAM, INK, MARKS, cards } from './backgammon-wars-cards.js'

/** @typedef {'w' | 'a' | 'm'} Letter */
/** @typedef {{ id: string, seat: number, kind: Letter, place: string, trapped: boolean }} Unit */
/** @typedef {{ size: number, cards: string[], shown: string[] }} Hand */
/** @typedef {{ points: string[], wall: [string, string], off: [string, string] }} Board */
/** @typedef {{ rolled: number[], extra: number, purpose: 'move' | 'shoot' | 'hex', choice: boolean }} Dice */
/** @typedef {'none' | 'hidden' | { seen: [number, number] }} Early */
/** @typedef {Record<string, any>} Wait */
/**
 * @typedef {{ options: { variant: string, dusk: number }, board: Board, tokens: { barrier: [number, number], fire: number },
 *   pips: [number, number], dice: Dice, hands: [Hand, Hand], pile: number, discards: string[], spent: string[], table: { card: string } | null,
 *   early: [Early, Early], stolen: [number, number], waits: (Wait | string)[], turn: number,
 *   units?: Unit[], swapped?: boolean, opened?: boolean, roller?: number }} View
 */

export const KINDS = { w: 'warrior', a: 'archer', m: 'mage' }
const [WIDE, HIGH, EDGE] = [590, 400, 46]
/** Half the height of a table without cards in a tall room. */
export const TALL = 560
const POINT = 80
const BAR = -44
const TRAY = 534

// Who and where.

/** A seat's own number as a place. @param {number} seat @param {number} own */
export const placeOf = (seat, own) => (own === 25 ? 'wall' : own === 0 ? 'off' : `p${seat ? 25 - own : own}`)
/** @param {View} view */
export const isFantasy = (view) => view.options.variant === 'fantasy'

/** The seat that the game waits for, or nobody. @param {View} view */
export function asked({ waits }) {
  const wait = waits.at(-1)
  if (!wait || typeof wait === 'string') return null
  const seat = wait.before ?? wait.keep ?? wait.window ?? wait.dice ?? wait.parry ?? wait.evoke?.seat
  return seat ? index(seat) : null
}

/** Whose dice lie on the board. @param {View} view */
function roller(view) {
  for (const wait of view.waits) if (typeof wait !== 'string' && (wait.dice ?? wait.roll?.seat)) return index(wait.dice ?? wait.roll.seat)
  return view.roller ?? 0
}

/** Every unused die, the lowest first: the dice of the anchors. @param {View} view */
export const unused = ({ dice }) => [...dice.rolled, ...(dice.extra ? [dice.extra] : [])].sort((a, b) => a - b)

// Where things stand. `side` is 1 when the eye is One's, -1 when it is Two's.

/** The middle of a point's base. @param {number} side @param {number} point @param {number} [high] half the table's height @returns {[number, number]} */
function base(side, point, high = HIGH) {
  const column = point <= 12 ? 12 - point : point - 13
  const x = (column < 6 ? -526 : -442) + POINT * column
  return [side * x, side * (point <= 12 ? 1 : -1) * (high - EDGE)]
}

/** @param {Unit} unit @param {number} height @param {number} count @param {number} side @param {number} [high] @returns {At} */
function stand({ place, seat }, height, count, side, high = HIGH) {
  const below = side * (seat ? -1 : 1)
  if (place === 'wall') return [side * BAR, below * (70 + height * Math.min(60, (high - 160) / Math.max(1, count - 1)))]
  if (place === 'off') return [side * TRAY + (height % 3 - 1) * 27, below * (high - 70 - Math.floor(height / 3) * 33), 0, 0.4]
  const [x, y] = base(side, Number(place.slice(1)), high)
  return [x, y - Math.sign(y) * (37 + height * Math.min(68, high / 7.14, (high - 164) / Math.max(1, count - 1)))]
}

// What things look like.

const STAR = Array.from({ length: 16 }, (_, i) => {
  const [r, a] = [i % 2 ? 26 : 38, (i * Math.PI) / 8]
  return `${i ? 'L' : 'M'}${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a)).toFixed(1)}`
}).join('') + 'Z'
const SHIELD = 'M0-36Q15-30 31-30V0Q31 25 0 38-31 25-31 0V-30Q-15-30 0-36Z'
const DISC = 'M-34 0A34 34 0 1 1 34 0A34 34 0 1 1-34 0Z'
const BODIES = { w: SHIELD, a: DISC, m: STAR }
const DOT = 'M-12 0A12 12 0 1 1 12 0A12 12 0 1 1-12 0Z'
const FLAME = 'M0-48C6-22 30-14 28 14 27 34 14 44 0 44-16 44-28 34-28 14-28-2-14-8-12-24-4-16-2-8-4 2 6-8 8-26 0-48Z'

/** A unit: its shape tells its kind, a filled or outlined mark its side. @param {Unit} unit @param {boolean} fantasy @returns {Shape[]} */
function body({ kind, seat }, fantasy) {
  const d = fantasy ? BODIES[kind] : DISC
  const sign = fantasy ? MARKS[kind] : DOT
  return [
    ['path', { d, transform: 'translate(0 5)', fill: '#1c1712', 'fill-opacity': 0.38 }],
    ['path', { class: 'rim', d, fill: `url(#seat-${SEATS[seat]})`, stroke: CREAM, 'stroke-width': 3.5, 'stroke-linejoin': 'round' }],
    ['path', { d: sign, ...(seat ? { fill: 'none', stroke: CREAM, 'stroke-width': 4, 'stroke-linejoin': 'round' } : { fill: CREAM }) }],
  ]
}

/** Field, triangles, frame and Wall; the same from both sides but for the tray. @param {number} side @param {number} high @returns {Shape[]} */
function table(side, high) {
  const triangle = (/** @type {number} */ point) => {
    const [x, y] = base(side, point, high)
    return `M${x - 38} ${y}L${x} ${y - Math.sign(y) * (high - 108)}L${x + 38} ${y}Z`
  }
  const points = Array.from({ length: 24 }, (_, i) => i + 1)
  const deep = high - EDGE
  const inner = (/** @type {number} */ x, /** @type {number} */ width) => el('rect', { x: side > 0 ? x : -x - width, y: -deep, width, height: 2 * deep, rx: 6, fill: 'url(#backgammon-wars-field)' })
  const bar = side * BAR
  return [
    ...slab(-WIDE, -high, 2 * WIDE, 2 * high, 30, 'url(#backgammon-wars-frame)'),
    ['rect', { x: -WIDE + 3, y: -high + 3, width: 2 * WIDE - 6, height: 2 * high - 6, rx: 27, fill: 'none', stroke: '#fff3d6', 'stroke-opacity': 0.2, 'stroke-width': 3 }],
    inner(-566, 480), inner(-2, 480),
    ...[-1, 1].map((half) => el('rect', { x: side * TRAY - 43, y: half > 0 ? 12 : -deep, width: 86, height: deep - 12, rx: 10, fill: '#26221f' })),
    ['path', { d: points.filter((p) => p % 2).map(triangle).join(''), fill: '#50606c' }],
    ['path', { d: points.filter((p) => p % 2 === 0).map(triangle).join(''), fill: '#e8d7ae' }],
    ['rect', { x: bar - 41, y: -deep, width: 82, height: 2 * deep, fill: 'url(#backgammon-wars-stone)' }],
    ['path', { d: Array.from({ length: 13 }, (_, i) => {
      const y = Math.round(-deep + (i * 2 * deep) / 13)
      return `M${bar - 41} ${y}h82M${bar + (i % 2 ? 14 : -14)} ${y}v${Math.round(deep / 6.5)}`
    }).join(''), stroke: '#3a3733', 'stroke-opacity': 0.55, 'stroke-width': 3 }],
  ]
}

/** The six targets of an archer lie across from its section, numbered from left to right. @param {string} place */
const across = (place) => 18 - 6 * Math.floor((Number(place.slice(1)) - 1) / 6)

/** Numbers on what archers can aim at: of the archer in hand, or of all whose roll it is.
 * @param {View} view @param {Unit[]} all @param {number} seat @param {string | null | undefined} picked */
function targets(view, all, seat, picked) {
  const aims = picked === 'card:aimed' || (view.dice.purpose === 'shoot' && unused(view).length > 0 && roller(view) === seat)
  if (!aims) return new Set()
  const archers = all.filter((unit) => unit.kind === 'a' && unit.seat === seat && !unit.trapped && unit.place.startsWith('p') && (!picked || picked === unit.place || picked === 'card:aimed'))
  return new Set(archers.map(({ place }) => across(place)))
}

/** @param {View} view @param {number} side @param {Set<unknown>} aimed @param {number} eye @param {number} high @returns {Shape[]} */
function places(view, side, aimed, eye, high) {
  const dice = unused(view)
  return Array.from({ length: 24 }, (_, i) => {
    const point = i + 1
    const [x, y] = base(side, point, high)
    const up = -Math.sign(y)
    const number = (i % 6) + 1
    const target = aimed.has(i - (i % 6))
    return el('g', { key: `p${point}`, anchor: `p${point}`, class: 'point' },
      ['rect', { class: 'hit', x: x - POINT / 2, y: up < 0 ? 20 : y - EDGE, width: POINT, height: high - 20 }],
      ['path', { class: 'rim', d: `M${x - 36} ${y}L${x} ${y + up * (high - 112)}L${x + 36} ${y}Z`, fill: 'none' }],
      target && ['circle', { class: 'aim', cx: x, cy: y - up * 23, r: 21, fill: dice.includes(number) ? '#ffb52e' : '#6b5a3c' }],
      target ? label(x, y - up * 23, number, 30, { class: 'aim', 'font-weight': 700, fill: dice.includes(number) ? INK : CREAM })
        : label(x, y - up * 23, eye ? 25 - point : point, 25, { class: 'number', fill: '#cfc5b4' }))
  })
}

/** Fire and barriers. @param {View} view @param {number} side @returns {Content[]} */
function tokens({ tokens: { fire, barrier } }, side) {
  const [x, y] = fire ? base(side, fire) : [0, 0]
  const up = -Math.sign(y)
  return [
    fire > 0 && ['g', { key: 'fire', at: [x, y + up * 60], class: 'token' },
      ['circle', { r: 62, fill: 'url(#backgammon-wars-glow)' }], ['path', { d: FLAME, fill: '#d9480f' }], ['path', { d: FLAME, transform: 'translate(0 14) scale(.56)', fill: '#ffd166' }]],
    ...barrier.map((own, seat) => {
      if (!own) return null
      const [x, y] = base(side, seat ? 25 - own : own)
      const up = -Math.sign(y)
      const [soft, hard] = seat ? ['#8fb4ea', '#24457a'] : ['#f2a486', '#a33a1b']
      return el('g', { key: `barrier ${seat}`, at: [x, y + up * 146], class: 'token' },
        ['rect', { x: -39, y: -146, width: 78, height: 292, rx: 30, fill: soft, 'fill-opacity': 0.28, stroke: soft, 'stroke-width': 5 }],
        ['path', { d: `M-34 ${up * 112}Q0 ${up * 166} 34 ${up * 112}`, fill: 'none', stroke: hard, 'stroke-width': 9, 'stroke-linecap': 'round', ...(seat ? { 'stroke-dasharray': '3 15' } : {}) }])
    }),
  ]
}

/** A trap's jaws around the unit below. @param {number} side @param {Unit} unit @returns {Shape} */
function jaws(side, unit) {
  const [x, y] = stand(unit, 0, 2, side)
  const teeth = Array.from({ length: 12 }, (_, i) => {
    const a = (i * Math.PI) / 6
    return `M${(43 * Math.cos(a - 0.16)).toFixed(1)} ${(43 * Math.sin(a - 0.16)).toFixed(1)}L${(29 * Math.cos(a)).toFixed(1)} ${(29 * Math.sin(a)).toFixed(1)}L${(43 * Math.cos(a + 0.16)).toFixed(1)} ${(43 * Math.sin(a + 0.16)).toFixed(1)}Z`
  }).join('')
  return ['g', { key: `trap ${unit.place}`, at: [x, y], class: 'token' }, ['circle', { r: 42, fill: 'none', stroke: '#2b2622', 'stroke-width': 6 }], ['path', { d: teeth, fill: '#2b2622' }]]
}

/** Dice in the middle: those of who looks at the right, the other's at the left. The die that a click plays stands first.
 * @param {View} view @param {number} below @returns {Content[]} */
function thrown(view, below) {
  const dice = unused(view)
  const middle = (roller(view) === below ? 1 : -1) * (below ? -1 : 1)
  const x = (middle > 0 ? 238 : -326) * (below ? -1 : 1)
  const order = dice.map((_, i) => i)
  if (!view.swapped) order.reverse()
  return order.map((i, n) => {
    const at = /** @type {At} */ ([x + (n - (dice.length - 1) / 2) * 88, 0, n % 2 ? 4 : -5, 0.74])
    const free = dice.length > 1 && dice[0] !== dice.at(-1) ? '' : undefined
    const pips = dice[i]
    // Potions lead beyond six: such a die shows its number.
    const shape = die({ key: `die ${view.turn} ${pips} ${i - dice.indexOf(pips)}`, at, pips: pips > 6 ? 0 : pips, anchor: `die${i}` })
    shape[1]['data-free'] = free
    if (pips > 6) shape.push(label(0, 0, pips, 62, { fill: INK, 'font-weight': 700 }))
    return shape
  })
}

/** Where the units of the last move came from, a ring, and went to, a dot; a shot is a line of dashes.
 * @param {any[]} last @param {number} side @param {number} high @returns {Shape[]} */
function trail(last, side, high) {
  return last.filter(({ event }) => ['moved', 'entered', 'borne_off', 'pushed', 'shot'].includes(event)).map(({ event, ...told }, i) => {
    const at = (/** @type {number | undefined} */ own) => {
      const place = own ? placeOf(index(told.seat), own) : 'off'
      const [x, y] = place.startsWith('p') ? base(side, Number(place.slice(1)), high) : [0, 0]
      return own ? [x, y - Math.sign(y) * (high - 86)] : null
    }
    const [from, to] = [at(told.from), at(told.to)]
    return el('g', { key: `trail ${i}`, class: 'trail', fill: '#ffd98a', stroke: '#ffd98a', 'stroke-width': 5 },
      from && ['circle', { cx: from[0], cy: from[1], r: 8, fill: 'none' }],
      to && ['circle', { cx: to[0], cy: to[1], r: 8 }],
      event === 'shot' && from && to && ['path', { d: `M${from}L${to}`, 'stroke-dasharray': '4 16', 'stroke-linecap': 'round' }])
  })
}

/** @type {Shape[]} */
export const GRADIENTS = [
  gradient('backgammon-wars-frame', '#4b443d', '#332e2a'),
  gradient('backgammon-wars-stone', '#6d6862', '#8b857d', '#66615b'),
  ['radialGradient', { id: 'backgammon-wars-field' }, ['stop', { offset: 0, 'stop-color': '#b7aa92' }], ['stop', { offset: 1, 'stop-color': '#a1947c' }]],
  ['radialGradient', { id: 'backgammon-wars-glow' }, ['stop', { offset: 0, 'stop-color': '#ffb347', 'stop-opacity': 0.9 }], ['stop', { offset: 1, 'stop-color': '#ff7b00', 'stop-opacity': 0 }]],
]

/** Everything on the table. @param {View} view @param {Unit[]} all units, those of one place bottom first @param {import('../table/stage.js').Scene} scene @returns {Content[]} */
export function scenery(view, all, scene) {
  const { me, last, picked, say } = scene
  const below = me === 'two' ? 1 : 0
  const side = below ? -1 : 1
  const actor = me ? below : asked(view) ?? 0
  const fantasy = isFantasy(view)
  const high = scene.tall && !fantasy ? TALL : HIGH
  /** @type {Map<string, number>} */
  const counts = new Map()
  const stackOf = (/** @type {Unit} */ unit) => (unit.place.startsWith('p') ? unit.place : `${unit.place} ${unit.seat}`)
  for (const unit of all) counts.set(stackOf(unit), (counts.get(stackOf(unit)) ?? 0) + 1)
  /** @type {Map<string, number>} */
  const heights = new Map()
  const half = side * (actor ? -1 : 1)
  const beside = (/** @type {string} */ name, /** @type {number} */ x) => el('g', { key: name, anchor: name, class: 'point' },
    ['rect', { class: 'rim', x: side * x - 40, y: half > 0 ? 14 : 14 - high + EDGE, width: 80, height: high - EDGE - 28, rx: 9, fill: 'transparent' }])
  return [
    ['g', { key: `table ${side} ${high}` }, ...table(side, high)],
    ...places(view, side, targets(view, all, actor, picked), below, high),
    beside('wall', BAR), beside('off', TRAY),
    ...trail(last, side, high),
    ...[0, 1].map((seat) => {
      const y = side * (seat ? -1 : 1) * (high - EDGE / 2)
      return label(side * BAR, y, view.pips[seat], 30, { key: `pips ${seat}`, class: 'pips', fill: CREAM, 'font-weight': 600 })
    }),
    ...tokens(view, side),
    // Bottoms of stacks first, so that what lies on top is seen.
    ...all.map((unit) => {
      const height = heights.get(stackOf(unit)) ?? 0
      heights.set(stackOf(unit), height + 1)
      const count = counts.get(stackOf(unit)) ?? 1
      const top = height === count - 1
      return el('g', {
        key: unit.id, class: 'unit', at: stand(unit, height, count, side, high),
        'data-grip': top && unit.place !== 'off' && (unit.place !== 'wall' || unit.seat === actor) ? unit.place : undefined,
      }, ...body(unit, fantasy), top && count > 5 && unit.place.startsWith('p') && label(0, 0, count, 36, { class: 'height', fill: INK, stroke: CREAM, 'stroke-width': 8, 'paint-order': 'stroke', 'font-weight': 700 }))
    }),
    ...all.filter(({ trapped }) => trapped).map((unit) => jaws(side, unit)),
    ...[0, 1].filter((seat) => counts.get(`off ${seat}`)).map((seat) => label(side * TRAY, side * (seat ? -1 : 1) * 40, counts.get(`off ${seat}`) ?? 0, 44, { key: `off ${seat}`, fill: CREAM, 'font-weight': 600 })),
    ...thrown(view, below),
    ...(fantasy ? cards(view, below, scene) : []),
    fantasy && label(-588, 430, `${say('backgammon-wars.show.turn')} ${view.turn}/${view.options.dusk}`, 30, { key: 'turn', class: 'count wide', 'text-anchor': 'start' }),
  ]
}
