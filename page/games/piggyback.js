// Piggyback: chequered felt, blocks that climb on each other's backs, abilities as discs beneath them.
//
// The board lies around the origin. Beside it (below it on a tall screen) stands a tray: it holds the bank; in a
// fight both stacks, their rolls and the die; after it the spoils. Nothing ever lies over the board.
import { die } from '../svg/dice.js'
import { percent } from '../table/aid.js'

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

const HALF = 464
const EDGE = 46
const TRAY = { x: 644, half: 110 }
const FULL = HALF + EDGE + 8
/** From this many quiet turns on, their count is shown. */
const QUIET = 30
/** @type {Colour[]} */
const COLOURS = ['green', 'mauve', 'yellow', 'orange']
/** @type {Seat[]} */
const SEATS = ['one', 'two']
/** Fill, mark on it. */
const PAINT = { green: ['#2f7d4f', '#f4fff2'], mauve: ['#7b4ba0', '#fdf4ff'], yellow: ['#ecbb2c', '#4a3204'], orange: ['#d9601c', '#fff6e6'] }
const LINE = { fill: 'none', 'stroke-width': 5.5, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
const MARKS = {
  green: 'M-13-12-1 0-13 12M3-12 15 0 3 12',
  mauve: 'M-16-8H14M6-16 14-8 6 0M16 9H-14M-6 1-14 9-6 17',
  yellow: 'M0-3C-14-8-13-21-5-20-2-20 0-17 0-15 0-17 2-20 5-20 13-21 14-8 0-3 5-17 18-16 17-8 17-5 14-3 12-3 14-3 17-1 17 2 18 10 5 11 0-3 14 2 13 15 5 14 3 14 1 13 1 11Q2 17 6 20L3 21Q-2 17-1 11C-1 13-3 14-5 14-13 15-14 2 0-3-5 11-18 10-17 2-17-1-14-3-12-3-14-3-17-5-17-8-18-16-5-17 0-3Z',
  orange: 'M2-20C4-10 15-5 15 6A15 13 0 0 1-15 6C-15-2-10-5-8-12-4-9-3-6-2-3 2-8 3-13 2-20Z',
}

/** @param {Seat} seat @returns {Seat} */
const foe = (seat) => (seat === 'one' ? 'two' : 'one')
/** In the order of the notation. @param {Colour[]} pieces */
const sorted = (pieces) => COLOURS.flatMap((colour) => pieces.filter((piece) => piece === colour))
/** @param {string} space @returns {[number, number]} */
const files = (space) => [space.charCodeAt(0) - 97, Number(space[1]) - 1]
/** @param {number} t */
const eased = (t) => 1 - (1 - t) ** 3

/** A way on the board as a way on the screen. @param {number} file @param {number} rank @param {number} size @param {number} turn
 * @returns {[number, number]} */
function way(file, rank, size, turn) {
  const cell = (2 * HALF) / size
  let [x, y] = [file * cell, -rank * cell]
  for (let i = 0; i < turn; i++) [x, y] = [-y, x]
  return [x, y]
}

/** The middle of a space. @param {string} space @param {number} size @param {number} turn */
function spot(space, size, turn) {
  const [file, rank] = files(space)
  return way(file - (size - 1) / 2, rank - (size - 1) / 2, size, turn)
}

/** An ability. @param {Colour} colour @param {number} r @returns {Shape[]} */
function disc(colour, r) {
  const [fill, mark] = PAINT[colour]
  const line = colour === 'green' || colour === 'mauve'
  return [
    ['circle', { cy: r * 0.1, r, fill: '#2b2413', 'fill-opacity': 0.3 }],
    ['circle', { class: 'rim', r, fill, stroke: '#fbf3e2', 'stroke-width': Math.max(2.5, r / 11) }],
    ['path', { d: MARKS[colour], transform: `scale(${r / 31})`, ...(line ? { ...LINE, stroke: mark } : { fill: mark }) }],
  ]
}

/** A stack of blocks, its lowest around the origin. @param {Seat} seat @param {number} units @returns {Shape[]} */
function stack(seat, units) {
  const step = 27
  return [
    ['ellipse', { cx: 2, cy: 25, rx: 42, ry: 13, fill: '#2b2413', 'fill-opacity': 0.32 }],
    ...Array.from({ length: units }, (_, i) => /** @type {Shape} */ (['g', { key: `unit ${i}`, transform: `translate(${[0, 4, -3][i]} ${-i * step})` },
      ['rect', { x: -38, y: -25, width: 76, height: 52, rx: 17, fill: seat === 'one' ? '#7c2a12' : '#14274a', stroke: '#fbf3e2', 'stroke-width': 3 }],
      ['rect', { x: -36.5, y: -23.5, width: 73, height: 36, rx: 15, fill: `url(#piggyback-${seat})` }],
      ['circle', seat === 'one' ? { cy: -6, r: 8.5, fill: '#fbf0dc' } : { cy: -6, r: 7.5, fill: 'none', stroke: '#fbf0dc', 'stroke-width': 4.5 }],
    ])),
  ]
}

/** A group as it stands on its space. @param {Group} group @param {number} turn @param {number} size @returns {Shape} */
function standing({ seat, units, pieces, away = [0, 0] }, turn, size) {
  const [x, y] = way(away[0], away[1], size, turn)
  const lift = (units - 1) * 11 - (pieces.length ? 13 : 3)
  return ['g', { key: 'group', at: [x, y, 0, 8 / size], class: seat },
    ...pieces.map((colour, i) => /** @type {Shape} */ (['g', { key: `piece ${i}`, transform: `translate(${(i - (pieces.length - 1) / 2) * 42} 34)` }, ...disc(colour, 21)])),
    ['g', { key: 'stack', transform: `translate(0 ${lift}) scale(1.08)` }, ...stack(seat, units)]]
}

/** The felt with its homes and letters. @param {View} view @param {number} turn @returns {Shape[]} */
function felt({ size, homes }, turn) {
  const cell = (2 * HALF) / size
  const spaces = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)])
  const dark = spaces.filter(([file, rank]) => (file + rank) % 2 === 0).map(([file, rank]) => {
    const [x, y] = way(file - (size - 1) / 2, rank - (size - 1) / 2, size, turn)
    return `M${x - cell / 2} ${y - cell / 2}h${cell}v${cell}h${-cell}Z`
  })
  const off = HALF + EDGE / 2
  /** @param {string} text @param {number} x @param {number} y @returns {Shape} */
  const letter = (text, x, y) => ['text', { key: `edge ${text}`, class: 'engraved', at: [x, y + 12], 'text-anchor': 'middle', 'font-size': 37, fill: '#e9dcc0' }, text]
  return [
    ['rect', { x: -HALF - EDGE, y: -HALF - EDGE + 8, width: 2 * (HALF + EDGE), height: 2 * (HALF + EDGE), rx: 34, fill: '#2b2413', 'fill-opacity': 0.3 }],
    ['rect', { x: -HALF - EDGE, y: -HALF - EDGE, width: 2 * (HALF + EDGE), height: 2 * (HALF + EDGE), rx: 34, fill: 'url(#piggyback-wood)' }],
    ['rect', { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 8, fill: '#d5d8c0' }],
    ['path', { d: dark.join(''), fill: '#bac3a4' }],
    ['rect', { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 8, fill: 'url(#piggyback-felt)', stroke: '#3c2a17', 'stroke-opacity': 0.5, 'stroke-width': 4 }],
    ...Array.from({ length: size }, (_, i) => {
      const [x, y] = way(i - (size - 1) / 2, 0, size, turn)
      const [a, b] = way(0, i - (size - 1) / 2, size, turn)
      const across = turn % 2 === 0
      return [
        across ? letter('abcdefgh'[i], x, off) : letter('abcdefgh'[i], -off, y),
        across ? letter(String(i + 1), -off, b) : letter(String(i + 1), a, off),
      ]
    }).flat(),
    ...homes.map(({ at, colour }) => /** @type {Shape} */ (['g', { key: `home ${at}`, at: [...spot(at, size, turn), 0, 8 / size] },
      ['circle', { r: 45, fill: 'none', stroke: '#fffbe9', 'stroke-opacity': 0.8, 'stroke-width': 6, cy: 2 }],
      ['circle', { r: 45, fill: PAINT[colour][0], 'fill-opacity': 0.1, stroke: PAINT[colour][0], 'stroke-width': 6 }],
      ['path', { d: MARKS[colour], ...LINE, 'stroke-width': 3.5, stroke: PAINT[colour][0], 'stroke-opacity': 0.75 }]])),
  ]
}

/** Pieces in four places, one of each colour. @param {Colour[]} pieces @param {string} name @param {boolean} tall @returns {Shape[]} */
function heap(pieces, name, tall) {
  return COLOURS.map((colour, i) => {
    const count = pieces.filter((piece) => piece === colour).length
    const step = count > 2 ? 34 : 74
    return ['g', { key: `${name} ${colour}`, anchor: `${name}:${colour}`, at: tall ? [-196 + i * 158, -14] : [0, -312 + i * 112] },
      ['rect', { class: 'hit', x: -78, y: -54, width: 156, height: 108 }],
      ['rect', { x: -78, y: -44, width: 156, height: 88, rx: 44, fill: '#1f1408', 'fill-opacity': 0.5 }],
      ...Array.from({ length: count }, (_, n) => /** @type {Shape} */ (['g', { key: `disc ${n}`, transform: `translate(${(n - (count - 1) / 2) * step} 0)` }, ...disc(colour, 34)]))]
  })
}

/** @param {string} text @param {number} x @param {number} y @param {object} [more] @returns {Shape} */
const words = (text, x, y, more) => ['text', { x, y, 'text-anchor': 'middle', 'font-size': 37, fill: '#f4e9d2', 'pointer-events': 'none', ...more }, text]

/** The dice that fell last, after the fight or for the first turn. @param {GameEvent[]} last @returns {[Seat, number][]} */
function fallen(last) {
  const opened = /** @type {any} */ (last.find(({ event }) => event === 'opened'))
  if (opened) return [['one', opened.one], ['two', opened.two]]
  const rolled = /** @type {any} */ (last.findLast(({ event }) => event === 'rolled'))
  return rolled ? [[rolled.side, rolled.die]] : []
}

/** One side of a fight: its number and chance, the rolls left, the stack and what it carries.
 * @param {View} view @param {Fight} fight @param {Seat} seat @param {At} at @param {boolean} tall @param {boolean} aid @returns {Shape} */
function fighter(view, fight, seat, at, tall, aid) {
  const group = view.groups.find((group) => group.at === (seat === fight.attacker ? fight.from : fight.at) && group.seat === seat)
  const side = SEATS.indexOf(seat)
  const chance = seat === fight.attacker ? fight.chance : 1 - (fight.chance ?? 0)
  const rolling = atDie(view) === seat
  const pieces = group?.pieces ?? []
  const [w, h] = tall ? [164, 92] : [94, 160]
  const middle = (pieces.length - 1) / 2
  return ['g', { key: `fighter ${seat}`, at, opacity: view.winner === foe(seat) ? 0.3 : 1 },
    ['rect', { x: -w, y: -h, width: 2 * w, height: 2 * h, rx: 20, fill: seat === 'one' ? '#a83f20' : '#2f5590', 'fill-opacity': 0.3, stroke: rolling ? '#ffdf9a' : '#f4e9d2', 'stroke-opacity': rolling ? 0.95 : 0.25, 'stroke-width': 3 }],
    words(String(fight.numbers[side] ?? '?'), tall ? -112 : -48, tall ? -6 : -62, { key: 'number', 'font-size': 88, 'font-weight': 700, 'fill-opacity': fight.numbers[side] ? 1 : 0.35 }),
    group && ['g', { key: 'stack', transform: tall ? 'translate(18 20)' : 'translate(44 -80)' }, ...stack(seat, group.units)],
    aid && fight.chance !== null && words(percent(chance ?? 0), tall ? -98 : 0, tall ? 62 : 66, { key: 'chance' }),
    ...Array.from({ length: fight.rolls[side] }, (_, i) => /** @type {Shape} */ (['g', { key: `roll ${i}`, transform: tall ? `translate(-54 ${-58 + i * 34}) scale(.26)` : `translate(${(i - (fight.rolls[side] - 1) / 2) * 38} -2) scale(.3)` }, ['rect', { x: -50, y: -50, width: 100, height: 100, rx: 22, fill: '#fbf3e2' }], ['circle', { r: 17, fill: '#2a2520' }]])),
    ...pieces.map((colour, i) => /** @type {Shape} */ (['g', {
      key: `${rolling ? 'ability' : 'piece'} ${i} ${colour}`, at: tall ? [114, (i - middle) * 82] : [(i - middle) * 84, 114], anchor: rolling && pieces.indexOf(colour) === i ? `ability:${colour}` : undefined,
    }, ['circle', { r: 41, class: 'hit' }], ...disc(colour, 32)])),
  ]
}

/** Who is at the die. @param {View} view @returns {Seat | null} */
function atDie({ wait, scene }) {
  if (!scene || wait.name === 'warp') return null
  return wait.against === undefined || wait.against === null ? scene.attacker : foe(scene.attacker)
}

/** @param {View} view @param {Fight} fight @param {Seat} below @param {boolean} tall @param {boolean} aid @returns {Shape} */
function arena(view, fight, below, tall, aid) {
  const off = 70 * (view.coming ?? 0)
  const { thrown } = view
  const pips = thrown ? thrown.pips : view.wait.die ?? 0
  const warp = view.wait.name === 'warp'
  return ['g', { key: 'fight', at: tall ? [0, off] : [off, 0], opacity: 1 - (view.coming ?? 0) },
    fighter(view, fight, foe(below), tall ? [-328, 0] : [0, -320], tall, aid),
    fighter(view, fight, below, tall ? [328, 0] : [0, 320], tall, aid),
    warp
      ? ['g', { key: 'warp', at: [0, 0] }, ...disc('mauve', 60)]
      : die({ key: 'die', at: [0, 0, thrown?.turn ?? 0, 1.3], pips, anchor: 'die' }),
    view.wait.firepower ? ['g', { key: 'fire', at: [62, -54] }, ...disc('orange', 30), words(`+${view.wait.firepower}`, 0, 13)] : null]
}

/** The tray. @param {View} view @param {{ last: GameEvent[], me: Seat | null, say: Say, tall: boolean, aid: boolean, turn: number }} scene @returns {Shape} */
function tray(view, { last, me, say, tall, aid, turn }) {
  const [w, h] = tall ? [HALF + EDGE, TRAY.half] : [TRAY.half, HALF + EDGE]
  const below = me ?? (turn === 2 ? 'two' : 'one')
  const spoils = view.wait.name === 'spoils'
  const pool = spoils ? [...view.wait.prize, ...view.groups.find(({ at }) => at === view.wait.at)?.pieces ?? []] : view.bank
  const dice = fallen(last)
  const gone = sorted(view.gone)
  return ['g', { key: 'tray', at: tall ? [0, TRAY.x] : [TRAY.x, 0] },
    ['rect', { x: -w, y: -h + 8, width: 2 * w, height: 2 * h, rx: 30, fill: '#2b2413', 'fill-opacity': 0.3 }],
    ['rect', { x: -w, y: -h, width: 2 * w, height: 2 * h, rx: 30, fill: 'url(#piggyback-wood)' }],
    ['rect', { x: -w + 12, y: -h + 12, width: 2 * w - 24, height: 2 * h - 24, rx: 22, fill: '#3a2817', stroke: '#1f1408', 'stroke-opacity': 0.6, 'stroke-width': 3 }],
    view.scene
      ? arena(view, view.scene, below, tall, aid)
      : ['g', { key: spoils ? 'spoils' : 'bank', at: [0, 0] },
          words(say(spoils ? 'piggyback.page.spoils' : 'piggyback.page.bank'), tall ? -378 : 0, tall ? -2 : -410),
          ...heap(pool, spoils ? 'pool' : 'bank', tall),
          gone.length ? words(say('piggyback.page.out'), tall ? -378 : 0, tall ? 74 : 128, { key: 'out', 'fill-opacity': 0.75 }) : null,
          ...gone.map((colour, i) => /** @type {Shape} */ (['g', { key: `gone ${i}`, opacity: 0.6, transform: tall ? `translate(${-250 + i * 36} 62)` : `translate(${-66 + (i % 5) * 33} ${160 + Math.floor(i / 5) * 36})` }, ...disc(colour, 14)])),
          ...dice.map(([seat, pips], i) => /** @type {Shape} */ (['g', { key: `fallen ${seat}`, at: tall ? [dice.length > 1 ? 372 + (i ? 50 : -50) : 400, -12] : [dice.length > 1 ? (i ? 50 : -50) : 0, 330] },
            ['circle', seat === 'one' ? { cy: 70, r: 11, fill: '#ec8a66' } : { cy: 70, r: 9, fill: 'none', stroke: '#a9c6f2', 'stroke-width': 5 }],
            die({ key: 'die', at: [0, 0, 0, 0.8], pips })])),
          view.quiet >= QUIET && words(`${view.quiet}/${view.limit}`, tall ? 378 : 0, tall ? 78 : 462, { key: 'quiet', class: 'quiet' })]]
}

/** The spaces that the last move was about. @param {GameEvent[]} last */
const touched = (last) => new Set(last.flatMap((/** @type {any} */ event) => [event.from, event.to, event.at, event.payer, event.partner]).filter((space) => /^[a-h][1-8]$/.test(space)))

/** A blow: a badge between two spaces that points the way. @param {string} from @param {string} to @param {number} size @param {number} turn
 * @returns {Shape} */
function blow(from, to, size, turn) {
  const [a, b] = [spot(from, size, turn), spot(to, size, turn)]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const part = HALF / size / (Math.max(Math.abs(dx), Math.abs(dy)) || 1)
  return ['g', { key: 'blow', at: [b[0] - dx * part, b[1] - dy * part, (Math.atan2(dy, dx) * 180) / Math.PI], 'pointer-events': 'none' },
    ['circle', { r: 22, fill: '#8f1d12', stroke: '#fff6e0', 'stroke-width': 4 }], ['path', { d: 'M-6-11 7 0-6 11', ...LINE, stroke: '#fff6e0', 'stroke-width': 7 }]]
}

/** What a choice would do. @param {View} view @param {number} turn @param {boolean} aid @returns {Shape} */
function aimed({ aim, size, groups }, turn, aid) {
  if (!aim) return ['g', { key: 'aim', at: [0, 0] }]
  const [from, to] = [aim.from ?? '', aim.to ?? '']
  const hit = groups.some(({ at }) => at === to) && !aim.groups?.length && groups.some(({ at }) => at === from)
  return ['g', { key: 'aim', at: [0.01, 0] },
    hit && blow(from, to, size, turn),
    ...(aim.groups ?? []).map((group) => /** @type {Shape} */ (['g', { key: group.at, at: spot(group.at, size, turn), opacity: 0.65 }, standing(group, turn, size)])),
    ...(aim.lying ?? []).map(({ at, colour }) => /** @type {Shape} */ (['g', { key: at, at: [...spot(at, size, turn), 0, 8 / size] }, ...disc(colour, 36)])),
    hit && aid && aim.chance !== undefined && ['g', { key: 'chance', at: spot(to, size, turn) },
      ['rect', { x: -62, y: -88, width: 124, height: 56, rx: 28, fill: '#2a2520' }], words(percent(aim.chance), 0, -47)]]
}

/** @type {GameFile<View>} */
export default {
  id: 'piggyback',
  box: [-FULL, -FULL, FULL + TRAY.x + TRAY.half + 8, 2 * FULL],
  tall: [-FULL, -FULL, 2 * FULL, FULL + TRAY.x + TRAY.half + 16],
  turns: { one: 0, two: 2 },

  shared: [
    ['linearGradient', { id: 'piggyback-wood', x1: 0, y1: 0, x2: 1, y2: 1 }, ['stop', { offset: 0, 'stop-color': '#7a5735' }], ['stop', { offset: 1, 'stop-color': '#573a20' }]],
    ['linearGradient', { id: 'piggyback-one', x1: 0, y1: 0, x2: 0.6, y2: 1 }, ['stop', { offset: 0, 'stop-color': '#cf5a34' }], ['stop', { offset: 1, 'stop-color': '#a53a1a' }]],
    ['linearGradient', { id: 'piggyback-two', x1: 0, y1: 0, x2: 0.6, y2: 1 }, ['stop', { offset: 0, 'stop-color': '#3a64a4' }], ['stop', { offset: 1, 'stop-color': '#1d3b6c' }]],
    ['radialGradient', { id: 'piggyback-felt', cx: 0.5, cy: 0.42, r: 0.75 }, ['stop', { offset: 0, 'stop-color': '#fffbe6', 'stop-opacity': 0.2 }], ['stop', { offset: 1, 'stop-color': '#24301f', 'stop-opacity': 0.16 }]],
  ],

  draw(view, { turn, last, me, say, tall = false, aid = true }) {
    const { size, scene } = view
    const cell = (2 * HALF) / size
    const marks = scene ? new Set([scene.from, scene.at]) : touched(last)
    const spaces = Array.from({ length: size * size }, (_, i) => `${'abcdefgh'[i % size]}${Math.floor(i / size) + 1}`)
    const lying = new Map(view.lying.map(({ at, colour }) => [at, colour]))
    const groups = new Map(view.groups.map((group) => [group.at, group]))
    // What stands nearer is drawn later, what is on its way last.
    const depth = new Map(spaces.map((space) => [space, space === view.raised ? Infinity : spot(space, size, turn)[1]]))
    const back = [...spaces].sort((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0))
    return [
      ['g', { key: 'felt' }, ...felt(view, turn)],
      ...spaces.map((space) => marks.has(space) && /** @type {Shape} */ (['rect', { key: `mark ${space}`, at: spot(space, size, turn), x: -cell / 2, y: -cell / 2, width: cell, height: cell, fill: scene ? '#a8321c' : '#ffd27a', 'fill-opacity': scene ? 0.3 : 0.5 }])),
      ...spaces.map((space) => {
        const colour = lying.get(space)
        return colour && /** @type {Shape} */ (['g', { key: `lying ${space}`, at: [...spot(space, size, turn), 0, 8 / size], 'pointer-events': 'none' }, ...disc(colour, groups.has(space) ? 50 : 36)])
      }),
      ...back.map((space) => {
        const group = groups.get(space)
        return /** @type {Shape} */ (['g', { key: space, anchor: space, class: group ? (group.seat !== view.to && view.wait.name === 'move' ? 'space foe' : 'space friend') : 'space', at: spot(space, size, turn) },
          ['rect', { key: 'ring', class: 'rim', x: -cell / 2 + 6, y: -cell / 2 + 6, width: cell - 12, height: cell - 12, rx: 18 }],
          ['circle', { key: 'dot', class: 'dot', r: 15 * 8 / size }],
          group && standing(group, turn, size),
          view.climber?.at === space && ['g', { key: 'climber', transform: `translate(0 ${-24 * (group?.units ?? 0)})` }, standing(view.climber, turn, size)]])
      }),
      scene ? blow(scene.from, scene.at, size, turn) : null,
      aimed(view, turn, aid),
      tray(view, { last, me, say, tall, aid, turn }),
    ]
  },

  preview(view, /** @type {Aim} */ preview, choice) {
    view.aim = { ...preview, from: choice?.from, to: choice?.to }
  },

  // Some actions have both a place and a button. A Warp on a neighbour, a Boost to a space where something lies:
  // two meanings of one touch, and the page asks. A Boost for what a step does, or there and back, can be typed.
  choices(choices, view) {
    const steps = new Set(choices.map(({ text }) => text))
    const bare = (/** @type {string} */ space) => !view.lying.some(({ at }) => at === space) && !view.groups.some(({ at }) => at === space)
    return choices.flatMap((choice) => {
      const { text, from, to } = choice
      if (text.startsWith('keep ') && text !== 'keep none') return [...new Set(text.split(' ').slice(1))].map((colour) => ({ ...choice, from: `pool:${colour}`, to: null }))
      if (text.startsWith('place ')) return [choice, { ...choice, from: null }]
      if (text.startsWith('boost') && (from === to || (to && bare(to) && steps.has(`${from}-${to}`)))) return []
      if (text.startsWith('boost2 ') && to && bare(to) && steps.has(`boost ${from}-${to}`)) return []
      return from && !to ? [{ ...choice, from: null }, choice] : [choice]
    })
  },

  // A group that moves is drawn on the space where it arrives from the start, and comes from away.
  events: {
    opened: (_view) => 500,
    stepped: (view, { from, to }) => glide(view, from, to),
    boosted(view, { from, to, spent }) {
      for (let i = 0; i < spent; i++) spend(view, from, 'green')
      // An attacker waits where it stands until the fight is won.
      return groupAt(view, to) && from !== to ? 120 : glide(view, from, to, 420)
    },
    stacked(view, { from, to }) {
      const [mover, host] = [groupAt(view, from), groupAt(view, to)]
      if (!mover || !host || mover === host) return 0
      view.groups = view.groups.filter((group) => group !== mover)
      view.climber = { ...mover, at: to }
      view.raised = to
      return film(300, (t) => {
        if (view.climber) view.climber.away = between(from, to, t)
        if (t < 1) return
        Object.assign(host, { units: host.units + mover.units, pieces: sorted([...host.pieces, ...mover.pieces]) })
        Object.assign(view, { climber: undefined, raised: undefined })
      })
    },
    took(view, { at, colour }) {
      view.lying = view.lying.filter((piece) => piece.at !== at)
      const group = groupAt(view, at)
      if (group) group.pieces = sorted([...group.pieces, colour])
    },
    warped(view, { payer, partner }) {
      spend(view, payer, 'mauve')
      const [one, other] = [groupAt(view, payer), groupAt(view, partner)]
      if (!one || !other) return 0
      ;[one.at, other.at] = [partner, payer]
      return film(480, (t) => { for (const [group, from, to] of /** @type {const} */ ([[one, payer, partner], [other, partner, payer]])) group.away = between(from, to, t) })
    },
    attacked(view, { seat, from, to }) {
      view.scene = { attacker: seat, from, at: to, numbers: [null, null], rolls: [0, 0], chance: null }
      for (const side of SEATS) view.scene.rolls[SEATS.indexOf(side)] = groupAt(view, side === seat ? from : to)?.units ?? 0
      view.wait = { ...view.wait, name: 'attack-roll', die: 0, firepower: 0, against: undefined }
      return film(320, (t) => { view.coming = t < 1 ? 1 - eased(t) : undefined })
    },
    rolled(view, { side, die }) {
      return film(560, (t) => {
        view.thrown = t < 1 ? { side, pips: 1 + ((die + 1 + Math.floor(eased(t) * 9)) % 6), turn: 360 * (1 - eased(t)) } : { side, pips: die, turn: 0 }
        if (t === 1 && view.scene) view.scene.numbers[SEATS.indexOf(side)] = die
      })
    },
    luck_spent: (view, { at }) => spend(view, at, 'yellow'),
    firepower_spent(view, { seat, at, total }) {
      spend(view, at, 'orange')
      if (view.scene) view.scene.numbers[SEATS.indexOf(seat)] = total
      return 260
    },
    die_passed: () => 420,
    won(view, { seat, at, by_attacker }) {
      const from = view.scene?.from ?? at
      const loser = groupAt(view, by_attacker ? at : from)
      const winner = groupAt(view, by_attacker ? from : at)
      let gone = false
      // First the verdict, then the board.
      return film(1300, (t) => {
        view.winner = seat
        view.raised = at
        if (t > 0.55 && !gone) {
          gone = true
          view.groups = view.groups.filter((group) => group !== loser)
          view.lost[SEATS.indexOf(foe(seat))] += loser?.units ?? 0
          if (winner) winner.at = at
        }
        if (gone && winner && by_attacker) winner.away = between(from, at, Math.min(1, (t - 0.55) / 0.25))
        if (t === 1) Object.assign(view, { winner: undefined, raised: undefined, scene: null, thrown: undefined })
      })
    },
    kept(view, { at, pieces }) {
      const group = groupAt(view, at)
      if (group) group.pieces = pieces
    },
    kept_nothing(view, { at }) {
      const group = groupAt(view, at)
      if (group) group.pieces = []
    },
    discarded(view, { pieces }) { view.gone.push(...pieces) },
    placed(view, { at, colour }) {
      view.bank.splice(view.bank.indexOf(colour), 1)
      view.lying.push({ at, colour })
      return 300
    },
  },

  describe(view, say) {
    const sides = SEATS.map((seat) => say('piggyback.page.side', { seat, groups: view.groups.filter((group) => group.seat === seat).map((group) => named(group, say)).join(' ; ') }))
    const lying = say('piggyback.page.lying', { pieces: view.lying.map(({ at, colour }) => `${say(COLOUR[colour])} ${at}`).join(', ') || '–' })
    const bank = say('piggyback.board.bank', { pieces: view.bank.length ? view.bank : '–' })
    const fight = view.scene && say('piggyback.board.attack', { from: view.scene.from, at: view.scene.at }) + '. ' + SEATS.map((seat, i) => say('piggyback.board.number', { seat, number: view.scene?.numbers[i] ?? '–', rolls: view.scene?.rolls[i] })).join('. ') + '.'
    return [...sides, lying, `${bank}.`, fight, view.quiet >= QUIET && `${say('piggyback.board.quiet', { quiet: view.quiet, limit: view.limit })}.`].filter(Boolean).join(' ')
  },

  label(anchor, view, say, preview) {
    const chance = preview?.chance === undefined ? '' : `, ${percent(preview.chance)}`
    const [kind, colour] = /** @type {[string, Colour]} */ (anchor.split(':'))
    if (kind === 'die') return say('piggyback.page.roll') + chance
    if (kind === 'bank') return say('piggyback.page.from-bank', { colour })
    if (kind === 'pool') return say('piggyback.page.keep', { colour })
    if (kind === 'ability') return say(COLOUR[colour]) + chance
    const group = groupAt(view, anchor)
    const piece = view.lying.find(({ at }) => at === anchor)
    const parts = [group ? say('piggyback.page.group', { seat: group.seat, group: named(group, say) }) : anchor, piece && say(COLOUR[piece.colour])]
    return parts.filter(Boolean).join(', ') + chance
  },

  button({ text }, say) {
    const [verb, ...rest] = text.split(' ')
    const space = rest.at(-1)?.split('-').at(-1)
    switch (verb) {
      case 'take': return say('piggyback.page.take')
      case 'leave': return say('piggyback.page.leave')
      case 'roll': return say('piggyback.page.roll')
      case 'luck': return say('piggyback.word.yellow')
      case 'firepower': return say('piggyback.page.firepower')
      case 'stop': return say('piggyback.page.stop')
      case 'pass': return say('piggyback.page.pass')
      case 'keep': return rest[0] === 'none' ? say('piggyback.page.keep-none') : rest[1] ? say('piggyback.page.keep-two', { one: rest[0], two: rest[1] }) : say('piggyback.page.keep', { colour: rest[0] })
      case 'place': return say('piggyback.page.place', { colour: rest[0], at: rest[1] })
      case 'boost': return say('piggyback.page.boost', { space })
      case 'boost2': return say('piggyback.page.boost-two', { space })
      case 'warp': return say('piggyback.page.warp', { space })
      default: return say('piggyback.page.step', { space: text.split('-')[1] })
    }
  },
}

const COLOUR = { green: 'piggyback.word.green', mauve: 'piggyback.word.mauve', yellow: 'piggyback.word.yellow', orange: 'piggyback.word.orange' }

/** @param {View} view @param {string} space */
const groupAt = (view, space) => view.groups.find(({ at }) => at === space)

/** A group in words. @param {Group} group @param {Say} say */
const named = ({ at, units, pieces }, say) => (pieces.length ? say('piggyback.page.carrying', { at, units, pieces }) : say('piggyback.page.units', { at, units }))

/** Takes a piece from a group out of the game. @param {View} view @param {string} at @param {Colour} colour */
function spend(view, at, colour) {
  const group = groupAt(view, at)
  const found = group?.pieces.indexOf(colour) ?? -1
  if (!group || found < 0) return
  group.pieces = group.pieces.filter((_, i) => i !== found)
  view.gone.push(colour)
}

/** @param {number} ms @param {(t: number) => void} frame */
const film = (ms, frame) => ({ ms, frame: (/** @type {View} */ _view, /** @type {number} */ t) => frame(t) })

/** How far away a group still is. @param {string} from @param {string} to @param {number} t @returns {[number, number] | undefined} */
function between(from, to, t) {
  const [a, b] = [files(from), files(to)]
  return t >= 1 ? undefined : [(a[0] - b[0]) * (1 - eased(t)), (a[1] - b[1]) * (1 - eased(t))]
}

/** @param {View} view @param {string} from @param {string} to @param {number} [ms] */
function glide(view, from, to, ms = 220) {
  const group = groupAt(view, from)
  if (!group) return 0
  // A friend on the space is climbed on afterwards.
  if (groupAt(view, to) && from !== to) return 0
  group.at = to
  view.raised = to
  return film(ms, (t) => {
    group.away = between(from, to, t)
    if (t === 1) view.raised = undefined
  })
}
