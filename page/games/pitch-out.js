// Pitch Out: a matte table with chalk lines, wooden pucks with a glyph each, squares that hold dots, a rubber band.
//
// The table lies around the origin, its longer side 1000 wide, One below. Beside it (above and below it where the
// room is tall) are both squads: who is to be deployed, who is out, rounds won, and the card of one pawn.
import { turned } from '../svg/board.js'
import { along, ray, way } from '../svg/discs.js'
import { SEATS, el, foe, index, lines } from '../svg/shapes.js'
import { RADIUS, aimOf, bodies, meet, spot, take } from './pitch-out/hands.js'
import { NAMES, arena, block, puck, shared } from './pitch-out/look.js'

/** @typedef {import('./pitch-out/look.js').Table} Board */
/** @typedef {import('./pitch-out/hands.js').Aim} Aim */
/** @typedef {import('../svg/discs.js').Trace} Trace */
/** @typedef {import('../table/stage.js').Scene} Scene */
/** @typedef {import('./pitch-out/look.js').View & { [extra: string]: any }} View */
/** What events tell, as far as they are drawn.
 * @typedef {{ seat: Seat, name: string, x: number, y: number, turn: number, obstacle: string, below: string, bodies: string[], trace: Trace, traces: Trace[] }} Told */

/** How long a fall and a spark are seen, in seconds, and how much longer a shot takes in slow motion. */
const [FALL, SPARK, SLOW] = [0.35, 0.3, 4]
/** Questions whose answers are places that can be tried; elsewhere a touch shows a card. */
const TRIES = ['copy', 'guard', 'mount', 'remove', 'ban', 'replace', 'change']
const STANDS = ['in_play', 'held', 'again']

/** @param {string} piece @returns {any} its seat and name; the name of an obstacle is missing */
const parts = (piece) => piece.split(':')
/** A word on the page: a power, a state, a button. @param {Say} say @param {string} word @param {object} [values] */
const put = (say, word, values) => say(`pitch-out.page.word.${word}`, { ...values })
/** @param {Say} say @param {string} name */
const nameOf = (say, name) => say(`pitch-out.word.${name}`)
/** @param {Say} say @param {string} piece */
function pieceName(say, piece) {
  const [seat, name] = parts(piece)
  return name ? say('pitch-out.page.piece', { name, seat }) : say('pitch-out.page.obstacle', { n: piece[1] })
}
/** Who carries another on his shoulders, and that one. @param {Board} table */
const stackOf = ({ stack, rulings: { hoods } }) => (stack ? [`${foe(hoods)}:${stack.below}`, `${hoods}:${stack.rider}`] : [])

/** In a word, how it is with a piece. @param {Board} table @param {string} piece */
function state(table, piece) {
  const [seat, name] = parts(piece)
  const fate = name ? table.squads[index(seat)][name] : 'hand'
  if (typeof fate === 'string') return fate
  return stackOf(table)[0] === piece ? 'held' : table.wait.wait === 'again' && `${table.mover}:${table.shot?.pawn}` === piece ? 'again' : 'in_play'
}

/** Puts a piece somewhere, or off the table. @param {Board} table @param {string} piece @param {any} [at] */
function move({ squads, obstacles }, piece, at) {
  const [seat, name] = parts(piece)
  const i = Number(piece[1]) - 1
  if (name) squads[index(seat)][name] = at?.x === undefined ? at ?? 'eliminated' : { in_play: { x: at.x, y: at.y } }
  else obstacles[i] = at ? { lies: { stored: [], .../** @type {any} */ (obstacles[i]).lies, x: at.x, y: at.y, turn: at.turn } } : 'out'
}

/** Shots as they were, from their traces. @param {{ bodies: string[], trace: Trace }[]} shots */
function film(shots) {
  const end = Math.max(...shots.flatMap(({ trace }) => [trace.outcome.end, ...trace.falls.map(({ t }) => t + FALL)]))
  let before = 0
  return {
    get ms() { return 1000 * end * (document.documentElement.dataset.slow ? SLOW : 1) },
    /** @param {View} view @param {number} share */
    frame(view, share) {
      const t = share * end
      const stack = stackOf(view.table)
      Object.assign(view, { clock: t, falling: {}, sparks: [] })
      for (const { bodies, trace } of shots) {
        for (const [body, path] of new Map(trace.paths.filter(({ t0 }) => t0 <= t).map((path) => [path.body, path]))) {
          const fall = trace.falls.find((fall) => fall.body === body && fall.t <= t)
          const gone = fall ? Math.min(1, (t - fall.t) / FALL) : 0
          const { x, y, turn } = along(path, t, trace)
          const piece = bodies[body]
          for (const moved of stack.includes(piece) ? stack.filter((one) => one === piece || !bodies.includes(one)) : [piece]) {
            // It goes on over the edge a little, and gets smaller.
            move(view.table, moved, gone < 1 ? { x: x + path.vx * gone, y: y + path.vy * gone, turn } : undefined)
            view.falling[moved] = gone
          }
        }
        view.sparks.push(...trace.impacts.filter((impact) => share < 1 && impact.t <= t && impact.t > t - SPARK).map(({ t: at, point: [x, y], approach }) => ({ x: 10 * x, y: 10 * y, age: (t - at) / SPARK, size: Math.min(1, 0.3 + approach / 1500) })))
      }
      const struck = shots.some(({ trace }) => trace.impacts.some((impact) => impact.t > before && impact.t <= t))
      before = t
      return struck ? 'contact' : undefined
    },
  }
}

/** From the table to the drawing. @param {Board} table */
function chart({ rulings: { width, depth } }) {
  const scale = 1000 / Math.max(width, depth)
  /** @param {{ x: number, y: number }} spot @returns {[number, number]} */
  const at = ({ x, y }) => [(x - width / 2) * scale, (depth / 2 - y) * scale]
  return { scale, at, size: scale * 8 }
}

/** @param {string} piece @param {string[]} [stored] */
const figure = (piece, stored) => (piece.includes(':') ? puck(parts(piece)[0], parts(piece)[1]) : block(piece, stored))

/** What makes a piece a thing for hands: for the sling and the grip, or for a touch. @param {View} view @param {string} piece @param {Say} say @param {string} [anchor] */
const grip = ({ ready }, piece, say, anchor = piece) => (ready?.[piece] ? { 'data-piece': piece, 'data-ready': '', tabindex: 0, role: 'button', 'aria-label': pieceName(say, piece) } : { anchor, 'data-free': '' })

/** The things on the table. @param {View} view @param {Scene} scene @returns {Shape[]} */
function things(view, { say, turn }) {
  const { at, size } = chart(view.table)
  const rider = stackOf(view.table)[1]
  return bodies(view).sort((a, b) => Number(a.key === rider) - Number(b.key === rider)).map((body) => {
    const { key, stored } = body
    const up = key === rider && !view.clock ? 7 : 0
    const [x, y] = at(body)
    return ['g', { key, class: 'thing', at: [x + up, y - up, body.turn === undefined ? -90 * turn : -body.turn / 100, size * (1 - 0.7 * (view.falling?.[key] ?? 0) - up / 28)], ...grip(view, key, say) }, ...figure(key, stored)]
  })
}

/** The thing in hand; the rubber band and the short line ahead. @param {View} view @param {Aim} aim @param {Scene} scene @returns {Content[]} */
function sling(view, aim, { turn, tall }) {
  const { at, scale, size } = chart(view.table)
  const place = spot(view, aim)
  if (!place) return []
  const [x, y] = at(place)
  const bad = aim.bad ? ' refused' : ''
  /** @type {Content} */
  const held = aim.x !== undefined && ['g', { key: 'held', 'data-piece': aim.piece, class: `in-hand${bad}`, at: [x, y, aim.turn === undefined ? -90 * turn : -aim.turn / 100, size] }, ...figure(aim.piece)]
  if (aim.angle === undefined) return [held]
  const [c, s] = ray(aim.angle)
  const power = aim.power ?? 0
  const r = RADIUS * scale
  const far = aim.pull ? aim.pull * scale : r + power * 0.12
  const hit = meet(view, aim)
  const [hx, hy] = at(hit)
  const [bx, by] = [x - c * far, y + s * far]
  const font = tall ? 40 : 23
  return [held, ['g', { key: 'sling', class: `sling${bad}` },
    ['path', { class: 'ahead', d: `M${x + c * r} ${y - s * r}L${hx} ${hy}` }],
    hit.met && ['circle', { class: 'meets', cx: hx, cy: hy, r }],
    ['path', { class: 'band', d: `M${x + s * r} ${y + c * r}L${bx} ${by}L${x - s * r} ${y - c * r}`, 'stroke-width': 7 - power / 250 }],
    ['circle', { class: 'pad', cx: bx, cy: by, r: font / 3 }],
    ['g', { at: [bx + (bx > 0 ? -4 : 4) * font, Math.max(-480, Math.min(480, by)), -90 * turn] }, ['text', { class: 'mid', 'font-size': font }, `${(aim.angle / 100).toFixed(1)}° · ${power}`]]]]
}

/** The way of the last shot, or of one that is foreseen. @param {View} view @param {Scene} scene @returns {Content} */
function trail(view, { last, aimed }) {
  const { at } = chart(view.table)
  const foreseen = view.foreseen ?? aimed?.preview
  const shot = foreseen?.trace ? foreseen : view.clock === undefined && last.findLast(({ event }) => event === 'shot')
  if (!shot) return null
  /** @type {string[]} */
  const bodies = foreseen?.trace ? shot.bodies : [`${shot.seat}:${shot.name}`]
  return ['path', { key: 'trail', class: 'trail', d: bodies.flatMap((piece) => way(shot.trace, shot.bodies.indexOf(piece)).map((point, i) => `${i ? 'L' : 'M'}${at(point)}`)).join('') }]
}

/** The pieces of a seat that are shown beside the table. @param {View} view @param {Seat} seat @param {Seat | null} me */
function beside({ table }, seat, me) {
  const { wait } = table.wait
  const spares = (['roster', 'replace', 'change'].includes(wait) && me === seat) || wait === 'ban'
  const squad = table.squads[index(seat)]
  const aside = table.obstacles.flatMap((obstacle, i) => (wait === 'deploy' && obstacle === 'aside' && SEATS[i >> 1] === seat ? [`o${i + 1}`] : []))
  return [...aside, ...NAMES.filter((name) => name in squad && squad[name] !== 'supply' && (spares || squad[name] !== 'spare')).map((name) => `${seat}:${name}`)]
}

/** A piece beside the table. @param {View} view @param {string} piece @param {Scene} scene @param {At} at @param {number} width @param {number} height @returns {Shape} */
function token(view, piece, { say, tall }, at, width, height) {
  const { table, picks = [], aim, card } = view
  const [seat, name] = parts(piece)
  const how = state(table, piece)
  const picked = table.wait.wait === 'roster' && name && (name === 'captain' || picks.includes(piece))
  const copy = name === 'captain' && table.copies[index(seat)]
  const stands = STANDS.includes(how)
  const turn = aim?.piece === piece ? -(aim.turn ?? 0) / 100 : 0
  return ['g', { key: `token ${piece}`, at, 'data-tray': '', class: `token ${how}${picked ? ' picked' : ''}${(card ?? aim?.piece) === piece ? ' shown' : ''}`, ...(stands ? { anchor: `card:${piece}`, 'data-free': '' } : grip(view, piece, say)) },
    ['rect', { class: 'row', x: -width / 2, y: -height / 2, width, height, rx: 10 }],
    ['g', { class: 'who', transform: `translate(${tall ? 0 : 30 - width / 2}) scale(${(tall ? 2 : 0.95) * (name ? 1 : 0.5)}) rotate(${turn})` }, ...figure(piece)],
    !tall && ['text', { x: 60 - width / 2 }, name ? nameOf(say, name) + (copy ? ` · ${nameOf(say, copy)}` : '') : pieceName(say, piece)],
    !tall && how !== 'in_play' && table.wait.wait !== 'roster' && ['text', { class: 'end', x: width / 2 - 12 }, put(say, how)]]
}

/** A name and its squad, as far as there is room. @param {string} name @param {string} squad */
const headed = (name, squad) => (name.length + squad.length > 15 ? name : `${name} · ${squad}`)

/** Both squads, and the rounds that they have won. @param {View} view @param {Scene} scene @returns {Content[]} */
const sides = (view, scene) => SEATS.flatMap((seat, i) => {
  const { tall, say, me, turn } = scene
  const { table, hidden } = view
  const pieces = beside(view, seat, me)
  const unknown = hidden[i].hand
  const below = seat === (me ?? (turn === 2 ? 'two' : 'one'))
  const count = pieces.length + 2
  const step = tall ? Math.min(104, 880 / count) : Math.min(46, 400 / count)
  const start = tall ? -450 : below ? 530 - (count - 1.5) * step : -495 + step
  /** @param {number} n @returns {At} */
  const at = (n) => (tall ? [start + n * step, below ? 564 : -564] : [-690, start + n * step])
  const [x, y] = tall ? [440, at(0)[1]] : [-690, at(-1)[1]]
  return [
    ['g', { key: `head ${seat}`, at: [x, y], class: `head ${seat}${table.mover === seat && table.first ? ' turn' : ''}` },
      !tall && ['text', { x: -145 }, headed(scene.names?.[seat] ?? say(`word.${seat}`), nameOf(say, table.rulings.hoods === seat ? 'hoods' : 'citizens'))],
      ...[0, 1].map((n) => el('circle', { class: n < table.score[i] ? 'won' : 'round', cx: (tall ? 0 : 60) + 28 * n, r: 11 }))],
    ...pieces.map((piece, n) => token(view, piece, scene, at(n), tall ? step : 310, tall ? 100 : step - 3)),
    unknown > 0 && ['text', { key: `unknown ${seat}`, x: at(count - 2)[0] - (tall ? 40 : 145), y: at(count - 2)[1] }, `+${unknown}`],
  ]
})

/** Words on paper. @param {string} key @param {At} at @param {number} width @param {number} font @param {string[]} rows @returns {Shape} */
function paper(key, at, width, font, rows) {
  const height = font * (1.3 * rows.length + 1)
  width ||= font * (2 + 0.56 * Math.max(...rows.map((row) => row.length)))
  return ['g', { key, class: `paper ${key}`, at, 'font-size': font }, ['rect', { x: -width / 2, y: -height / 2, width, height, rx: 14 }],
    ...rows.map((row, i) => el('text', { x: font - width / 2, y: font * 1.3 * (i - (rows.length - 1) / 2) }, row))]
}

/** What a pawn can do, as a card. @param {View} view @param {Scene} scene @returns {Content} */
function card({ table, card, aim }, { say, tall, me }) {
  const piece = card ?? aim?.piece ?? `${me ?? table.mover}:captain`
  const [seat, name] = parts(piece)
  if (!name || (tall && !card)) return null
  const copy = name === 'captain' && table.copies[index(seat)]
  const text = put(say, name) + (copy ? ` ${say('pitch-out.board.copies', { name: copy })}. ${put(say, copy)}` : '')
  return paper('card', tall ? [0, -250] : [-690, 0], tall ? 900 : 316, tall ? 39 : 23, [`${nameOf(say, name)} · ${put(say, state(table, piece))}`, ...lines(text, tall ? 40 : 23)])
}

/** Slow motion is asked for on any board, also while a shot is on its way. @param {any} event */
function pace(event) {
  const { dataset } = document.documentElement
  if (!event.target.closest('.slow') || !['Enter', ' ', undefined].includes(event.key)) return
  event.stopImmediatePropagation()
  event.preventDefault()
  dataset.slow = dataset.slow ? '' : 'on'
}
globalThis.document?.addEventListener('click', pace, true)
globalThis.document?.addEventListener('keydown', pace, true)

/** What an opening shot left to the far edge. @param {number | string} left @param {Say} say */
const short = (left, say) => (typeof left === 'number' ? say('pitch-out.page.millimetres', { n: Math.round(left / 10) }) : nameOf(say, left))

/** A reducer after which no hand is on the table. @param {(table: Board, told: Told, piece: string, view: View) => any} reduce */
const told = (reduce) => (/** @type {View} */ view, /** @type {Told} */ event) => {
  view.aim = view.ready = view.card = undefined
  return reduce(view.table, event, `${event.seat}:${event.name}`, view)
}
const stand = told((table, at, piece) => move(table, piece, at))
const lie = told((table, at) => move(table, at.obstacle, at))
const wait = told((table, _, piece) => move(table, piece, 'waiting'))

/** @type {GameFile<View>} */
export default {
  id: 'pitch-out',
  box: [-850, -535, 1375, 1070],
  tall: [-512, -618, 1024, 1236],
  upright: 1,
  turns: { one: 0, two: 2 },
  shared,
  sounds: { opened: 'moved', shot: 'moved', copied: 'played' },

  draw(view, scene) {
    const { say, tall, aimed } = scene
    const { table, picks } = view
    const { scale, at } = chart(table)
    const aim = (aimed && !aimed.from && aimOf(aimed.text, /** @type {SeatChoice} */ (aimed).seat, view)) || view.aim
    const words = !aim?.told && aim?.bad
    const font = tall ? 39 : 25
    return [
      turned(scene.turn, ...arena(table.rulings.width * scale, table.rulings.depth * scale), trail(view, scene), ...things(view, scene), ...(aim ? sling(view, aim, scene) : []),
        ...(view.sparks ?? []).map((/** @type {any} */ spark) => el('circle', { class: 'spark', at: at(spark), r: (8 + 30 * spark.age) * spark.size, 'stroke-opacity': 1 - spark.age }))),
      ['g', { key: 'sides', 'font-size': tall ? 39 : 23 }, ...sides(view, scene)],
      table.wait.wait === 'roster' && picks?.length === (table.rulings.format === 'seven' ? 6 : 4) && ['g', { key: 'roster', class: 'do', anchor: 'roster', 'font-size': font }, ['rect', { class: 'rim', x: -210, y: -50, width: 420, height: 100, rx: 20 }], ['text', { class: 'mid' }, put(say, 'roster')]],
      card(view, scene), words && paper('warning', [0, -150], 0, font, lines(words, tall ? 36 : 52)),
      scene.aid !== undefined && ['g', { key: 'slow', class: 'do slow', role: 'button', tabindex: 0, at: tall ? [355, -564, 0, 1.8] : [-559, -497] }, ['title', {}, say('pitch-out.page.slow')], ['circle', { class: 'rim', r: 24 }], ['text', { class: 'mid', 'font-size': 23 }, '¼×']],
    ]
  },

  events: {
    placed: stand, shifted: stand, laid: lie, obstacle_moved: lie, returned: wait, golem: wait,
    copied: told((table, { seat, name }) => { table.copies[index(seat)] = name }),
    shot: told((_, shot) => film([shot])),
    opened: told((_, { traces }) => film(traces.map((trace, i) => ({ trace, bodies: [`${SEATS[i]}:captain`] })))),
    eliminated: told((table, _, piece) => move(table, piece)),
    obstacle_out: told((table, { obstacle }) => move(table, obstacle)),
    stored: told(({ obstacles }, { name, obstacle }) => { /** @type {any} */ (obstacles[Number(obstacle[1]) - 1]).lies?.stored.push(name) }),
    swapped: told((table, at, piece) => {
      move(table, `${at.seat}:guard`)
      move(table, piece, at)
    }),
    climbed: told((table, { name, below }, _, view) => {
      view.clock = undefined
      table.stack = { rider: name, below }
    }),
    round: told((table, { seat }) => { table.score[index(seat)]++ }),
  },

  keep(view, before, held) {
    const { card, picks, aim, ready, foreseen } = before ?? {}
    Object.assign(view, { card, picks: view.table.wait.wait === 'roster' ? picks : undefined }, held && { aim, ready, foreseen })
  },

  choices(choices, view) {
    const { wait } = view.table.wait
    if (wait === 'roster') return choices.map((choice) => ({ ...choice, from: 'roster', to: 'table' }))
    return wait === 'change' ? choices : [...choices, ...choices.filter(({ from }) => from).map((choice) => ({ ...choice, from: undefined, key: undefined }))]
  },

  obvious: (choices, { picks }) => choices.filter(({ text, seat }) => text.split(' ').slice(2).every((name) => picks?.includes(`${seat}:${name}`))),

  arrange(view, anchor) {
    const piece = anchor.replace('card:', '')
    const { picks = [], card, table } = view
    const { wait } = table.wait
    if (!piece.includes(':')) return false
    view.card = card === piece ? undefined : piece
    if (wait === 'roster' && state(table, piece) === 'spare' && !piece.endsWith('captain')) view.picks = picks.includes(piece) ? picks.filter((/** @type {string} */ one) => one !== piece) : [...picks, piece]
    return anchor !== piece || !TRIES.includes(wait)
  },

  refused(view) {
    if (view.aim) Object.assign(view.aim, { bad: ' ', told: true })
  },

  controls: Object.fromEntries(['flick', 'place', 'sap', 'open'].map((kind) => [kind, (stage, control, play, form) => {
    const { piece } = control.hints
    form.querySelector('button')?.replaceChildren(put(stage.say, kind, { name: parts(piece)[1] ?? pieceName(stage.say, piece) }))
    return take(stage, control, play, form)
  }])),

  button({ text }, say) {
    const [verb, name, into] = text.split(' ')
    return put(say, verb, { name: /^o\d/.test(name) ? pieceName(say, name) : name, into })
  },

  told: {
    shaken: false, touched: false, bounced: false,
    opened: ({ one, two }, say) => ({ one: short(one, say), two: short(two, say) }),
    eliminated: ({ seat, by, shooter }) => (by !== 'fall' ? { as: 'struck' } : seat === shooter ? { as: 'fell' } : {}),
    round: ({ why }, say) => ({ reason: say(`pitch-out.page.why.${why}`) }),
  },

  // A Captain who is thrown out, and the end of a round.
  moments: {
    eliminated: ({ name }, events) => (name === 'captain' && !events.some(({ event }) => event === 'round') ? [] : null),
    round: ({ one, two }, _events, say) => [{ label: say('pitch-out.page.count.rounds'), one, two, sum: true }],
  },

  count({ table: { score, squads } }, say) {
    const standing = squads.map((squad) => Object.values(squad).filter((fate) => typeof fate === 'object').length)
    return [
      { label: say('pitch-out.page.count.rounds'), one: score[0], two: score[1], sum: true },
      { label: say('pitch-out.page.count.standing'), one: standing[0], two: standing[1] },
    ]
  },

  // The usual formations, and the one of the round before.
  setups({ word, controls }, moves, seat, say) {
    const prompts = ['pitch-out.prompt.obstacles', 'pitch-out.prompt.pawns']
    /** @type {string[][]} */
    const formations = controls[0]?.hints.formations ?? []
    if (!prompts.includes(word) || !formations.length) return []
    const wanted = formations[0].map((text) => text.split(' ')[1])
    const before = new Map(moves.filter((move) => move.seat === seat && move.text.startsWith('place ')).map(({ text }) => [text.split(' ')[1], text]))
    const again = wanted.map((name) => before.get(name) ?? '')
    return [
      ...(again.every(Boolean) ? [{ label: say('pitch-out.page.same-again'), prompts, texts: again }] : []),
      ...formations.map((texts, i) => ({ label: say(`pitch-out.page.formation.${i + 1}`), prompts, texts })),
    ]
  },

  chapter: ({ turn }) => (turn === null ? 'pitch-out.page.list.set-up' : null),

  entry(moves, _seat, say, brief) {
    return moves.filter(({ seat, text }) => seat && text !== 'pass').map(({ text }) => {
      const [, name, angle, power] = /^flick (\S+) (\d+)@(\d+)$/.exec(text) ?? []
      if (!name) return this.words?.(text, say) ?? text
      return brief ? say('pitch-out.page.list.short', { name, angle: Math.round(Number(angle) / 100), power }) : say('pitch-out.page.list.flick', { name, power: Math.round(Number(power) / 10) })
    }).join(', ')
  },

  words(text, say) {
    const [verb, name, into] = text.split(' ')
    if (/^@(one|two)$/.test(verb)) return say('pitch-out.event.coin', { seat: verb.slice(1) })
    if (verb[0] === '@') return verb.replace(/@(.*),(.*)/, (_, angle, power) => `± ${angle / 100}° · ${power}`)
    if (verb === 'open') return put(say, verb)
    if (verb === 'place' || verb === 'sap') return put(say, verb, { name: /^o\d/.test(name ?? '') ? pieceName(say, name) : name ?? '…' })
    if (!/\d[,@]/.test(text) && (verb !== 'roster' || !name)) return put(say, verb, { name: name ?? '…', into: into ?? '…' })
    return text.replace(/^\w+ /, '').replace(/[a-z]+(-\d)?/g, (name) => (NAMES.includes(name) ? nameOf(say, name) : name)).replace(/(\d+)@/, (_, angle) => `${angle / 100}° · `)
  },

  label(anchor, view, say) {
    const piece = anchor.replace('card:', '')
    const [, name] = parts(piece)
    return anchor === 'roster' ? put(say, 'roster') : name ? `${pieceName(say, piece)}. ${put(say, state(view.table, piece))}. ${put(say, name)}` : pieceName(say, piece)
  },

  describe(view, say) {
    const { table, hidden } = view
    const { score: [one, two], turns, rulings: { cap }, squads, copies } = table
    /** @param {(piece: string) => boolean} which */
    const list = (which) => bodies(view).filter(({ key }) => which(key)).map(({ key, x, y, stored }) => `${pieceName(say, key)} ${x},${y}${stored?.length ? ` (+${stored.length})` : ''}${stackOf(table)[0] === key ? ` (${say('pitch-out.board.under')})` : ''}`).join('; ')
    /** @param {string} key @param {object} [values] */
    const board = (key, values) => say(`pitch-out.board.${key}`, { ...values })
    return [
      board('score', { one, two, turn: turns + 1, cap }),
      ...SEATS.flatMap((seat, i) => [
        list((piece) => piece.startsWith(seat)),
        ...['waiting', 'hand', 'eliminated', 'banned'].map((fate) => ({ fate, names: NAMES.filter((name) => squads[i][name] === fate) })).map(({ fate, names }) => names.length && `${say(`word.${seat}`)}: ${board(fate, { names })}`),
        hidden[i].hand && board('unknown', { count: hidden[i].hand }),
        copies[i] && board('copies', { name: copies[i] }),
      ]),
      board('obstacles', { list: list((piece) => !piece.includes(':')) }),
    ].filter(Boolean).join('. ').replace('..', '.')
  },
}
