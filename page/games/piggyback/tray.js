// Piggyback's tray: the bank, a fight with both stacks and the die, the spoils.
import { die } from '../../svg/dice.js'
import { SEATS, el, foe, label, slab } from '../../svg/shapes.js'
import { percent } from '../../table/aid.js'
import { COLOURS, EDGE, HALF, QUIET, TRAY, disc, sorted, stack } from './pieces.js'

/** @typedef {import('./pieces.js').Colour} Colour */
/** @typedef {import('./pieces.js').Group} Group */
/** @typedef {import('./pieces.js').Fight} Fight */
/** @typedef {import('./pieces.js').View} View */

/** Pieces in four places, one of each colour. @param {Colour[]} pieces @param {string} name @param {boolean} tall @returns {Shape[]} */
function heap(pieces, name, tall) {
  return COLOURS.map((colour, i) => {
    const count = pieces.filter((piece) => piece === colour).length
    const step = count > 2 ? 34 : 74
    return ['g', { key: `${name} ${colour}`, anchor: `${name}:${colour}`, at: tall ? [-196 + i * 158, -14] : [0, -312 + i * 112] },
      ['rect', { class: 'hit', x: -78, y: -54, width: 156, height: 108 }],
      ['rect', { x: -78, y: -44, width: 156, height: 88, rx: 44, fill: '#1f1408', 'fill-opacity': 0.5 }],
      ...Array.from({ length: count }, (_, n) => el('g', { key: `disc ${n}`, transform: `translate(${(n - (count - 1) / 2) * step} 0)` }, ...disc(colour, 34)))]
  })
}

/** @param {string} text @param {number} x @param {number} y @param {object} [more] @returns {Shape} */
export const words = (text, x, y, more) => label(x, y - 13, text, 40, { fill: '#f4e9d2', ...more })

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
    label(tall ? -112 : -48, tall ? -40 : -94, fight.numbers[side] ?? '?', 88, { key: 'number', fill: '#f4e9d2', 'font-weight': 700, 'fill-opacity': fight.numbers[side] ? 1 : 0.35 }),
    group && ['g', { key: 'stack', transform: tall ? 'translate(18 20)' : 'translate(44 -80)' }, ...stack(seat, group.units)],
    aid && fight.chance !== null && words(percent(chance ?? 0), tall ? -98 : 0, tall ? 62 : 66, { key: 'chance' }),
    ...Array.from({ length: fight.rolls[side] }, (_, i) => el('g', { key: `roll ${i}`, transform: tall ? `translate(-54 ${-58 + i * 34}) scale(.26)` : `translate(${(i - (fight.rolls[side] - 1) / 2) * 40} -2) scale(.3)` }, ['rect', { x: -50, y: -50, width: 100, height: 100, rx: 22, fill: '#fbf3e2' }], ['circle', { r: 17, fill: '#2a2520' }])),
    ...pieces.map((colour, i) => el('g', {
      key: `${rolling ? 'ability' : 'piece'} ${i} ${colour}`, at: tall ? [114, (i - middle) * 82] : [(i - middle) * 84, 114], anchor: rolling && pieces.indexOf(colour) === i ? `ability:${colour}` : undefined,
    }, ['circle', { r: 41, class: 'hit' }], ...disc(colour, 32))),
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
export function tray(view, { last, me, say, tall, aid, turn }) {
  const [w, h] = tall ? [HALF + EDGE, TRAY.half] : [TRAY.half, HALF + EDGE]
  const below = me ?? (turn === 2 ? 'two' : 'one')
  const spoils = view.wait.name === 'spoils'
  const pool = spoils ? [...view.wait.prize, ...view.groups.find(({ at }) => at === view.wait.at)?.pieces ?? []] : view.bank
  const dice = fallen(last)
  const gone = sorted(view.gone)
  return ['g', { key: 'tray', at: tall ? [0, TRAY.x] : [TRAY.x, 0] },
    ...slab(-w, -h, 2 * w, 2 * h, 30, 'url(#piggyback-wood)'),
    ['rect', { x: -w + 12, y: -h + 12, width: 2 * w - 24, height: 2 * h - 24, rx: 22, fill: '#3a2817', stroke: '#1f1408', 'stroke-opacity': 0.6, 'stroke-width': 3 }],
    view.scene
      ? arena(view, view.scene, below, tall, aid)
      : ['g', { key: spoils ? 'spoils' : 'bank', at: [0, 0] },
          words(say(spoils ? 'piggyback.page.spoils' : 'piggyback.page.bank'), tall ? -378 : 0, tall ? -2 : -410),
          ...heap(pool, spoils ? 'pool' : 'bank', tall),
          gone.length ? words(say('piggyback.page.out'), tall ? -378 : 0, tall ? 74 : 128, { key: 'out', 'fill-opacity': 0.75 }) : null,
          ...gone.map((colour, i) => el('g', { key: `gone ${i}`, opacity: 0.6, transform: tall ? `translate(${-250 + i * 36} 62)` : `translate(${-66 + (i % 5) * 33} ${160 + Math.floor(i / 5) * 36})` }, ...disc(colour, 14))),
          ...dice.map(([seat, pips], i) => el('g', { key: `fallen ${seat}`, at: tall ? [dice.length > 1 ? (i ? 454 : 380) : 420, -12] : [dice.length > 1 ? (i ? 50 : -50) : 0, 330] },
            ['circle', seat === 'one' ? { cy: 70, r: 11, fill: '#ec8a66' } : { cy: 70, r: 9, fill: 'none', stroke: '#a9c6f2', 'stroke-width': 5 }],
            die({ key: 'die', at: [0, 0, 0, tall ? 0.68 : 0.8], pips }))),
          view.quiet >= QUIET && words(`${view.quiet}/${view.limit}`, tall ? 378 : 0, tall ? 78 : 462, { key: 'quiet', class: 'quiet' })]]
}
