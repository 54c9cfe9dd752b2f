// The cards of Backgammon Wars: what each does and when, faces and backs, hands and piles.
import { card as plain } from '../svg/cards.js'
import { die } from '../svg/dice.js'
import { el, label, lines } from '../svg/shapes.js'

/** @typedef {import('./backgammon-wars-look.js').View} View */
/** @typedef {import('./backgammon-wars-look.js').Letter} Letter */

export const INK = '#2a2520'
export const CREAM = '#f7eeda'
/** The colours of the cards of each kind. */
const HUES = { w: '#8a3a1c', a: '#2f6442', m: '#5a3f86' }
/** The signs of the three kinds. */
export const MARKS = {
  w: 'M0-19Q8-15 17-15V1Q17 14 0 21-17 14-17 1V-15Q-8-15 0-19Z',
  a: 'M-9-20Q22 0-9 20ZM-16-2H20V2H-16Z',
  m: 'M0-21 5-6 21-6 8 4 13 19 0 9.5-13 19-8 4-21-6-5-6Z',
}

/** Every card: the unit of its kind, and when it is played. @type {Record<string, [Letter, string]>} */
const CARDS = {
  abjuration: ['m', 'own'], aimed: ['a', 'moving'], caltrops: ['w', 'theirs'], conjuration: ['m', 'own'],
  divination: ['m', 'before'], duplication: ['m', 'before'], escort: ['w', 'moving'], evocation: ['m', 'hit'],
  manifestation: ['m', 'own'], parry: ['w', 'card'], poison1: ['a', 'theirs'], poison3: ['a', 'theirs'],
  poison5: ['a', 'theirs'], potion1: ['w', 'after'], potion3: ['w', 'after'], potion5: ['w', 'after'],
  reincarnation: ['m', 'own'], sabotage: ['a', 'theirs'], shove: ['w', 'own'], spymaster: ['a', 'own'],
  strafing: ['a', 'moving'], thief: ['a', 'theirs'], thrust: ['w', 'own'], transmutation: ['m', 'after'],
}

/** What a card does, in words. @param {string} name @param {Say} say */
export const effect = (name, say) => say(`backgammon-wars.page.word.${name.replace(/\d/, '')}`, { n: name.at(-1) })
/** @param {string} name @param {Say} say */
export const title = (name, say) => say(`backgammon-wars.word.${name}`)

/** A card among many: its unit and its name. @param {string} name @param {At} at @param {Say} say @returns {Shape} */
function small(name, at, say) {
  const [kind, moment] = CARDS[name]
  const when = `backgammon-wars.page.word.${moment}`
  return ['g', { key: `card ${name}`, at },
    ['title', {}, `${title(name, say)}: ${effect(name, say)} (${say(when)})`],
    ['rect', { x: -75, y: -110, width: 150, height: 220, rx: 18, fill: '#fbf3e2', stroke: '#8d7f6c', 'stroke-width': 6 }],
    ['path', { d: MARKS[kind], transform: 'scale(2.8)', fill: HUES[kind] }]]
}

/** A card's face, 190 high. @param {string} name @param {At} at @param {number} w @param {Say} say @param {string} [anchor] @returns {Shape} */
function face(name, at, w, say, anchor) {
  const [kind, moment] = CARDS[name]
  const when = `backgammon-wars.page.word.${moment}`
  const roomy = w > 190
  const text = lines(effect(name, say), Math.floor((w - 16) / 12.6))
  return ['g', { key: `card ${name}`, at, anchor, class: 'tarot' },
    ['title', {}, `${title(name, say)}: ${effect(name, say)} (${say(when)})`],
    ['rect', { class: 'rim', x: -w / 2, y: -95, width: w, height: 190, rx: 14, fill: '#fbf3e2', stroke: '#8d7f6c', 'stroke-width': 3 }],
    ['path', { d: `M${-w / 2 + 2} -49V-81Q${-w / 2 + 2} -93 ${-w / 2 + 14} -93H${w / 2 - 14}Q${w / 2 - 2} -93 ${w / 2 - 2} -81V-49Z`, class: 'wide', fill: HUES[kind] }],
    ['g', { class: 'wide' },
      ['path', { d: MARKS[kind], transform: `translate(${-w / 2 + 27} -71) scale(.85)`, fill: CREAM }],
      ['text', { x: roomy ? 22 : 18, y: -63, 'text-anchor': 'middle', 'font-size': 24.5, 'font-weight': 600, fill: CREAM, ...fit(title(name, say), w - 58, 14.5) }, title(name, say)],
      roomy && ['text', { 'text-anchor': 'middle', 'font-size': 24.2, fill: INK }, ...text.map((line, i) => el('tspan', { x: 0, y: 15 + 27 * (i - (text.length - 1) / 2) }, line))],
      !roomy && ['path', { d: MARKS[kind], transform: 'translate(0 6) scale(1.9)', fill: HUES[kind] }],
      ['text', { y: 84, 'text-anchor': 'middle', 'font-size': 24.2, 'font-style': 'italic', fill: HUES[kind], ...fit(say(when), w - 14, 10.5) }, say(when)]],
    ['g', { class: 'narrow' },
      ['path', { d: MARKS[kind], transform: 'translate(0 -28) scale(2.3)', fill: HUES[kind] }],
      ['text', { y: 72, 'text-anchor': 'middle', 'font-size': 44, fill: INK, ...fit(title(name, say), w - 14, 22) }, title(name, say)]]]
}

/** Squeezes a text that is longer than its room. @param {string} text @param {number} room @param {number} letter */
const fit = (text, room, letter) => (text.length * letter > room ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' } : {})

/** A stolen die and the roll that Spymaster saw, beside a hand. @param {View} view @param {number} seat @param {number} x @param {number} y @param {Say} say @returns {Content[]} */
function aside(view, seat, x, y, say) {
  const early = view.early[seat]
  const seen = typeof early === 'object' ? early.seen : early === 'hidden' ? [0, 0] : []
  return [
    ...seen.map((pips, i) => el('g', { key: `early ${seat} ${i}`, at: [x + i * 62, y] }, ['title', {}, say('backgammon-wars.show.early')], die({ key: 'd', at: [0, 0, 0, 0.46], pips }), pips === 0 && label(0, 0, '?', 44, { fill: INK }))),
    view.stolen[seat] > 0 && ['g', { key: `stolen ${seat}`, at: [x - 76, y] }, ['title', {}, say('backgammon-wars.show.stolen')], die({ key: 'd', at: [0, 0, 8, 0.42], pips: Math.min(6, view.stolen[seat]) }), ['circle', { r: 29, fill: 'none', stroke: HUES.a, 'stroke-width': 5 }]],
  ]
}

/** Hands, piles, and the card that may be parried. @param {View} view @param {number} below @param {import('../table/stage.js').Scene} scene @returns {Content[]} */
export function cards(view, below, { say, picked, aimed }) {
  const [own, theirs] = [view.hands[below], view.hands[1 - below]]
  const n = own.size
  const w = Math.min(280, (1180 - 10 * (n - 1)) / Math.max(1, n))
  const spot = (/** @type {number} */ i) => /** @type {At} */ ([(i - (n - 1) / 2) * (w + 10), 550])
  const hidden = theirs.size - theirs.cards.length
  const far = (/** @type {number} */ i) => /** @type {At} */ ([-550 + i * Math.min(74, 560 / Math.max(1, theirs.size)), -456, 0, 0.46])
  const top = view.discards.filter((name) => view.spent.includes(name)).at(-1) ?? view.discards.at(-1)
  const read = (picked ?? aimed?.from ?? '').split('card:')[1]
  const pile = plain({ key: 'pile', at: [372, -456, 0, 0.46] })
  return [
    ...Array.from({ length: hidden }, (_, i) => plain({ key: `${below} back ${i}`, at: far(i) })),
    ...theirs.cards.map((name, i) => small(name, [far(hidden + i)[0], -456, 0, 0.36], say)),
    view.pile > 0 && pile,
    label(436, -456, view.pile, 40, { class: 'count' }),
    ['g', { key: 'discards', anchor: 'discards', 'data-free': view.discards.length ? '' : undefined },
      ['rect', { class: 'rim', x: 490, y: -496, width: 100, height: 82, rx: 8, fill: '#1c1712', 'fill-opacity': 0.08, stroke: 'none' }],
      label(564, -456, view.discards.length, 40, { class: 'count' })],
    top && small(top, [516, -456, 0, 0.34], say),
    ...aside(view, 1 - below, 200, -456, say), ...aside(view, below, 470, 432, say),
    ...Array.from({ length: n - own.cards.length }, (_, i) => plain({ key: `own back ${i}`, at: [spot(i)[0], 550, 0, 1.1] })),
    !n && ['rect', { key: 'no card', x: -140, y: 455, width: 280, height: 190, rx: 14, fill: 'none', stroke: '#8d7f6c', 'stroke-opacity': 0.6, 'stroke-width': 3, 'stroke-dasharray': '14 10' }],
    ...own.cards.map((name, i) => face(name, spot(n - own.cards.length + i), w, say, `card:${name}`)),
    read && label(0, 430, effect(read, say), 44, { key: 'caption', class: 'caption narrow', ...fit(effect(read, say), 1180, 22.5) }),
    view.table && face(view.table.card, [0, 0, 0, 1.3], 228, say),
    view.opened && view.discards.length > 0 && ['g', { key: 'opened', class: 'token' },
      ['rect', { x: -480, y: -250, width: 960, height: 500, rx: 24, fill: '#fbf3e2', stroke: '#8d7f6c', 'stroke-width': 3 }],
      ['text', { 'font-size': 44, 'text-anchor': 'middle', fill: INK }, ...lines(view.discards.map((name) => title(name, say)).join(', '), 38).map((line, i, all) => el('tspan', { x: 0, y: 14 + 50 * (i - (all.length - 1) / 2) }, line))]],
  ]
}
