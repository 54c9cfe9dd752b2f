// Backgammon Wars: triangles in slate and sand, a stone Wall in the middle, cards like small tarot cards.
//
// The view writes a stack as letters from the bottom up, small for One, capital for Two, a trapped unit in brackets;
// here they become a list of units with names, so that a unit that moves is the same drawing before and after.
// In the list the units of one place stand bottom first.
import { SEATS, index } from '../svg/shapes.js'
import { effect, title } from './backgammon-wars-cards.js'
import { GRADIENTS, KINDS, TALL, asked, isFantasy, placeOf, scenery, unused } from './backgammon-wars-look.js'

/** @typedef {import('./backgammon-wars-look.js').View} View */
/** @typedef {import('./backgammon-wars-look.js').Unit} Unit */
/** @typedef {import('./backgammon-wars-look.js').Letter} Letter */
/** @typedef {import('./backgammon-wars-look.js').Hand} Hand */
/** @typedef {{ seat: Seat, kind: string, card: string, from: number, to: number, at: number, die: number, dice: number[], one: number, two: number, cards: number }} Told */

const LETTERS = /** @type {Record<string, Letter>} */ ({ warrior: 'w', archer: 'a', mage: 'm' })

/** A place as a seat's own number or word. @param {number} seat @param {string} place */
const ownNumber = (seat, place) => (place.startsWith('p') ? (seat ? 25 - Number(place.slice(1)) : Number(place.slice(1))) : place)
/** The units of a view by name. @param {View} view @returns {Unit[]} */
function units(view) {
  return view.units ??= read(view).map((unit, i, all) => ({ ...unit, id: `${unit.seat}${unit.kind}${all.slice(0, i).filter(({ seat, kind }) => seat === unit.seat && kind === unit.kind).length}` }))
}

/** @param {View} view @returns {Unit[]} */
function read({ board }) {
  /** @param {string} letter @param {string} place @param {number} seat @param {boolean} trapped */
  const unit = (letter, place, seat, trapped) => ({ id: '', seat, kind: /** @type {Letter} */ (letter.toLowerCase()), place, trapped })
  return [
    ...board.points.flatMap((text, i) => [...text.matchAll(/(\()?(\w)/g)].map(([, open, letter]) => unit(letter, `p${i + 1}`, letter < 'a' ? 1 : 0, !!open))),
    ...[0, 1].flatMap((seat) => [...board.wall[seat]].map((letter) => unit(letter, 'wall', seat, false))),
    ...[0, 1].flatMap((seat) => [...board.off[seat]].map((letter) => unit(letter, 'off', seat, false))),
  ]
}

/** Sends the topmost free unit that fits elsewhere. @param {View} view @param {number} seat @param {string} kind @param {string} from @param {string} to */
function send(view, seat, kind, from, to) {
  const all = units(view)
  const i = all.findLastIndex((unit) => unit.seat === seat && unit.place === from && unit.kind === (LETTERS[kind] ?? kind) && !unit.trapped)
  if (i < 0) return
  const [unit] = all.splice(i, 1)
  // Wall and tray have no order of arrival: they list kind by kind, by their letters.
  const next = to.startsWith('p') ? -1 : all.findIndex((other) => other.seat === seat && other.place === to && other.kind > unit.kind)
  all.splice(next < 0 ? all.length : next, 0, { ...unit, place: to })
}

/** A move in words. @param {string} text @param {Say} say @returns {string} */
function words(text, say) {
  const plainly = {
    roll: 'backgammon-wars.page.roll', shoot: 'backgammon-wars.page.shoot', hex: 'backgammon-wars.page.hex', double: 'backgammon-wars.page.double',
    draw: 'backgammon-wars.page.draw', end: 'backgammon-wars.page.end', pass: 'backgammon-wars.page.pass',
  }[text]
  if (plainly) return say(plainly)
  const [, sign] = /([*^!])$/.exec(text) ?? []
  if (sign) {
    const move = words(text.slice(0, -1), say)
    return say({ '*': 'backgammon-wars.page.captures', '^': 'backgammon-wars.page.traps', '!': 'backgammon-wars.page.burns' }[sign] ?? '', { move })
  }
  const parts = text.split(' ')
  const [first, second] = parts
  if (first === 'play') return [title(second, say), ...parts.slice(2).map((part) => way(part, say))].join(' ')
  if (first === 'keep') return say('backgammon-wars.page.keep', { dice: second })
  if (first === 'shoot') return say('backgammon-wars.page.shot', { move: way(second, say) })
  if (first === 'hex') return say('backgammon-wars.page.push', { move: way(second, say) })
  if (text.startsWith('@card')) return say('backgammon-wars.page.drawn', { card: text.slice(6) || 'hidden' })
  if (text.startsWith('@')) return say('backgammon-wars.page.rolled', { dice: text === '@roll' ? 'hidden-roll' : text.slice(1) })
  return second ? `${say(`backgammon-wars.word.${KINDS[/** @type {Letter} */ (first)]}`)} ${way(second, say)}` : way(text, say)
}

/** `13/8` for the eye. @param {string} text @param {Say} say */
const way = (text, say) => text.split('/').map((place) => (place === 'wall' ? say('backgammon-wars.show.wall') : place === 'off' ? say('backgammon-wars.show.off') : /^[wam]+$/.test(place) ? [...place].map((letter) => say(`backgammon-wars.word.${KINDS[/** @type {Letter} */ (letter)]}`)).join(' + ') : place)).join(' → ')

/** Dice in a sentence. @param {{ dice: number[] | string }} told */
const dice = ({ dice }) => (Array.isArray(dice) ? { dice: dice.join('-') } : {})

/** New dice. @param {View} view @param {{ seat: Seat, dice: number[] }} told */
function roll(view, { seat, dice }) {
  view.roller = index(seat)
  view.dice.rolled = [...dice].sort((a, b) => a - b)
  return 500
}

/** @param {Hand} hand @param {string} card */
function give(hand, card) {
  hand.size++
  if (card !== 'hidden') hand.cards = [...hand.cards, card].sort()
  return 260
}

/** Changes a die, a rolled one before a stolen one; 0 takes it away. @param {View} view @param {number} from @param {number} to */
function change({ dice }, from, to) {
  const i = dice.rolled.indexOf(from)
  if (i < 0) dice.extra = to
  else dice.rolled = dice.rolled.with(i, to).filter(Boolean).sort((a, b) => a - b)
  return 300
}

/** @param {View} view @param {Say} say @param {number} seat @param {string} place */
function there(view, say, seat, place) {
  const here = units(view).filter((unit) => unit.place === place && (place.startsWith('p') || unit.seat === seat))
  const names = here.map(({ seat, kind, trapped }) => {
    const side = say(`word.${SEATS[seat]}`)
    const unit = isFantasy(view) ? say('backgammon-wars.page.unit', { side, kind: KINDS[kind] }) : side
    return trapped ? say('backgammon-wars.page.trapped', { unit }) : unit
  })
  return names.length ? names.join(', ') : say('backgammon-wars.page.empty')
}

/** @type {GameFile<View>} */
export default {
  id: 'backgammon-wars',
  box: [-600, -412, 1200, 824],
  face: [-600, -412, 1200, 824],
  tall: [-600, -TALL - 12, 1200, 2 * TALL + 24],
  upright: 0.9,
  frame: (view) => (isFantasy(view) ? [-600, -502, 1200, 1160] : null),

  shared: GRADIENTS,

  draw: (view, scene) => scenery(view, units(view), scene),

  keep(view, /** @type {View | null} */ before) {
    if (!before) return
    const old = [...units(before)]
    const fresh = read(view)
    const match = (/** @type {(unit: Unit, was: Unit) => boolean} */ fits) => {
      for (const unit of fresh) {
        const i = unit.id ? -1 : old.findIndex((was) => was.seat === unit.seat && was.kind === unit.kind && fits(unit, was))
        if (i >= 0) unit.id = old.splice(i, 1)[0].id
      }
    }
    match((unit, was) => unit.place === was.place && unit.trapped === was.trapped)
    match(() => true)
    if (fresh.every(({ id }) => id)) view.units = fresh
    view.swapped = before.turn === view.turn && before.swapped
  },

  preview(view, /** @type {{ moves?: { seat: Seat, kind: string, from: string, to: string }[], trap?: boolean }} */ { moves = [] }) {
    for (const { seat, kind, from, to } of moves) send(view, index(seat), kind, from, to)
  },

  // A click on a point plays the die that lies first: the highest that can be used from there, or the lowest when the
  // dice were swapped. Several units or deeds with that die are asked about.
  obvious(choices, view) {
    const ways = choices.filter(({ text, from }) => from && !from.startsWith('card:') && !/^(shoot|hex)/.test(text))
    const far = (/** @type {Choice} */ { text }) => {
      const [from, to] = text.replace(/^[wam] /, '').replace(/[*^!]$/, '').split('/').map((place) => (place === 'wall' ? 25 : place === 'off' ? 0 : Number(place)))
      return from - to
    }
    const best = (view.swapped ? Math.min : Math.max)(...ways.map(far))
    return ways.filter((choice) => far(choice) === best)
  },

  arrange(view, anchor) {
    if (anchor.startsWith('die')) view.swapped = !view.swapped
    else if (anchor === 'discards') view.opened = !view.opened
    else return false
    return true
  },

  careful: ({ text }) => text.startsWith('play '),

  events: {
    opened(view, { seat, one, two }) {
      return roll(view, { seat, dice: [one, two] })
    },
    rolled: roll, rerolled: roll, copied: roll, revealed: roll, kept: roll,
    joined(view, told) { view.dice.extra = told.die },
    doubled(view) { view.dice.rolled = view.dice.rolled.flatMap((/** @type {number} */ die) => [die, die]).slice(0, 4) },
    declared(view, { purpose }) { view.dice.purpose = purpose },
    die_changed: (view, { from, to }) => change(view, from, to),
    die_lost: (view, told) => change(view, told.die, 0),
    die_stolen(view, told) {
      view.stolen[index(told.seat)] = told.die
      return change(view, told.die, 0)
    },
    moved(view, { seat, kind, from, to }) {
      send(view, index(seat), kind, placeOf(index(seat), from), placeOf(index(seat), to))
      return 240
    },
    entered(view, { seat, kind, to }) {
      send(view, index(seat), kind, 'wall', placeOf(index(seat), to))
      return 240
    },
    borne_off(view, { seat, kind, from }) {
      send(view, index(seat), kind, placeOf(index(seat), from), 'off')
      return 240
    },
    hit(view, { seat, kind, at }) {
      send(view, 1 - index(seat), kind, placeOf(index(seat), at), 'wall')
      return 260
    },
    pushed(view, { seat, kind, from, to }) {
      send(view, 1 - index(seat), kind, placeOf(index(seat), from), placeOf(index(seat), to))
      return 260
    },
    burnt(view, { seat, kind, at }) {
      send(view, index(seat), kind, placeOf(index(seat), at), 'wall')
      return 260
    },
    trapped(view, { seat, at }) {
      const held = units(view).find((unit) => unit.seat !== index(seat) && unit.place === placeOf(index(seat), at))
      if (held) held.trapped = true
    },
    released(view, { seat, at }) {
      const held = units(view).find((unit) => unit.trapped && unit.place === placeOf(index(seat), at))
      if (held) held.trapped = false
    },
    barrier_set(view, { seat, at }) { view.tokens.barrier[index(seat)] = at },
    barrier_gone(view, { seat }) { view.tokens.barrier[index(seat)] = 0 },
    fire_set(view, { seat, at }) { view.tokens.fire = seat === 'two' ? 25 - at : at },
    fire_gone(view) { view.tokens.fire = 0 },
    dealt(view, { seat, card }) {
      view.pile--
      return give(view.hands[index(seat)], card)
    },
    drew(view, { seat, card }) {
      view.pile--
      return give(view.hands[index(seat)], card)
    },
    played(view, { seat, card }) {
      const hand = view.hands[index(seat)]
      hand.size--
      hand.cards = hand.cards.filter((/** @type {string} */ name) => name !== card)
      view.table = { card }
      return 700
    },
    acted(view, { card }) {
      if (view.table?.card === card) view.table = null
      if (!view.discards.includes(card)) view.discards.push(card)
      view.spent.push(card)
      return 260
    },
    parried(view, { seat, card }) {
      view.table = null
      return give(view.hands[1 - index(seat)], card)
    },
    reshuffled(view, told) {
      view.pile = told.cards
      view.discards = []
    },
    turn_ended(view) { Object.assign(view.dice, { rolled: [], extra: 0, purpose: 'move' }) },
  },

  describe(view, say) {
    const eye = asked(view) ?? 0
    const out = SEATS.map((name, seat) => {
      const held = [...new Set(units(view).filter((unit) => unit.seat === seat && unit.place.startsWith('p')).map(({ place }) => place))]
      const { size, cards } = view.hands[seat]
      const hand = isFantasy(view) ? say('backgammon-wars.page.hand', { cards: cards.length ? cards : size }) : ''
      return say('backgammon-wars.page.side', {
        side: name, pips: view.pips[seat], wall: view.board.wall[seat].length, off: view.board.off[seat].length,
        points: held.map((place) => `${ownNumber(seat, place)}: ${there(view, say, seat, place)}`).join('; '), hand,
      })
    })
    const dice = unused(view)
    if (dice.length) out.push(`${say('backgammon-wars.page.rolled', { dice })}.`)
    if (view.tokens.fire) out.push(say('backgammon-wars.page.fire', { at: ownNumber(eye, `p${view.tokens.fire}`) }))
    view.tokens.barrier.forEach((at, seat) => { if (at) out.push(say('backgammon-wars.page.barrier', { side: SEATS[seat], at: ownNumber(eye, placeOf(seat, at)) })) })
    if (isFantasy(view)) out.push(say('backgammon-wars.page.piles', { pile: view.pile, discards: view.discards.length ? view.discards : 0 }))
    return out.join(' ')
  },

  label(anchor, view, say, preview) {
    const seat = asked(view) ?? 0
    if (anchor.startsWith('card:')) return `${title(anchor.slice(5), say)}: ${effect(anchor.slice(5), say)}`
    if (anchor.startsWith('die')) return say('backgammon-wars.page.die', { die: unused(view)[Number(anchor.slice(3))] })
    if (anchor === 'discards') return say('backgammon-wars.page.discards', { cards: view.discards.length ? view.discards : 0 })
    const name = anchor === 'wall' ? say('backgammon-wars.show.wall') : anchor === 'off' ? say('backgammon-wars.show.off') : say('backgammon-wars.page.point', { n: ownNumber(seat, anchor) })
    const text = `${name}: ${there(view, say, seat, anchor)}`
    const moves = /** @type {{ moves?: { to: string }[] } | undefined} */ (preview)?.moves
    return moves?.length ? `${text} → ${moves.map(({ to }) => way(String(ownNumber(seat, to)), say)).join(', ')}` : text
  },

  told: {
    turn_ended: false, acted: false,
    rolled: dice, rerolled: dice, copied: dice, revealed: dice, kept: dice, early_roll: dice,
  },

  count: ({ board, pips }, say) => [
    { label: say('backgammon-wars.page.count.off'), one: board.off[0].length, two: board.off[1].length, sum: true },
    { label: say('backgammon-wars.page.count.wall'), one: board.wall[0].length, two: board.wall[1].length },
    { label: say('backgammon-wars.page.count.pips'), one: pips[0], two: pips[1] },
  ],

  // The dice, then what was done with them: 4-3: Warrior 21 → 18 traps, 6 → 2.
  entry(moves, seat, say, short) {
    const dice = moves.findLast(({ text }) => /^@\d-\d/.test(text))?.text.slice(1)
    const deeds = moves.filter((move) => move.seat && !/^(roll|end|pass|double|draw|keep .*)$/.test(move.text)).map((move) => {
      const deed = short ? move.text : words(move.text, say)
      return move.seat === seat ? deed : say('backgammon-wars.page.list.answer', { deed })
    }).join(', ')
    return dice && deeds ? say('backgammon-wars.page.list.turn', { dice, deeds }) : dice ?? (deeds || say('backgammon-wars.page.list.nothing'))
  },

  words,
  button: ({ text }, say) => words(text, say),
}
