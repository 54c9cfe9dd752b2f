// To Pieces: chequered stone with grass around it, little standees, and a tray for what is in the hand.
//
// Spaces are the anchors; standees stand on them and have names of their own here, so that a standee that moves is
// the same drawing before and after. The tray lies beside the board, below it on a tall screen: coins, cards and
// markers in the hand, and a panel that explains what is picked, aimed at or touched, else how things stand.

/** @typedef {{ en: string, fr: string }} Name */
/** @typedef {{ key: string, values: Record<string, unknown> }[]} Text */
/** @typedef {{ name: Name, health: number, speed: number, text: Text }} Fighter */
/** @typedef {{ name: Name, leader: Fighter, minion: Fighter, summon: Fighter, strategies: { number: number, name: Name, when: string, text: Text }[], objectives: { card: number, name: Name, value: number, text: Text }[] }} Team */
/** @typedef {'leader' | 'minion' | 'summon'} Kind */
/** @typedef {{ space: string, seat: Seat, kind: Kind, number?: number, tokens: string[], id?: string }} Standee */
/** @typedef {{ count: number, known?: number[] }} Secret */
/** @typedef {{ leader: string, summon: string, unplaced: Secret, reserve: Secret, taken: number[], pile: Secret, hand: Secret, aside: Secret, claimed: number[], met?: number[], score: { points: number, coins: number }, obstacles: number }} Side */
/** @typedef {{ from: string, to: string, total: number, health: number }} Blow */
/**
 * What the server tells, and what only this screen knows: cards to keep, the thing whose text is shown, a blow.
 * @typedef {{ teams: Team[], characters: Standee[], treasures: (string | null)[], obstacles: string[], marker: Seat | null, south: Seat | null, round: number,
 *   phase: { phase: string, played?: number }, waits: { wait: string, seat?: Seat, one?: boolean, two?: boolean }[], sides: Side[], keeps?: number[], shown?: string | null, blow?: Blow }} View
 */
/** @typedef {import('../table/stage.js').Scene} Scene */
/** @typedef {{ text: string, bold?: boolean, tint?: string }} Line */

const EDGE = 444
const TRAY = 280
/** @type {Seat[]} */
const SEATS = ['one', 'two']
const SPACES = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}`)
const INK = '#2b2620'
const CREAM = '#fbf3e2'
const SOFT = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
const FAT = { 'font-weight': 700 }
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
/** @type {Record<string, string>} */
const DEEDS = {
  pass: 'to-pieces.page.pass', done: 'to-pieces.page.done', swap: 'to-pieces.page.swap', step: 'to-pieces.page.step', stay: 'to-pieces.page.stay',
  claim: 'to-pieces.page.claim', reserve: 'to-pieces.page.reserve', move: 'to-pieces.page.move', charge: 'to-pieces.page.charge', attack: 'to-pieces.page.attack',
  shove: 'to-pieces.page.shove', defend: 'to-pieces.page.defend', use: 'to-pieces.page.use', keep: 'to-pieces.page.keep', put: 'to-pieces.page.put', mark: 'to-pieces.page.mark',
}
/** The terms of the damage sum. @type {[string, string][]} */
const TERMS = [['enemies', 'to-pieces.page.enemies'], ['leader', 'to-pieces.page.leader'], ['fierce', 'to-pieces.page.fierce'], ['bonus', 'to-pieces.page.bonus'], ['tokens', 'to-pieces.page.tokens'], ['behind', 'to-pieces.page.behind']]

/** @param {Seat} seat @returns {Seat} */
const foe = (seat) => (seat === 'one' ? 'two' : 'one')
/** @param {Seat} seat */
const index = (seat) => SEATS.indexOf(seat)
/** @param {View} view @param {string | null | undefined} space */
const on = (view, space) => view.characters.find((standee) => standee.space === space)
/** @param {Text} text @param {Say} say */
const told = (text, say) => text.map(({ key, values }) => say(key, values)).join(' ')
/** Whose hand lies in the tray. @param {Scene} scene @returns {Seat} */
const owner = ({ me, turn }) => me ?? (turn === 2 ? 'two' : 'one')
/** @param {string} a @param {string} b */
const near = (a, b) => Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(Number(a[1]) - Number(b[1]))) === 1

/** Whether a seat chooses among its cards now. @param {View} view @param {Seat} seat */
function keeping({ waits }, seat) {
  const wait = waits.at(-1)
  return wait?.wait === 'choose' ? wait[seat] : wait?.wait === 'keep' && wait.seat === seat
}

/** The middle of a space: the own edge is below. @param {View} view @param {Scene} scene @returns {(space: string) => [number, number]} */
function places({ south }, { turn, me }) {
  const quarters = turn + ((south ?? me) === 'two' ? 2 : 0)
  return (space) => {
    let [x, y] = [(space.charCodeAt(0) - 97) * 100 - 350, 450 - Number(space[1]) * 100]
    for (let i = 0; i < quarters % 4; i++) [x, y] = [-y, x]
    return [x, y]
  }
}

/** @param {string} tag @param {import('../svg/svg.js').Attributes} attributes @param {Content[]} inside @returns {Shape} */
const el = (tag, attributes, ...inside) => [tag, attributes, ...inside]
/** @param {string} text @param {number} x @param {number} y @param {object} [more] @returns {Shape} */
const words = (text, x, y, more) => ['text', { x, y, 'text-anchor': 'middle', 'pointer-events': 'none', ...more }, text]

/** @param {number} n @param {number} [r] @returns {Shape[]} */
const treasure = (n, r = 30) => [
  ['circle', { cy: 4, r, fill: INK, 'fill-opacity': 0.3 }], ['circle', { class: 'rim', r, fill: 'url(#to-pieces-gold)', stroke: '#7a5a12', 'stroke-width': 3 }],
  ['circle', { r: r - 7, fill: 'none', stroke: '#7a5a12', 'stroke-opacity': 0.6, 'stroke-width': 2 }], words(String(n), 0, r * 0.4, { ...FAT, 'font-size': r * 1.15, fill: '#4a3204' })]

/** @returns {Shape[]} */
const rock = () => [
  ['ellipse', { cy: 32, rx: 42, ry: 12, fill: INK, 'fill-opacity': 0.3 }], ['path', { class: 'rim', d: ROCK, fill: '#77736c', stroke: '#3d3a35', 'stroke-width': 3, 'stroke-linejoin': 'round' }],
  ['path', { d: 'M-16-28-8 0-34-4M-8 0 8 34M-8 0 26-18', ...SOFT, stroke: '#a9a49a', 'stroke-width': 3 }]]

/** A standee around the origin. @param {{ seat: Seat, kind: Kind, number?: number, tokens?: string[] }} standee @returns {Content[]} */
function figure({ seat, kind, number, tokens = [] }) {
  const mark = seat === 'one' ? { cy: 10, r: 8, fill: CREAM } : { cy: 10, r: 7, fill: 'none', stroke: CREAM, 'stroke-width': 4 }
  return [
    ['ellipse', { cx: 3, cy: 34, rx: 36, ry: 12, fill: INK, 'fill-opacity': 0.35 }],
    ['g', kind === 'summon' ? { transform: 'translate(0 -5) scale(1.22)' } : {},
      ['ellipse', { cy: 30, rx: 33, ry: 11, fill: seat === 'one' ? '#7c2a12' : '#14274a', stroke: CREAM, 'stroke-width': 2.5 }],
      kind === 'summon' && ['path', { d: HORNS, fill: '#e9dcc0', stroke: INK, 'stroke-width': 2 }],
      ['path', { class: 'rim', d: BODIES[seat], fill: `url(#to-pieces-${seat})`, stroke: CREAM, 'stroke-width': 3, 'stroke-linejoin': 'round' }],
      kind === 'leader' && ['path', { d: CROWN, fill: 'url(#to-pieces-gold)', stroke: '#5c4208', 'stroke-width': 2.5, 'stroke-linejoin': 'round' }],
      number ? words(String(number), 0, 24, { ...FAT, 'font-size': 32, fill: CREAM }) : ['circle', mark]],
    ...tokens.map((kind) => {
      const [x, y, fill, sign] = TOKENS[kind]
      return el('g', { key: kind, transform: `translate(${x} ${y})` }, ['circle', { r: 13, fill, stroke: CREAM, 'stroke-width': 2.5 }], ['path', { d: sign, ...SOFT, stroke: CREAM, 'stroke-width': 3 }])
    })]
}

/** Grass, stone and letters. @param {View} view @param {(space: string) => [number, number]} at @returns {Content[]} */
function ground(view, at) {
  const dark = SPACES.filter((_, i) => (i + Math.floor(i / 8)) % 2 === 0).map((space) => `M${at(space)[0] - 50} ${at(space)[1] - 50}h100v100h-100Z`)
  const blades = Array.from({ length: 36 }, (_, i) => {
    const [far, off] = [-400 + 100 * (i % 9) + ((i * 11) % 17) - 8, (i % 2 ? -1 : 1) * (418 + (i * 7) % 14)]
    const [x, y] = i < 18 ? [far, off] : [off, far]
    return `M${x} ${y}q-1-7-7-9m7 9q-2-8 1-13m-1 13q2-6 8-7`
  })
  /** @param {string} text @param {string} space @param {boolean} file @returns {Shape} */
  const letter = (text, space, file) => {
    const [x, y] = at(space)
    const across = Math.abs(at('a1')[0] - at('h1')[0]) > 1
    return words(text, file === across ? x : -422, file === across ? 432 : y + 10, { key: `edge ${text}`, class: 'engraved', 'font-size': 30, fill: '#f2f2d8' })
  }
  const homes = SEATS.flatMap((seat) => {
    const row = view.south ? SPACES.slice(...view.south === seat ? [0, 8] : [56]) : []
    return row.map((space) => el('rect', { x: at(space)[0] - 50, y: at(space)[1] - 50, width: 100, height: 100, fill: seat === 'one' ? '#a83f20' : '#2f5590', 'fill-opacity': 0.16 }))
  })
  return [
    ['rect', { x: -EDGE, y: -EDGE + 6, width: 2 * EDGE, height: 2 * EDGE, rx: 30, fill: INK, 'fill-opacity': 0.3 }],
    ['rect', { x: -EDGE, y: -EDGE, width: 2 * EDGE, height: 2 * EDGE, rx: 30, fill: 'url(#to-pieces-grass)' }],
    ['path', { d: blades.join(''), ...SOFT, stroke: '#8fae5e', 'stroke-width': 2.5 }],
    ['rect', { x: -400, y: -400, width: 800, height: 800, rx: 6, fill: '#dcd7cb' }], ['path', { d: dark.join(''), fill: '#c2bcae' }], ...homes,
    ['path', { d: Array.from({ length: 9 }, (_, i) => `M${-400 + i * 100}-400V400M-400 ${-400 + i * 100}H400`).join(''), stroke: '#8f897c', 'stroke-width': 2 }],
    ...[...'abcdefgh'].map((file) => letter(file, `${file}1`, true)), ...[1, 2, 3, 4, 5, 6, 7, 8].map((rank) => letter(String(rank), `a${rank}`, false))]
}

/** What lies in the hand: anchor and drawing within 70 by 70. @param {View} view @param {Seat} seat @returns {{ anchor: string, free?: boolean, on?: boolean, shapes: Content[] }[]} */
function things(view, seat) {
  const side = view.sides[index(seat)]
  const setUp = view.phase.phase === 'set_up'
  /** @param {string} name @param {number} n @param {Seat} of */
  const coin = (name, n, of) => ({ anchor: `coin:${name}`, free: true, shapes: [
    el('circle', { class: 'rim', r: 31, fill: `url(#to-pieces-${of})`, stroke: CREAM, 'stroke-width': 3 }),
    el('circle', { r: 24, fill: 'none', stroke: CREAM, 'stroke-opacity': 0.5, 'stroke-width': 2, 'stroke-dasharray': of === seat ? undefined : '5 4' }), words(String(n), 0, 12, { ...FAT, 'font-size': 36, fill: CREAM })] })
  const own = view.marker && [1, 2, 3, 4].filter((n) => !view.treasures[n - 1] && (n % 2 === 1) === (view.marker === seat))
  return [
    ...(own || []).map((n) => ({ anchor: `treasure:${n}`, shapes: treasure(n) })),
    ...(side.obstacles && view.marker ? [{ anchor: 'obstacle', shapes: [...rock(), words(`×${side.obstacles}`, 14, 32, { ...FAT, 'font-size': 30, fill: CREAM, stroke: INK, 'stroke-width': 5, 'paint-order': 'stroke' })] }] : []),
    ...(side.leader === 'unplaced' && view.south ? [{ anchor: 'leader', free: true, shapes: [el('g', { transform: 'translate(0 6) scale(.82)' }, ...figure({ seat, kind: 'leader' }))] }] : []),
    ...[...(setUp && view.south ? side.unplaced.known ?? [] : []), ...side.reserve.known ?? []].map((n) => coin(String(n), n, seat)),
    ...view.sides[index(foe(seat))].taken.map((n) => coin(`x${n}`, n, foe(seat))),
    ...(side.summon === 'unplaced' && !setUp ? [{ anchor: 'summon', free: true, shapes: [el('g', { transform: 'translate(0 8) scale(.72)' }, ...figure({ seat, kind: 'summon' }))] }] : []),
    ...(side.hand.known ?? []).map((card) => ({ anchor: `card:${card}`, free: true, on: view.keeps?.includes(card), shapes: [
      el('rect', { class: 'rim', x: -26, y: -34, width: 52, height: 68, rx: 8, fill: view.keeps?.includes(card) ? '#ffe2a0' : CREAM, stroke: '#8d7f6c', 'stroke-width': 3 }),
      words(String(view.teams[index(seat)].objectives.find((objective) => objective.card === card)?.value ?? ''), 0, 2, { ...FAT, 'font-size': 34, fill: INK }),
      side.met?.includes(card) ? el('path', { d: 'M-11 19-3 27 12 12', ...SOFT, stroke: '#2f7d4f', 'stroke-width': 6 }) : el('circle', { cy: 20, r: 7, fill: 'none', stroke: '#8d7f6c', 'stroke-width': 3 })] })),
  ]
}

/** @param {View} view @param {Seat} seat @param {number} card @param {Say} say @returns {Line[]} */
function objective(view, seat, card, say) {
  const found = view.teams[index(seat)].objectives.find((objective) => objective.card === card)
  const met = view.sides[index(seat)].met?.includes(card)
  if (!found) return []
  return [{ text: say('to-pieces.page.objective', { name: found.name, value: found.value }), bold: true }, { text: told(found.text, say) },
    ...(keeping(view, seat) ? [] : [{ text: say(met ? 'to-pieces.show.met' : 'to-pieces.show.not-yet'), tint: met ? '#8fdc9f' : '#e3c58c' }])]
}

/** @param {View} view @param {Seat} seat @param {Kind} kind @param {Say} say @param {string[]} [tokens] @returns {Line[]} */
function fighter(view, seat, kind, say, tokens = []) {
  const { name, health, speed, text } = view.teams[index(seat)][kind]
  return [{ text: say('to-pieces.page.fighter', { name, kind }), bold: true }, { text: say('to-pieces.page.strength', { health, speed }) }, { text: told(text, say) },
    { text: tokens.length ? say('to-pieces.page.carries', { tokens }) : '' }]
}

/** The damage sum, term by term. @param {any} preview @param {Say} say */
const sum = ({ damage, total }, say) => `${TERMS.filter(([term]) => damage[term]).map(([term, key]) => `${damage[term]} ${say(key)}`).join(' + ')} = ${total}`

/** What is explained. @param {View} view @param {string | null | undefined} anchor @param {Seat} seat @param {Say} say @returns {Line[]} */
function explained(view, anchor, seat, say) {
  if (!anchor) return []
  const [kind, name] = anchor.split(':')
  const standee = on(view, anchor)
  if (standee) return fighter(view, standee.seat, standee.kind, say, standee.tokens)
  if (kind === 'card') return objective(view, seat, Number(name), say)
  if (kind === 'leader' || kind === 'summon') return fighter(view, seat, kind, say)
  const strategy = kind === 'coin' && view.teams[index(seat)].strategies.find(({ number }) => number === Number(name.replace('x', '')))
  if (!strategy) return []
  return [...(view.phase.phase === 'set_up' ? fighter(view, seat, 'minion', say).slice(0, 2) : []),
    { text: say('to-pieces.page.strategy', { name: strategy.name, coin: name }), bold: true }, { text: say('to-pieces.page.when', { when: strategy.when }), tint: '#e3c58c' }, { text: told(strategy.text, say) }]
}

/** How things stand. @param {View} view @param {Say} say @returns {Line[]} */
function standing(view, say) {
  /** @type {Record<string, string>} */
  const heads = { set_up: 'to-pieces.show.set-up', regrouping: 'to-pieces.show.regrouping', turns: 'to-pieces.show.turn', over: 'to-pieces.show.over' }
  return [{ text: say(heads[view.phase.phase], { round: view.round, turn: (view.phase.played ?? 0) + 1 }), bold: true },
    ...SEATS.map((seat, i) => ({ text: say('to-pieces.page.side', { seat, team: view.teams[i].name, points: view.sides[i].score.points, reserve: view.sides[i].reserve.count }), tint: seat === 'one' ? '#f3a98c' : '#a9c6f2' }))]
}

/** The tray. @param {View} view @param {Scene} scene @returns {Content[]} */
function tray(view, scene) {
  const { say, tall = false, picked, aimed } = scene
  const seat = owner(scene)
  const items = things(view, seat)
  const keeps = keeping(view, seat)
  const hit = aimed?.preview?.damage && aimed.preview
  const subject = picked ?? aimed?.from ?? view.shown
  /** @type {Line[]} */
  let lines = hit ? [{ text: say('to-pieces.page.sum'), bold: true }, ...(tall ? [{ text: sum(hit, say) }] : TERMS.filter(([term]) => hit.damage[term]).map(([term, key]) => ({ text: `+${hit.damage[term]} ${say(key)}` }))),
    { text: say('to-pieces.page.total', { total: hit.total, health: hit.health }), bold: true, tint: hit.total >= hit.health ? '#8fdc9f' : '#e3c58c' }, { text: hit.guarded ? say('to-pieces.page.guarded') : '' }]
    : explained(view, subject, seat, say)
  if (!tall && (keeps || !lines.length)) lines = (view.sides[index(seat)].hand.known ?? []).flatMap((card) => objective(view, seat, card, say))
  lines = tall ? (lines.length ? lines : standing(view, say)) : keeps ? lines : [...standing(view, say), ...lines]
  const columns = tall ? Math.max(9, items.length) : 4
  const cell = tall ? 880 / columns : 68
  const [width, size, step] = tall ? [subject || keeps ? 640 : 868, 33, 39] : [TRAY - 24, 20.5, 25]
  const rows = tall ? 0 : Math.ceil(items.length / 4)
  const [top, bottom] = tall ? [100, 262] : [rows * 76 + 10, 2 * EDGE - 72]
  let deep = top
  const text = lines.flatMap((line) => wrap(line.text, width / (size * (line.bold ? 0.57 : 0.525))).map((text, i) => ({ ...line, text, y: deep += line.bold && !i && !tall ? step + 9 : step }))).filter(({ y }) => y < bottom)
  const chosen = keeps && view.keeps?.length === 3 ? `kept:${view.keeps.join(' ')}` : null
  const [x, y, w, h] = tall ? [654, 140, 222, 104] : [14, 2 * EDGE - 66, TRAY - 28, 54]
  const label = say(chosen ? 'to-pieces.page.keep' : subject?.startsWith('coin') ? 'to-pieces.page.use' : 'to-pieces.page.defend')
  return [
    ['rect', { y: 6, width: tall ? 2 * EDGE : TRAY, height: tall ? 268 : 2 * EDGE, rx: 24, fill: INK, 'fill-opacity': 0.3 }],
    ['rect', { width: tall ? 2 * EDGE : TRAY, height: tall ? 268 : 2 * EDGE, rx: 24, fill: '#36332e' }],
    ...items.map(({ anchor, free, on, shapes }, i) => el('g', {
      key: anchor, anchor, 'data-free': free ? '' : undefined, class: on ? 'thing on' : 'thing', at: [4 + cell * ((i % columns) + 0.5), tall ? 56 : 50 + 76 * Math.floor(i / columns), 0, tall ? Math.min(1.3, cell / 74) : 0.95],
    }, ['rect', { class: 'hit', x: -36, y: -38, width: 72, height: 76 }], ...shapes)),
    ...text.map(({ text, bold, tint, y }, i) => el('text', { key: `line ${i}`, x: 14, y, 'font-size': size, 'font-weight': bold ? 700 : undefined, fill: tint ?? '#f4ecdc', 'pointer-events': 'none' }, text)),
    ['g', { key: 'do', anchor: chosen ?? 'do', class: 'do' }, ['rect', { class: 'rim', x, y, width: w, height: h, rx: 14, fill: '#e8b04a' }], words(label, x + w / 2, y + h / 2 + size * 0.35, { ...FAT, 'font-size': size * 1.05, fill: INK })]]
}

/** Lines of about so many letters. @param {string} text @param {number} most @returns {string[]} */
function wrap(text, most) {
  /** @type {string[]} */
  const lines = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return text ? lines : []
}

/** A blow from space to space, with its damage. @param {(space: string) => [number, number]} at @param {Blow} blow @returns {Shape} */
function strike(at, { from, to, total, health }) {
  const [[ax, ay], [bx, by]] = [at(from), at(to)]
  const far = Math.hypot(bx - ax, by - ay) || 1
  const [ux, uy] = [(bx - ax) / far, (by - ay) / far]
  return ['g', { key: 'blow', 'pointer-events': 'none' },
    ['path', { d: `M${ax + ux * 30} ${ay + uy * 30}L${bx - ux * 34} ${by - uy * 34}m${-ux * 20 - uy * 14} ${-uy * 20 + ux * 14}L${bx - ux * 34} ${by - uy * 34}l${-ux * 20 + uy * 14} ${-uy * 20 - ux * 14}`, ...SOFT, stroke: '#a8321c', 'stroke-width': 9 }],
    ['rect', { x: bx - 44, y: by - 76, width: 88, height: 42, rx: 21, fill: total >= health ? '#a8321c' : INK, stroke: CREAM, 'stroke-width': 2.5 }],
    words(`${total} / ${health}`, bx, by - 45, { ...FAT, 'font-size': 29, fill: CREAM })]
}

/** Sends what stands or lies somewhere elsewhere. @param {View} view @param {string} from @param {string} to */
function send(view, from, to) {
  const standee = on(view, from)
  if (standee) standee.space = to
}

/** Slides a marker. @param {View} view @param {string} from @param {string} to */
function shift(view, from, to) {
  view.treasures = view.treasures.map((space) => (space === from ? to : space))
  view.obstacles = view.obstacles.map((space) => (space === from ? to : space))
}

/** @param {View} view @param {Standee} standee */
function enter(view, { seat, kind, number, space }) {
  view.characters.push({ seat, kind, number, space, tokens: [] })
  name(view, null)
  const side = view.sides[index(seat)]
  if (kind !== 'minion') side[kind] = space
}

/** @param {View} view @param {string} space */
const leave = (view, space) => { view.characters = view.characters.filter((standee) => standee.space !== space) }

/** Names for standees: those of before where they stand, fresh ones else. @param {View} view @param {View | null} before */
function name(view, before) {
  const old = new Map(before?.characters.map(({ space, seat, kind, id }) => [space + seat + kind, id]))
  for (const standee of view.characters) standee.id ??= old.get(standee.space + standee.seat + standee.kind)
  const taken = new Set(view.characters.map(({ id }) => id))
  for (const standee of view.characters) {
    if (standee.id) continue
    let id = standee.seat + standee.space
    while (taken.has(id)) id += '+'
    taken.add(standee.id = id)
  }
}

/** @type {GameFile<View>} */
export default {
  id: 'to-pieces',
  box: [-EDGE - 4, -EDGE - 4, 2 * EDGE + TRAY + 24, 2 * EDGE + 14],
  tall: [-EDGE - 4, -EDGE - 4, 2 * EDGE + 8, 2 * EDGE + 294],
  turns: { one: 0, two: 2 },

  shared: [
    ...[['gold', '#ffdf83', '#d39a22'], ['one', '#cf5a34', '#9c3617'], ['two', '#3f6bb0', '#1d3b6c'], ['grass', '#6d9147', '#48682f']].map(([id, from, to]) => /** @type {Shape} */ (
      ['linearGradient', { id: `to-pieces-${id}`, x1: 0, y1: 0, x2: 0.6, y2: 1 }, ['stop', { offset: 0, 'stop-color': from }], ['stop', { offset: 1, 'stop-color': to }]])),
  ],

  draw(view, scene) {
    const at = places(view, scene)
    const marks = new Set(scene.last.flatMap((/** @type {any} */ { from, to, space, a, b }) => [from, to, space, a, b]))
    const hit = scene.aimed?.preview?.damage && /** @type {Blow} */ ({ ...scene.aimed.preview, from: scene.aimed.from, to: scene.aimed.to })
    const way = /** @type {{ from: string, path?: string[] }[]} */ (scene.aimed?.preview?.moves ?? []).filter(({ path }) => path?.length)
    const seat = owner(scene)
    return [
      ['g', { key: 'ground' }, ...ground(view, at)],
      ...SPACES.map((space) => marks.has(space) && el('rect', { key: `mark ${space}`, at: at(space), x: -49, y: -49, width: 98, height: 98, fill: '#ffd27a', 'fill-opacity': 0.45 })),
      ...SPACES.map((space) => {
        const there = on(view, space)
        return el('g', { key: space, anchor: space, class: there ? (there.seat === seat ? 'space friend' : 'space foe') : 'space', at: at(space) },
          ['rect', { class: 'rim', x: -46, y: -46, width: 92, height: 92, rx: 12 }], ['circle', { class: 'dot', r: 13 }], there && ['title', {}, explained(view, space, seat, scene.say).map(({ text }) => text).join(' ')])
      }),
      ...view.treasures.map((space, i) => space && el('g', { key: `treasure ${i}`, at: at(space), 'data-grip': on(view, space) ? undefined : space, 'pointer-events': 'none' }, ...treasure(i + 1, on(view, space) ? 44 : 32))),
      ...view.obstacles.map((space) => el('g', { key: `rock ${space}`, at: at(space), 'data-grip': space, 'pointer-events': 'none' }, ...rock())),
      ...way.map(({ from, path = [] }) => el('polyline', { key: `way ${from}`, points: [from, ...path].map((space) => at(space).join(' ')).join(' '), ...SOFT, stroke: INK, 'stroke-opacity': 0.55, 'stroke-width': 7, 'stroke-dasharray': '1 16', 'pointer-events': 'none' })),
      ...[...view.characters].sort((a, b) => at(a.space)[1] - at(b.space)[1]).map((standee) => el('g', { key: standee.id ?? standee.space, at: at(standee.space), class: 'standee', 'data-grip': standee.space, 'pointer-events': 'none' }, ...figure(standee))),
      hit || view.blow ? strike(at, hit || view.blow) : null,
      ['g', { key: 'tray', at: scene.tall ? [-EDGE, EDGE + 14] : [EDGE + 14, -EDGE] }, ...tray(view, scene)],
    ]
  },

  keep(view, /** @type {View | null} */ before) {
    name(view, before)
    view.shown = before?.waits.at(-1)?.wait === view.waits.at(-1)?.wait ? before?.shown : null
    if (keeping(view, 'one') || keeping(view, 'two')) view.keeps = before?.keeps
  },

  preview(view, { moves = [] }) {
    for (const { from, to, swap } of /** @type {any[]} */ (moves)) {
      const other = swap && on(view, to)
      if (!on(view, from) && from) shift(view, from, to)
      send(view, from, to)
      if (other) other.space = from
    }
  },

  // A touch of a coin or of a character takes it in hand; using and defending have a button in the tray. Three
  // cards that are kept have one too. A walk there and back is left to those who type it, and a charge that would
  // meet nobody where a move leads there.
  choices(choices, view) {
    const moves = new Set(choices.map(({ text }) => text))
    return choices.flatMap((choice) => {
      const { text, from, to } = choice
      const [verb] = text.split(' ')
      if (from && from === to) return []
      if (verb === 'keep') return [{ ...choice, from: `kept:${text.slice(5)}`, preview: undefined }]
      if (verb === 'use' || verb === 'defend') return [{ ...choice, to: 'do' }]
      if (verb === 'step') return [{ ...choice, from: null, to: null }, { ...choice, from: null }]
      if (verb === 'stay' || verb === 'claim' || verb === 'reserve') return [{ ...choice, from: null, to: null }]
      const mine = on(view, from)?.seat
      if (verb === 'charge' && to && moves.has(`move ${from}-${to}`) && !view.characters.some(({ seat, space }) => seat !== mine && near(space, to))) return []
      return [choice]
    })
  },

  arrange(view, anchor) {
    const [kind, name] = anchor.split(':')
    const card = Number(name)
    const seat = SEATS.find((seat) => keeping(view, seat) && view.sides[index(seat)].hand.known?.includes(card))
    if (kind === 'card' && seat) {
      const keeps = view.keeps ?? []
      view.keeps = keeps.includes(card) ? keeps.filter((kept) => kept !== card) : [...keeps, card].slice(-3).sort((a, b) => a - b)
    } else if (!on(view, anchor) && !['card', 'coin', 'leader', 'summon'].includes(kind)) {
      view.shown = null
      return false
    }
    view.shown = view.shown === anchor && !seat ? null : anchor
    return true
  },

  events: {
    marked(view, { seat, marker, number, space }) {
      if (marker === 'treasure') return void (view.treasures[number - 1] = space)
      view.obstacles.push(space)
      view.sides[index(seat)].obstacles--
    },
    put(view, event) {
      const { unplaced } = view.sides[index(event.seat)]
      unplaced.known = unplaced.known?.filter((n) => n !== event.number)
      enter(view, event)
    },
    deployed(view, event) {
      const { reserve } = view.sides[index(event.seat)]
      reserve.known = reserve.known?.filter((n) => n !== event.number)
      enter(view, { ...event, kind: 'minion' })
    },
    summoned: (view, event) => enter(view, { ...event, kind: 'summon' }),
    recalled: (view, { space }) => leave(view, space),
    summon_faded: (view, { space }) => leave(view, space),
    tokens_cleared(view) { for (const standee of view.characters) standee.tokens = [] },
    moved(view, { from, to }) {
      send(view, from, to)
      return 260
    },
    pushed: (view, { from, to }) => send(view, from, to),
    changed_places(view, { a, b }) {
      const [one, two] = [on(view, a), on(view, b)]
      if (one) one.space = b
      if (two) two.space = a
    },
    token(view, { space, kind, change }) {
      const standee = on(view, space)
      if (standee) standee.tokens = [...standee.tokens.filter((token) => token !== kind), ...(change === 'added' ? [kind] : [])]
      return 80
    },
    attacked(view, event) {
      view.blow = event
      return 600
    },
    eliminated(view, { space }) {
      view.blow = undefined
      leave(view, space)
      return 260
    },
    shifted: (view, { from, to }) => shift(view, from, to),
  },

  describe(view, say) {
    /** @param {string} kind @param {number | undefined} number @param {string} space @param {string[]} [tokens] */
    const there = (kind, number, space, tokens = []) => say('to-pieces.page.at', { kind, number: number ?? '', space, tokens })
    const [head, ...sides] = standing(view, say).map(({ text }) => text)
    return [head, ...SEATS.flatMap((seat, i) => [sides[i], ...view.characters.filter((standee) => standee.seat === seat).map(({ kind, number, space, tokens }) => there(kind, number, space, tokens))]),
      ...view.treasures.map((space, i) => space && there('treasure', i + 1, space)), ...view.obstacles.map((space) => there('obstacle', undefined, space))].filter(Boolean).join(' ')
  },

  label(anchor, view, say) {
    const [kind, name] = anchor.split(':')
    if (kind === 'do') return say('to-pieces.page.do')
    if (kind === 'kept') return say('to-pieces.page.keep')
    const standee = on(view, anchor)
    if (standee) return say('to-pieces.page.at', { ...standee, number: standee.number ?? '' })
    const seat = SEATS.find((seat) => view.sides[index(seat)].hand.known) ?? 'one'
    return explained(view, anchor, seat, say).map(({ text }) => text).join(' ') || (name ? `${say(`to-pieces.word.${kind}`)} ${name}` : anchor)
  },

  words: (text, say) => text.startsWith('@card') ? say('to-pieces.page.card', { card: text.slice(6) }) : text.split(' ').map((word) => (DEEDS[word] ? say(DEEDS[word]) : /^(leader|minion|treasure|obstacle|summon)$/.test(word) ? say(`to-pieces.word.${word}`) : word)).join(' '),

  button({ text, preview }, say) {
    const key = DEEDS[text.split(' ')[0]]
    const words = key ? say(key) : text
    return preview?.damage ? say('to-pieces.page.attack-for', { sum: sum(preview, say), health: preview.health }) : words
  },
}
