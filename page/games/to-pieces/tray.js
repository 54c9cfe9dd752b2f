// The tray of To Pieces: coins, cards and markers in the hand, and what there is to say about them. It lies beside the
// board, below it on a tall screen. Cards that are to be chosen lie open over the board.
import { SEATS, el, foe, index, lines, slab } from '../../svg/shapes.js'
import { CREAM, INK, SOFT, figure, rock, treasure, words } from './pieces.js'
import { EDGE, keeping, on, owner } from './view.js'

/** @typedef {import('./view.js').View} View */
/** @typedef {import('./view.js').Scene} Scene */
/** @typedef {import('./view.js').Kind} Kind */
/** A line of text; a tint is a class of the style. @typedef {{ text: string, bold?: boolean, tint?: string }} Line */

export const TRAY = 280
/** The terms of the damage sum. @type {[string, string][]} */
const TERMS = [['enemies', 'to-pieces.page.enemies'], ['leader', 'to-pieces.page.leader'], ['fierce', 'to-pieces.page.fierce'], ['bonus', 'to-pieces.page.bonus'], ['tokens', 'to-pieces.page.tokens'], ['behind', 'to-pieces.page.behind']]

// What is said.

/** @param {import('./view.js').Text} text @param {Say} say */
const told = (text, say) => text.map(({ key, values }) => say(key, values)).join(' ')

/** The terms of a damage sum that count. @param {any} preview @param {Say} say */
const terms = ({ damage }, say) => TERMS.filter(([term]) => damage[term]).map(([term, key]) => `${damage[term]} ${say(key)}`)

/** The damage sum in a line. @param {any} preview @param {Say} say */
export const sum = (preview, say) => `${terms(preview, say).join(' + ')} = ${preview.total}`

/** A blow before it falls. @param {any} preview @param {Say} say @param {boolean} tall @returns {Line[]} */
function forecast(preview, say, tall) {
  const { total, health, guarded } = preview
  const falls = total > health && !guarded
  return [
    ...(tall ? [{ text: sum(preview, say) }] : [{ text: say('to-pieces.page.sum'), bold: true }, ...terms(preview, say).map((term) => ({ text: `+ ${term}` }))]),
    { text: say('to-pieces.page.total', { total, health }), bold: !tall },
    { text: say(guarded ? 'to-pieces.page.guarded' : falls ? 'to-pieces.page.falls' : 'to-pieces.page.holds'), tint: falls ? 'good' : 'wait' },
  ]
}

/** A card of the box: its title, its state, its text; or the former two alone. @param {string} title @param {string} state @param {boolean} good @param {string} text @param {boolean} [brief] @returns {Line[]} */
const entry = (title, state, good, text, brief) => brief ? [{ text: `${title} ${state}`, tint: good ? 'good' : 'wait' }] : [{ text: title, bold: true }, { text: state, tint: good ? 'good' : 'wait' }, { text }]

/** @param {View} view @param {Seat} seat @param {number} card @param {Say} say @param {boolean} [brief] */
function objective(view, seat, card, say, brief) {
  const { name, value, text } = view.teams[index(seat)].objectives[card - 1]
  const met = !!view.sides[index(seat)].met?.includes(card)
  return entry(say('to-pieces.page.objective', { name, value }), view.phase.phase === 'set_up' ? '' : say(met ? 'to-pieces.show.met' : 'to-pieces.show.not-yet'), met, told(text, say), brief)
}

/** @param {View} view @param {Seat} seat @param {string} coin @param {Say} say @param {boolean} [brief] */
function strategy(view, seat, coin, say, brief) {
  const { name, when, text } = view.teams[index(seat)].strategies[Number(coin.replace('x', '')) - 1]
  return entry(say('to-pieces.page.strategy', { name, coin }), say('to-pieces.page.when', { when }), when === (view.phase.phase === 'turns' ? 'action' : view.phase.phase), told(text, say), brief)
}

/** @param {View} view @param {Seat} seat @param {Kind} kind @param {Say} say @param {string[]} [tokens] @returns {Line[]} */
function fighter(view, seat, kind, say, tokens = []) {
  const { name, health, speed, text } = view.teams[index(seat)][kind]
  return [{ text: say('to-pieces.page.fighter', { name, kind }), bold: true }, { text: say('to-pieces.page.strength', { health, speed }) }, { text: told(text, say) },
    { text: tokens.length ? say('to-pieces.page.carries', { tokens }) : '' }]
}

/** What there is to say about a place or a thing. @param {View} view @param {string | null | undefined} anchor @param {Seat} seat @param {Say} say @returns {Line[]} */
export function explained(view, anchor, seat, say) {
  if (!anchor) return []
  const [kind, name] = anchor.split(':')
  const standee = on(view, anchor)
  if (standee) return fighter(view, standee.seat, standee.kind, say, standee.tokens)
  if (kind === 'card') return objective(view, seat, Number(name), say)
  if (kind === 'leader' || kind === 'summon') return fighter(view, seat, kind, say)
  if (kind !== 'coin') return []
  return [...(view.phase.phase === 'set_up' ? fighter(view, seat, 'minion', say).slice(0, 2) : []), ...strategy(view, seat, name, say)]
}

/** How things stand. @param {View} view @param {Say} say @param {Scene['names']} [names] @returns {Line[]} */
export function standing(view, say, names) {
  return [{ text: say(`to-pieces.show.${view.phase.phase.replace('_', '-').replace(/s$/, '')}`, { round: view.round, turn: (view.phase.played ?? 0) + 1 }), bold: true },
    ...SEATS.map((seat, i) => ({ text: say('to-pieces.page.side', { seat: names?.[seat] ?? seat, team: view.teams[i].name, points: view.sides[i].score.points, reserve: view.sides[i].reserve.count }), tint: seat }))]
}

// How it is set.

/** Lines below one another from `y` on: their shapes, and where they end.
 * @param {string} key @param {Line[]} text @param {number} x @param {number} y @param {number} width @param {number} size */
function column(key, text, x, y, width, size) {
  const shapes = text.flatMap(({ text, bold, tint }, i) => lines(text, width / (size * (bold ? 0.6 : 0.555))).map((line, j) => {
    y += size * (bold && i && !j ? 1.6 : 1.2)
    return el('text', { key: `${key} ${i} ${j}`, class: tint ? `line ${tint}` : 'line', x, y, 'font-size': size, 'font-weight': bold ? 700 : undefined }, line)
  }))
  return { shapes, end: y + size * 0.4 }
}

/** @param {string} key @param {string} anchor @param {string} label @param {number} size @param {[x: number, y: number, width: number, height: number]} box @returns {Shape} */
const button = (key, anchor, label, size, [x, y, width, height]) => ['g', { key, anchor, class: key, 'data-free': key === 'peek' ? '' : undefined },
  ['rect', { class: 'rim', x, y, width, height, rx: 14, fill: key === 'peek' ? '#b8ad98' : '#e8b04a' }], words(label, x + width / 2, y + height / 2, size, INK)]

// What lies in the hand.

/** Anchors, and drawings within 70 by 70. @param {View} view @param {Seat} seat @param {boolean} cards */
function things(view, seat, cards) {
  /** @type {[anchor: string, shapes: Content[]][]} */
  const out = []
  const side = view.sides[index(seat)]
  const setUp = view.phase.phase === 'set_up'
  /** @param {string} name @param {Seat} of */
  const coin = (name, of) => out.push([`coin:${name}`, [
    ['circle', { class: 'rim', r: 31, fill: `url(#seat-${of})`, stroke: CREAM, 'stroke-width': 3 }],
    ['circle', { r: 24, fill: 'none', stroke: CREAM, 'stroke-opacity': 0.5, 'stroke-width': 2, 'stroke-dasharray': of === seat ? undefined : '5 4' }], words(name.at(-1) ?? '', 0, 0, 38)]])
  /** @param {'leader' | 'summon'} kind */
  const upright = (kind) => { if (side[kind] === 'unplaced') out.push([kind, [['g', { transform: 'translate(0 8) scale(.76)' }, ...figure({ seat, kind })]]]) }
  for (const n of side.treasures) out.push([`treasure:${n}`, treasure(n)])
  if (side.obstacles && view.marker) out.push(['obstacle', [...rock(), words(`×${side.obstacles}`, 14, 20, 36, CREAM, { stroke: INK, 'stroke-width': 5, 'paint-order': 'stroke' })]])
  if (view.south) upright('leader')
  for (const n of [...(view.south ? side.unplaced.known ?? [] : []), ...side.reserve.known ?? []]) coin(`${n}`, seat)
  for (const n of view.sides[index(foe(seat))].taken) coin(`x${n}`, foe(seat))
  if (!setUp) upright('summon')
  for (const card of cards && side.hand.known || []) out.push([`card:${card}`, [
    ['rect', { class: 'rim', x: -26, y: -34, width: 52, height: 68, rx: 8, fill: CREAM, stroke: '#8d7f6c', 'stroke-width': 3 }],
    words(view.teams[index(seat)].objectives[card - 1].value, 0, -11, 36, INK),
    side.met?.includes(card) && !setUp ? ['path', { d: 'M-11 19-3 27 12 12', ...SOFT, stroke: '#2f7d4f', 'stroke-width': 6 }] : ['circle', { cy: 20, r: 7, fill: 'none', stroke: '#8d7f6c', 'stroke-width': 3 }]]])
  return out
}

/** @param {number} width @param {number} height @returns {Shape} */
const sheet = (width, height) => ['rect', { class: 'rim', width, height, rx: 18, fill: CREAM, stroke: '#8d7f6c', 'stroke-width': 3 }]

/** Cards to choose from, open over the board. @param {View} view @param {Seat} seat @param {Say} say @param {boolean} tall @returns {Shape[]} */
function spread(view, seat, say, tall) {
  const [width, size, left] = tall ? [876, 37, -438] : [394, 28, -398]
  let deep = -440
  return (view.sides[index(seat)].hand.known ?? []).map((card, i) => {
    const chosen = view.keeps?.includes(card)
    const [title, state, text] = objective(view, seat, card, say)
    const { shapes, end } = column('line', tall ? [{ ...title, text: `${title.text} ${state.text}` }, text] : [title, state, text], 22, tall ? 0 : 10, width - 44, size)
    const height = tall ? end + 6 : 258
    const y = tall ? deep : -394 + 266 * Math.floor(i / 2)
    deep += height + 6
    return ['g', { key: `card:${card}`, anchor: `card:${card}`, 'data-free': '', class: chosen ? 'thing sheet on' : 'thing sheet', at: [tall ? left : left + 402 * (i % 2), y] },
      sheet(width, height), ...shapes,
      chosen && ['path', { d: `M${width - 48} ${tall ? 26 : height - 30}l12 12 20-22`, ...SOFT, stroke: '#2f7d4f', 'stroke-width': 8 }]]
  })
}

/** The tray and what it lays over the board. @param {View} view @param {Scene} scene @returns {Shape[]} */
export function tray(view, scene) {
  const { say, tall = false, picked, aimed, over, names } = scene
  const seat = owner(scene)
  const { hand, reserve } = view.sides[index(seat)]
  const keeps = keeping(view, seat) && !!hand.known
  const open = keeps && !view.peek
  const items = open && tall ? [] : things(view, seat, !open)
  const hit = aimed?.preview?.damage && aimed.preview
  const subject = [over, picked, aimed?.from, view.shown].find((anchor) => explained(view, anchor, seat, say).length && !(open && anchor?.startsWith('card:')))
  const detail = hit ? forecast(hit, say, tall) : explained(view, subject, seat, say)
  const columns = tall ? Math.max(9, items.length) : 4
  const cell = tall ? 880 / columns : 68
  const [width, size] = tall ? [picked ? 640 : 868, 38] : [TRAY - 26, 20.5]
  const top = tall ? 88 : Math.ceil(items.length / 4) * 76 + 6
  const peek = keeps && view.phase.phase !== 'set_up'
  const foot = 2 * EDGE - (peek ? 138 : 78)
  /** @type {Shape[]} */
  let text = []
  /** @type {Shape | null} */
  let bubble = null
  if (tall) {
    const set = column('line', detail.length ? detail : standing(view, say, names), 14, top, width, size)
    if (!keeps && set.end < 290) text = set.shapes
    else if (detail.length) {
      // More than the tray has room for: on the half of the board that nothing is asked about.
      const { shapes, end } = column('line', detail, 24, 12, 820, size)
      const below = on(view, subject)?.seat === foe(seat)
      bubble = ['g', { key: 'bubble', class: 'sheet', at: [-434, below ? EDGE - end - 26 : -EDGE + 10], 'pointer-events': 'none' }, sheet(868, end + 16), ...shapes]
    }
  } else {
    const below = column('detail', detail, 14, 0, width, size)
    const from = foot - below.end
    const coins = [...(view.phase.phase === 'set_up' ? [] : reserve.known ?? []).map(String), ...view.sides[index(foe(seat))].taken.map((n) => `x${n}`)]
    const list = (/** @type {boolean} */ brief) => column('line', [...standing(view, say, names), ...(open ? [] : hand.known ?? []).flatMap((card) => objective(view, seat, card, say, brief)), ...coins.flatMap((coin) => strategy(view, seat, coin, say, true))], 14, top, width, size)
    const whole = list(false)
    const rule = detail.length ? [el('path', { key: 'rule', d: `M14 ${from - 4}h${width}`, stroke: '#f4ecdc', 'stroke-opacity': 0.3, 'stroke-width': 2 })] : []
    text = [...(whole.end > (detail.length ? from : foot) ? list(true) : whole).shapes, ...rule, el('g', { key: 'detail', transform: `translate(0 ${from})` }, ...below.shapes)]
  }
  const chosen = keeps && view.keeps?.length === 3 ? `kept:${[...view.keeps].sort((a, b) => a - b).join(' ')}` : null
  const label = say(chosen ? 'to-pieces.page.keep' : picked?.startsWith('coin') ? 'to-pieces.page.word.use' : 'to-pieces.page.word.defend')
  const [wide, high] = tall ? [2 * EDGE, 282] : [TRAY, 2 * EDGE]
  return [
    ...(open ? [el('g', { key: 'spread' }, ['rect', { x: -EDGE, y: -EDGE, width: 2 * EDGE, height: 2 * EDGE, rx: 30, fill: INK, 'fill-opacity': 0.6 }])] : []),
    ['g', { key: 'tray', at: tall ? [-EDGE, EDGE + 14] : [EDGE + 14, -EDGE] },
      ...slab(0, 0, wide, high, 24, '#36332e'),
      ...items.map(([anchor, shapes], i) => el('g', {
        key: anchor, anchor, 'data-free': '', class: view.keeps?.some((card) => anchor === `card:${card}`) ? 'thing on' : 'thing', at: [4 + cell * ((i % columns) + 0.5), tall ? 54 : 48 + 76 * Math.floor(i / columns), 0, tall ? Math.min(1.25, cell / 74) : 0.95],
      }, ['rect', { class: 'hit', x: -36, y: -38, width: 72, height: 76 }], ...shapes)),
      ...text,
      peek && button('peek', 'peek', say(open ? 'to-pieces.page.peek' : 'to-pieces.page.cards'), size, tall ? [12, 166, 424, 104] : [14, foot + 8, TRAY - 28, 54]),
      button('do', chosen ?? 'do', label, size, tall ? (chosen ? [452, 166, 424, 104] : [656, 166, 220, 104]) : [14, 2 * EDGE - 66, TRAY - 28, 54])],
    ...(open ? spread(view, seat, say, tall) : []), ...(bubble ? [bubble] : []),
  ]
}
