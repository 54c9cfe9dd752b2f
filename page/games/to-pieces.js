// To Pieces: chequered stone with grass around it, little standees, and a tray for what is in the hand.
//
// Spaces are the anchors; standees stand on them and have names of their own here, so that a standee that moves is
// the same drawing before and after.
import { SEATS, el, gradient, index } from '../svg/shapes.js'
import { SOFT, figure, ground, rock, strength, strike, treasure } from './to-pieces/pieces.js'
import { TRAY, explained, standing, sum, tray } from './to-pieces/tray.js'
import { EDGE, SPACES, keeping, on, owner, places } from './to-pieces/view.js'

/** @typedef {import('./to-pieces/view.js').View} View */
/** @typedef {import('./to-pieces/view.js').Standee} Standee */
/** @typedef {import('./to-pieces/view.js').Secret} Secret */

/** @param {string} a @param {string} b */
const near = (a, b) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(Number(a[1]) - Number(b[1])) === 1

/** A word of the notation in the reader's language; others as they are. @param {string} word @param {Say} say @param {object} [values] */
function spoken(word, say, values) {
  for (const key of [`to-pieces.page.word.${word}`, `to-pieces.word.${word}`]) {
    const found = say(key, { ...values })
    if (found !== key) return found
  }
  return word
}

/** Sends who stands somewhere elsewhere, and who stands there, if they change places, back.
 * @param {View} view @param {{ from: string, to: string, swap?: boolean }} way */
function send(view, { from, to, swap }) {
  const [one, two] = [on(view, from), swap && on(view, to)]
  if (one) one.space = to
  if (two) two.space = from
}

/** Slides a marker. @param {View} view @param {{ from: string, to: string }} way */
function shift(view, { from, to }) {
  const slid = (/** @type {string | null} */ space) => (space === from ? to : space)
  view.treasures = view.treasures.map(slid)
  view.obstacles = view.obstacles.map((space) => slid(space) ?? '')
}

/** Somebody comes from beside the board. @param {View} view @param {Standee} standee @param {Secret} [coins] where the coin was */
function enter(view, { seat, kind, number, space }, coins) {
  if (coins) coins.known = coins.known?.filter((n) => n !== number)
  view.characters.push({ seat, kind, number, space, tokens: [] })
  name(view, null)
  if (kind !== 'minion') view.sides[index(seat)][kind] = space
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

/** Who got which points for what. @param {GameEvent[]} events @param {Say} say @returns {import('../table/cards.js').Row[]} */
function scoring(events, say) {
  const scored = /** @type {any[]} */ (SEATS.map((seat) => events.find((event) => event.event === 'scored' && event.seat === seat) ?? { coins: 0, leader: 0, total: 0 }))
  const [one, two] = scored
  const met = events.filter(({ event }) => event === 'objective').map((event) => {
    const { seat, objective, value } = event
    return { label: say('to-pieces.page.objective', { name: objective, value }), one: seat === 'one' ? value : '', two: seat === 'two' ? value : '' }
  })
  return [
    { label: say('to-pieces.page.count.coins'), one: one.coins, two: two.coins },
    { label: say('to-pieces.page.count.leader'), one: one.leader, two: two.leader },
    ...met,
    { label: say('to-pieces.page.count.total'), one: one.total, two: two.total, sum: true },
  ]
}

/** @type {GameFile<View>} */
export default {
  id: 'to-pieces',
  box: [-EDGE - 4, -EDGE - 4, 2 * EDGE + TRAY + 24, 2 * EDGE + 14],
  tall: [-EDGE - 4, -EDGE - 4, 2 * EDGE + 8, 2 * EDGE + 308],
  face: [-EDGE - 4, -EDGE - 4, 2 * EDGE + 8, 2 * EDGE + 14],
  turns: { one: 0, two: 2 },
  curious: true,
  decides: true,

  shared: [gradient('to-pieces-gold', '#ffdf83', '#d39a22'), gradient('to-pieces-grass', '#6d9147', '#48682f')],

  draw(view, scene) {
    const at = places(view, scene)
    const seat = owner(scene)
    const marks = new Set(scene.last.flatMap((/** @type {any} */ { from, to, space, a, b }) => [from, to, space, a, b]))
    const { aimed } = scene
    const blow = aimed?.preview?.damage ? { ...aimed.preview, from: aimed.from, to: aimed.to } : view.blow
    /** @param {string} key @param {string} space @param {Content[]} shapes @param {boolean} [grip] whether a hand carries it */
    const thing = (key, space, shapes, grip = true) => el('g', { key, at: at(space), 'data-grip': grip ? space : undefined, 'pointer-events': 'none' }, ...shapes)
    const looked = on(view, scene.over) ?? on(view, view.shown)
    return [
      ['g', { key: 'ground' }, ...ground(view.south, at)],
      ...SPACES.map((space) => marks.has(space) && el('rect', { key: `mark ${space}`, at: at(space), x: -49, y: -49, width: 98, height: 98, fill: '#ffd27a', 'fill-opacity': 0.45 })),
      ...SPACES.map((space) => {
        const there = on(view, space)
        return el('g', { key: space, anchor: space, 'data-free': there ? '' : undefined, class: there ? (there.seat === seat ? 'space friend' : 'space foe') : 'space', at: at(space) },
          ['rect', { class: 'rim', x: -46, y: -46, width: 92, height: 92, rx: 12 }], ['circle', { class: 'dot', r: 13 }])
      }),
      ...view.treasures.map((space, i) => space && thing(`treasure ${i}`, space, treasure(i + 1, on(view, space) ? 44 : 32), !on(view, space))),
      ...view.obstacles.map((space) => thing(`rock ${space}`, space, rock())),
      ...(aimed?.preview?.moves ?? []).map((/** @type {{ from: string, path?: string[] }} */ { from, path }) => path && el('polyline', { key: `way ${from}`, points: [from, ...path].flatMap(at), ...SOFT, class: 'way' })),
      ...[...view.characters].sort((a, b) => at(a.space)[1] - at(b.space)[1]).map((standee) => thing(standee.id ?? standee.space, standee.space, figure(standee))),
      blow ? strike(at, blow) : looked && !aimed && strength(at(looked.space), view.teams[index(looked.seat)][looked.kind]),
      ...tray(view, scene),
    ]
  },

  keep(view, /** @type {View | null} */ before) {
    name(view, before)
    view.shown = before?.waits.at(-1)?.wait === view.waits.at(-1)?.wait ? before?.shown : null
    if (keeping(view, 'one') || keeping(view, 'two')) Object.assign(view, { keeps: before?.keeps, peek: before?.peek })
  },

  preview(view, { moves = [] }) {
    for (const way of moves) (on(view, way.from) ? send : shift)(view, way)
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

  // Before a blow its damage is shown, whatever else could be done to the target.
  foremost: (choices) => choices.find(({ preview }) => preview?.damage),

  take(view, { text }) {
    if (text.startsWith('keep ')) view.keeps = text.slice(5).split(' ').map(Number)
  },

  arrange(view, anchor) {
    const [kind, name] = anchor.split(':')
    const card = Number(name)
    const seat = SEATS.find((seat) => keeping(view, seat) && view.sides[index(seat)].hand.known?.includes(card))
    if (kind === 'peek') view.peek = !view.peek
    else if (kind === 'card' && seat) {
      const keeps = view.keeps ?? []
      view.keeps = keeps.includes(card) ? keeps.filter((kept) => kept !== card) : [...keeps, card].slice(-3)
    } else if (!on(view, anchor) && !['card', 'coin', 'leader', 'summon'].includes(kind)) {
      view.shown = null
      return false
    }
    view.shown = view.shown === anchor && !seat ? null : anchor
    return true
  },

  events: {
    marked(view, { seat, marker, number, space }) {
      const side = view.sides[index(seat)]
      side.treasures = side.treasures.filter((n) => n !== number)
      if (marker === 'treasure') return void (view.treasures[number - 1] = space)
      view.obstacles.push(space)
      side.obstacles--
    },
    put: (view, event) => enter(view, event, view.sides[index(event.seat)].unplaced),
    deployed: (view, event) => enter(view, { ...event, kind: 'minion' }, view.sides[index(event.seat)].reserve),
    summoned: (view, event) => enter(view, { ...event, kind: 'summon' }),
    recalled: (view, { space }) => leave(view, space),
    summon_faded: (view, { space }) => leave(view, space),
    tokens_cleared(view) { for (const standee of view.characters) standee.tokens = [] },
    moved: (view, event) => (send(view, event), 260),
    pushed: send,
    changed_places: (view, { a, b }) => send(view, { from: a, to: b, swap: true }),
    token(view, { space, kind, change }) {
      const standee = on(view, space)
      if (standee) standee.tokens = [...standee.tokens.filter((token) => token !== kind), ...(change === 'added' ? [kind] : [])]
      return 80
    },
    attacked: (view, event) => (view.blow = event, 600),
    eliminated(view, { space }) {
      view.blow = undefined
      leave(view, space)
      return 260
    },
    shifted: shift,
  },

  describe(view, say) {
    const there = (/** @type {object} */ what) => say('to-pieces.page.at', { number: '', tokens: [], ...what })
    const [head, ...sides] = standing(view, say).map(({ text }) => text)
    return [head, ...SEATS.flatMap((seat, i) => [sides[i], ...view.characters.filter((standee) => standee.seat === seat).map(there)]),
      ...view.treasures.map((space, i) => space && there({ kind: 'treasure', number: i + 1, space })), ...view.obstacles.map((space) => there({ kind: 'obstacle', space }))].filter(Boolean).join(' ')
  },

  label(anchor, view, say) {
    const [kind, name] = anchor.split(':')
    if (kind === 'do') return say('to-pieces.page.do')
    if (kind === 'kept') return say('to-pieces.page.keep')
    if (kind === 'peek') return say(view.peek ? 'to-pieces.page.cards' : 'to-pieces.page.peek')
    const seat = SEATS.find((seat) => view.sides[index(seat)].hand.known) ?? 'one'
    const standee = on(view, anchor)
    const text = explained(view, anchor, seat, say).map(({ text }) => text).filter(Boolean).join('. ')
    if (standee) return `${say('to-pieces.page.at', { number: '', ...standee })} ${text}`
    if (kind === 'card' && view.keeps?.includes(Number(name))) return say('to-pieces.page.chosen', { card: text })
    return text || (name || kind === 'obstacle' ? `${spoken(kind, say)} ${name ?? ''}`.trim() : anchor)
  },

  told: { dealt: false, token: false, tokens_cleared: false, over: false },

  // A leader that falls, and the end of a round.
  moments: {
    eliminated: ({ kind }) => (kind === 'leader' ? [] : null),
    scored: ({ seat }, events, say) => (seat === 'two' ? scoring(events, say) : null),
  },

  count(view, say) {
    const [one, two] = view.sides
    /** @type {import('../table/cards.js').Row[]} */
    const objectives = view.sides.flatMap(({ claimed }, i) => claimed.map((card) => {
      const { name, value } = view.teams[i].objectives[card - 1]
      return { label: say('to-pieces.page.objective', { name, value }), one: i ? '' : value, two: i ? value : '' }
    }))
    const fallen = (/** @type {number} */ i) => (view.sides[1 - i].leader === 'gone' ? 1 : 0)
    return [
      { label: say('to-pieces.page.count.coins'), one: one.score.coins - fallen(0), two: two.score.coins - fallen(1) },
      { label: say('to-pieces.page.count.leader'), one: fallen(0), two: fallen(1) },
      ...objectives,
      { label: say('to-pieces.page.count.total'), one: one.score.points, two: two.score.points, sum: true },
    ]
  },

  // As the computer would; all of it, or what is asked now.
  setups({ word }, _moves, _seat, say) {
    const all = ['keep', 'mark', 'put'].map((kind) => `to-pieces.prompt.${kind}`)
    if (!all.includes(word)) return []
    return [{ label: say('to-pieces.page.set-up.all'), prompts: all }, { label: say(`to-pieces.page.set-up.${word.slice(17)}`), prompts: [word] }]
  },

  chapter: ({ turn }, began) => (turn !== null ? null : began ? 'to-pieces.page.list.regroup' : 'to-pieces.page.list.set-up'),

  words(text, say) {
    if (!text.startsWith('@')) return text.split(' ').map((word) => spoken(word, say)).join(' ')
    const [kind, value = 'hidden'] = text.slice(1).split(':')
    return value === 'hidden' || kind === 'teams' ? spoken(value, say) : spoken(kind, say, { value })
  },

  button({ text, preview }, say) {
    if (text.startsWith('keep ')) return say('to-pieces.page.keep')
    return preview?.damage ? say('to-pieces.page.attack-for', { sum: sum(preview, say), health: preview.health }) : spoken(text.split(' ')[0], say)
  },
}
