// Piggyback: chequered felt, blocks that climb on each other's backs, abilities as discs beneath them.
//
// The board lies around the origin. Beside it (below it on a tall screen) stands a tray: it holds the bank; in a
// fight both stacks, their rolls and the die; after it the spoils. Nothing ever lies over the board.
import { SEATS, el, foe, gradient, spaces } from '../svg/shapes.js'
import { percent } from '../table/aid.js'
import { FULL, HALF, LINE, QUIET, TRAY, disc, eased, felt, files, sorted, spot, standing } from './piggyback/pieces.js'
import { tray, words } from './piggyback/tray.js'

/** @typedef {import('./piggyback/pieces.js').Aim} Aim */
/** @typedef {import('./piggyback/pieces.js').Colour} Colour */
/** @typedef {import('./piggyback/pieces.js').Group} Group */
/** @typedef {import('./piggyback/pieces.js').View} View */

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
    ...(aim.groups ?? []).map((group) => el('g', { key: group.at, at: spot(group.at, size, turn), opacity: 0.65 }, standing(group, turn, size))),
    ...(aim.lying ?? []).map(({ at, colour }) => el('g', { key: at, at: [...spot(at, size, turn), 0, 8 / size] }, ...disc(colour, 36))),
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
    gradient('piggyback-wood', '#7a5735', '#573a20'),
    ['radialGradient', { id: 'piggyback-felt', cx: 0.5, cy: 0.42, r: 0.75 }, ['stop', { offset: 0, 'stop-color': '#fffbe6', 'stop-opacity': 0.2 }], ['stop', { offset: 1, 'stop-color': '#24301f', 'stop-opacity': 0.16 }]],
  ],

  draw(view, { turn, last, me, say, tall = false, aid = true }) {
    const { size, scene } = view
    const cell = (2 * HALF) / size
    const marks = scene ? new Set([scene.from, scene.at]) : touched(last)
    const all = spaces(size)
    const lying = new Map(view.lying.map(({ at, colour }) => [at, colour]))
    const groups = new Map(view.groups.map((group) => [group.at, group]))
    // What stands nearer is drawn later, what is on its way last.
    const depth = new Map(all.map((space) => [space, space === view.raised ? Infinity : spot(space, size, turn)[1]]))
    const back = [...all].sort((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0))
    return [
      ['g', { key: 'felt' }, ...felt(view, turn)],
      ...all.map((space) => marks.has(space) && el('rect', { key: `mark ${space}`, at: spot(space, size, turn), x: -cell / 2, y: -cell / 2, width: cell, height: cell, fill: scene ? '#a8321c' : '#ffd27a', 'fill-opacity': scene ? 0.3 : 0.5 })),
      ...all.map((space) => {
        const colour = lying.get(space)
        return colour && el('g', { key: `lying ${space}`, at: [...spot(space, size, turn), 0, 8 / size], 'pointer-events': 'none' }, ...disc(colour, groups.has(space) ? 50 : 36))
      }),
      ...back.map((space) => {
        const group = groups.get(space)
        return el('g', { key: space, anchor: space, class: group ? (group.seat !== view.to && view.wait.name === 'move' ? 'space foe' : 'space friend') : lying.has(space) ? 'space lain' : 'space', at: spot(space, size, turn) },
          ['rect', { key: 'ring', class: 'rim', x: -cell / 2 + 6, y: -cell / 2 + 6, width: cell - 12, height: cell - 12, rx: 18 }],
          ['circle', { key: 'dot', class: 'dot', r: 15 * 8 / size }],
          group && standing(group, turn, size),
          view.climber?.at === space && ['g', { key: 'climber', transform: `translate(0 ${-24 * (group?.units ?? 0)})` }, standing(view.climber, turn, size)])
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
  // two meanings of one touch, and the page asks. A Boost for what a step does, or there and back, is in the menu.
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

  told: { over: false, discarded: false },

  // A fight that was won.
  moments: { won: () => [] },

  count: (view, say) => {
    const left = SEATS.map((seat) => view.groups.filter((group) => group.seat === seat).reduce((sum, { units }) => sum + units, 0))
    return [
      { label: say('piggyback.page.count.units'), one: left[0], two: left[1], sum: true },
      { label: say('piggyback.page.count.lost'), one: view.lost[0], two: view.lost[1] },
    ]
  },

  // What was done, then the dice of the fight; rolling and stopping are seen in them.
  entry(moves, _seat, say, short) {
    const deeds = moves.filter(({ seat, text }) => seat && !/^(roll|stop|pass|keep none)$/.test(text)).map(({ text }) => (short ? text : this.words?.(text, say) ?? text)).join(', ')
    const dice = moves.filter(({ text, turn }) => text.startsWith('@') && turn !== null).map(({ text }) => text.slice(1)).join(' ')
    return dice ? say('piggyback.page.list.dice', { deed: deeds, dice }) : deeds
  },

  words(text, say) {
    if (text.startsWith('@')) return say('piggyback.page.dice', { dice: text.slice(1) })
    return /^[a-h]\d/.test(text) ? text : this.button?.({ text }, say) ?? text
  },

  button({ text }, say) {
    const [verb, ...rest] = text.split(' ')
    const [from, space] = verb === 'warp' ? rest : (rest[0] ?? verb).split('-')
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
      case 'boost': return say('piggyback.page.boost', { from, space })
      case 'boost2': return say('piggyback.page.boost-two', { from, space })
      case 'warp': return say('piggyback.page.warp', { from, space })
      default: return say('piggyback.page.step', { from, space })
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
