// Hands on the table: a sling to flick a pawn, a grip to put things down; by pointer, by keys, by typed numbers.
//
// What a hand does is written into the drawn view: `ready` names the pieces that can be taken, `aim` is what is being
// done with one of them. The server decides; the geometry here only warns.
import { contact, gap, ray } from '../../svg/discs.js'
import { SEATS } from '../../svg/shapes.js'

/** @typedef {import('../../table/stage.js').Stage} Stage */
/** @typedef {import('../../svg/discs.js').Body} Body */
/** What a hand does with a piece: puts it down, pulls it (`pull` is how far the band is drawn), or just holds it.
 * @typedef {{ piece: string, placed?: boolean, bad?: string, [number: string]: any }} Aim */
/** @typedef {{ control: Control, play: (text: string) => void, form: HTMLFormElement, fields: any }} Tool */
/** @typedef {{ x: number, y: number }} Spot */

/** A pawn's radius, and an obstacle's core and corner, in tenths of mm. */
export const [RADIUS, CORE, CORNER] = [150, 200, 50]
const HALF = CORE + CORNER
/** In pixels: what is still a tap, a pull that is taken back, the longest pull, how near to a pawn a finger is on it (a mouse half of it), how far above a finger a thing is carried. */
const [WANDER, BACK, FULL, NEAR, LIFT] = [6, 16, 150, 36, 48]
/** The shortest pull at full power, at the edge of a window. */
const SHORT = 60
/** Small pulls are finer than long ones. */
const CURVE = 1.4
const CIRCLE = 36000
/** An aim that has not moved for so long rests, in ms. */
const REST = 120
/** Small and large steps of the keys. */
const [TURNS, POWERS, PLACES, SQUARE] = [[100, 1000], [10, 100], [50, 400], 1500]
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

/** Everything that lies on the table, squares first. @param {any} view @returns {(Body & { stored?: string[] })[]} */
export const bodies = ({ table: { squads, obstacles } }) => [
  ...Object.entries(obstacles).flatMap(([i, { lies }]) => lies ? { key: `o${+i + 1}`, ...lies, r: CORNER, core: CORE } : []),
  ...SEATS.flatMap((seat, i) => Object.entries(squads[i]).flatMap(([name, { in_play }]) => in_play ? { key: `${seat}:${name}`, ...in_play, r: RADIUS } : [])),
]

/** Where the piece of an aim is. @param {any} view @param {Aim} aim @returns {any} */
export const spot = (view, aim) => (aim.x === undefined ? bodies(view).find(({ key }) => key === aim.piece) : aim)

/** What a sling would meet first. An opening shot slides alone; who stands on another leaves him behind. @param {any} view @param {Aim} aim */
export function meet(view, aim) {
  const { x, y } = spot(view, aim)
  const others = aim.placed ? [] : bodies(view).filter((other) => other.x !== x || other.y !== y)
  return contact(others, { key: '', x, y, r: RADIUS }, aim.angle ?? 0, view.table.rulings)
}

/** The aim of an action's text. @param {string} text @param {Seat} seat @param {any} view @returns {Aim | undefined} */
export function aimOf(text, seat, view) {
  const [verb, name] = text.split(' ')
  /** @type {any[]} */
  const [end, x, y, turn, angle, power] = /(?:(\d+),(\d+))?(?:\/(\d+))?\s?(?:(\d+)@(\d+))?$/.exec(text)?.map((n) => n && +n) ?? []
  const piece = verb === 'sap' ? Object.keys(view.ready ?? {})[0] : verb === 'open' ? `${seat}:captain` : /^o\d/.test(name) ? name : `${seat}:${name}`
  return end === '' ? undefined : { piece, x, y, turn, angle, power, placed: verb === 'open' }
}

/** The place nearest to a wish where a square touches a disc. @param {Spot} disc @param {Spot} wish @param {number} turn */
function beside({ x, y }, wish, turn) {
  const way = Math.atan2(wish.y - y, wish.x - x)
  for (let far = HALF + RADIUS; ; far++) {
    const at = { x: Math.round(x + far * Math.cos(way)), y: Math.round(y + far * Math.sin(way)) }
    if (gap({ key: '', ...at, turn, r: CORNER, core: CORE }, x, y) > RADIUS) return at
  }
}

/** How far a pull can go on its way before the window ends. @param {{ x: number, y: number }} from @param {{ clientX: number, clientY: number }} to */
function room({ x, y }, { clientX, clientY }) {
  const [dx, dy] = [clientX - x, clientY - y]
  const ends = [dx && ((dx > 0 ? innerWidth : 0) - x) / dx, dy && ((dy > 0 ? innerHeight : 0) - y) / dy].filter((end) => end > 0)
  return Math.min(...ends) * Math.hypot(dx, dy) - WANDER
}

/** What is said to do it. @param {Control} control @param {Aim} aim */
const text = ({ form }, aim) => form.replace(/\{(\w+)\}/g, (_, name) => aim[name] ?? 0)

/** @type {WeakMap<Stage, Desk>} */
const desks = new WeakMap()

/** Takes up a control. @param {Stage} stage @param {Control} control @param {(text: string) => void} play @param {HTMLFormElement} form */
export function take(stage, control, play, form) {
  const desk = desks.get(stage) ?? new Desk(stage)
  desks.set(stage, desk)
  const { piece } = control.hints
  /** @type {any} */
  const fields = form.elements
  desk.tools.set(piece, { control, play, form, fields })
  form.oninput = () => desk.set({ piece, placed: control.kind === 'open', ...Object.fromEntries(control.ranges.map(({ name }) => [name, Math.trunc(fields[name].valueAsNumber || 0)])) })
  desk.settle()
  return () => {
    if (desk.tools.get(piece)?.form === form) desk.tools.delete(piece)
    desk.settle()
  }
}

class Desk {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage
    /** @type {Map<string, Tool>} */
    this.tools = new Map()
    /** @type {any} what a pointer holds */
    this.hand = null
    this.spent = this.keyed = false
    /** @type {any} */
    this.timer = 0
    /** @type {Record<string, (event: any) => void>} */
    const hear = {
      pointerdown: (event) => this.down(event),
      pointermove: (event) => this.hand?.id === event.pointerId && this.move(event),
      pointerup: (event) => this.hand?.id === event.pointerId && this.up(event),
      pointercancel: () => this.hand && this.cancel(),
      click: (event) => this.spent && event.stopImmediatePropagation(),
      keydown: (event) => this.key(event),
      wheel: (event) => {
        if (this.aim?.turn === undefined) return
        event.preventDefault()
        this.turn((Math.sign(event.deltaY) * SQUARE) / 3 + CIRCLE / 4)
      },
      // A hint that is shown becomes the aim, before a moving pointer wipes it away.
      pointerover: () => {
        const { aimed, view } = stage
        const aim = aimed && !aimed.from && !this.hand && aimOf(aimed.text, aimed.seat, view)
        if (aim && this.tools.has(aim.piece)) this.set(aim)
      },
    }
    hear.focusin = hear.pointerover
    for (const kind in hear) stage.svg.addEventListener(kind, hear[kind], { capture: true, passive: false })
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.hand && this.cancel(), true)
  }

  /** @param {string} piece */
  tool(piece) { return /** @type {Tool} */ (this.tools.get(piece)) }

  /** @returns {any} an `Aim` or nothing */
  get aim() { return this.stage.view.aim }

  /** After the questions changed: what can be taken now. */
  settle() {
    queueMicrotask(() => {
      const { view, playing } = this.stage
      if (!view || playing) return
      view.ready = Object.fromEntries([...this.tools].map(([piece, { control }]) => [piece, control.kind]))
      this.set(this.aim && this.tools.has(this.aim.piece) ? this.aim : undefined)
      if (this.keyed && this.tools.size) this.nodes()[0]?.focus()
      if (this.tools.size) this.keyed = false
    })
  }

  /** Draws what the hand does, and puts its numbers into the fields. Where the table foretells shots, a rested aim asks for it. @param {Aim | undefined} aim */
  set(aim) {
    const { stage: { view, hands }, timer } = this
    Object.assign(view, { aim, foreseen: undefined })
    if (aim) aim.bad = this.wrong(aim)
    clearTimeout(timer)
    if (aim?.angle !== undefined && view.table.rulings.prediction) this.timer = setTimeout(() => hands.foresee?.(text(this.tool(aim.piece).control, aim)), REST)
    const shown = aim?.piece ?? this.tools.keys().next().value
    for (const [piece, { form, fields, control }] of this.tools) {
      form.hidden = piece !== shown
      if (aim?.piece === piece) for (const { name } of control.ranges) if (fields[name] !== document.activeElement) fields[name].value = aim[name] ?? fields[name].value
    }
    this.stage.redraw()
  }

  /** Why the geometry is against it. @param {Aim} aim */
  wrong(aim) {
    const { say, view } = this.stage
    const { piece, x, y, turn, angle } = aim
    const { kind, hints: { barred, zone, gap: room = 0 }, ranges } = this.tool(piece).control
    if (angle !== undefined) {
      for (const arc of barred ?? []) if ((angle - arc.from + CIRCLE) % CIRCLE <= (arc.to - arc.from + CIRCLE) % CIRCLE) return say('pitch-out.refuse.towards', arc)
      return
    }
    if (x === undefined) return
    const pawn = turn === undefined
    if (ranges.some(({ name, from, to }) => aim[name] < from || aim[name] > to)) return say(pawn ? 'pitch-out.refuse.pawn-zone' : zone && Math.min(x - zone.left, zone.right - x, y - zone.bottom, zone.top - y) > HALF ? 'pitch-out.refuse.obstacle-edge' : 'pitch-out.refuse.obstacle-zone')
    const near = bodies(view).find((other) => kind !== 'open' && other.key !== piece && gap(other, x, y) + 1 < (pawn ? RADIUS : HALF + (other.core ? room : 0)))
    const name = near?.key.replace(/.*:/, '')
    return near && say(pawn ? 'pitch-out.refuse.pawn-overlap' : room ? 'pitch-out.refuse.obstacle-near' : 'pitch-out.refuse.sap-overlap', { piece: name, obstacle: name })
  }

  /** Where a pointer is on the table, and how much of it a pixel is. @param {{ clientX: number, clientY: number }} pointer @param {number} [lift] */
  place({ clientX, clientY }, lift = 0) {
    const { svg, view: { table: { rulings: { width, depth } } } } = this.stage
    const matrix = /** @type {SVGGraphicsElement} */ (svg.firstElementChild).getScreenCTM() ?? new DOMMatrix()
    const scale = Math.max(width, depth) / 1000
    const point = new DOMPoint(clientX, clientY - lift).matrixTransform(matrix.inverse())
    const [x, y] = [Math.round(point.x * scale + width / 2), Math.round(depth / 2 - point.y * scale)]
    return { x, y, pixel: scale / Math.hypot(matrix.a, matrix.b), off: Math.max(-x, -y, x - width, y - depth) }
  }

  /** The piece that a pointer means: with a pawn in hand one may pull anywhere on the table, away from under the finger. @param {PointerEvent} event */
  under(event) {
    const target = /** @type {Element} */ (event.target)
    const node = target.closest('[data-piece]')
    if (node instanceof SVGElement && this.tools.has(node.dataset.piece ?? '')) return node.dataset.piece
    const { x, y, pixel, off } = this.place(event)
    const { aim } = this
    let [best, least] = [off < 0 && aim && this.slings(aim.piece) && !target.closest('[data-anchor]') ? aim.piece : undefined, (event.pointerType === 'touch' ? NEAR : NEAR / 2) * pixel]
    for (const piece of this.tools.keys()) {
      const at = spot(this.stage.view, aim?.piece === piece ? aim : { piece })
      const far = at ? Math.hypot(at.x - x, at.y - y) : least
      if (far < least) [best, least] = [piece, far]
    }
    return best
  }

  /** Whether a pull would flick it. @param {string} piece */
  slings(piece) {
    const { kind } = this.tool(piece).control
    return kind === 'flick' || (kind === 'open' && !!this.aim?.placed)
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.spent = false
    const target = /** @type {Element} */ (event.target)
    // A second finger turns what the first one carries.
    if (this.hand && this.aim?.turn !== undefined && event.pointerId !== this.hand.id) return this.turn(SQUARE)
    if (event.button || this.hand || this.stage.playing || !this.tools.size || target.closest('.token[data-anchor], .do')) return
    const { aim } = this
    // What is in hand goes where the table is touched.
    const put = aim && aim.x === undefined && this.tool(aim.piece).control.kind === 'place' && this.place(event).off < 0 && !target.closest('[data-piece], [data-tray]')
    const piece = put ? aim.piece : this.under(event)
    if (!piece) return
    event.stopImmediatePropagation()
    this.spent = true
    this.stage.svg.setPointerCapture(event.pointerId)
    const lift = event.pointerType === 'touch' ? LIFT : 0
    this.hand = { id: event.pointerId, piece, x: event.clientX, y: event.clientY, sling: this.slings(piece) && !target.closest('[data-tray]'), lift, put, moved: false, before: this.aim }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { hand } = this
    event.stopImmediatePropagation()
    const far = Math.hypot(event.clientX - hand.x, event.clientY - hand.y)
    if (!hand.moved && far < WANDER) return
    hand.moved = true
    if (!hand.sling) return this.carry(hand.piece, this.place(event, hand.lift))
    const held = { ...(this.aim?.piece === hand.piece && this.aim), piece: hand.piece, angle: undefined }
    if (far < BACK) return this.set(held)
    const [from, to] = [this.place({ clientX: hand.x, clientY: hand.y }), this.place(event)]
    const angle = (Math.round((Math.atan2(from.y - to.y, from.x - to.x) * CIRCLE) / 2 / Math.PI) + CIRCLE) % CIRCLE
    const full = Math.max(SHORT, Math.min(FULL, room(hand, event)))
    const power = Math.ceil(1000 * Math.min(1, (far - BACK + 1) / (full - BACK)) ** CURVE)
    this.set({ ...held, angle, power, pull: Math.min(far, full) * to.pixel })
  }

  /** Carries a piece to a place. @param {string} piece @param {Spot} to @param {number} [turn] */
  carry(piece, { x, y }, turn = this.aim?.piece === piece ? this.aim.turn : spot(this.stage.view, { piece })?.turn) {
    const { kind, hints, ranges } = this.tool(piece).control
    if (ranges.some(({ name }) => name === 'turn')) turn ??= 0
    this.set({ piece, turn, ...(kind === 'sap' ? beside(hints, { x, y }, turn ?? 0) : { x: Math.max(0, x), y: Math.max(0, y) }) })
  }

  /** A tap takes a piece in hand, another one turns a square. @param {PointerEvent} event */
  up(event) {
    event.stopImmediatePropagation()
    const { aim, hand } = this
    this.hand = null
    if (!hand.moved && hand.put) {
      this.carry(hand.piece, this.place(event))
      this.drop()
    } else if (!hand.moved) {
      if (aim?.piece !== hand.piece) this.set({ piece: hand.piece, turn: spot(this.stage.view, { piece: hand.piece })?.turn })
      else if (this.tool(hand.piece).control.form.includes('{turn}')) this.turn(SQUARE)
    } else if (hand.sling) aim?.angle === undefined ? this.set(aim) : this.act()
    else if (this.place(event, hand.lift).off > HALF) this.set(undefined)
    else this.drop()
  }

  /** Turns a square. @param {number} by */
  turn(by) {
    const { aim } = this
    const turn = ((aim.turn ?? 0) + by) % (CIRCLE / 4)
    if (aim.x === undefined) this.set({ ...aim, turn })
    else this.carry(aim.piece, aim, turn)
  }

  /** A piece was put down: an opening shot is still to be pulled, all else is done. */
  drop() {
    const { aim } = this
    if (this.tool(aim.piece).control.kind === 'open') this.set({ ...aim, placed: !aim.bad })
    else this.act()
  }

  /** Lets go; a Captain who is set up for his opening shot stays there. */
  cancel() {
    const was = this.hand ? this.hand.before : this.aim
    this.hand = null
    this.set(was?.placed && was.angle !== undefined ? { ...was, angle: undefined } : undefined)
  }

  /** Does it. */
  act() {
    const { aim } = this
    const { control, play } = this.tool(aim.piece)
    play(text(control, aim))
  }

  /** @returns {any[]} */
  nodes() { return [...this.stage.svg.querySelectorAll('[data-ready]')] }

  /** @param {KeyboardEvent} event */
  key(event) {
    const node = this.nodes().find((node) => node === event.target)
    const piece = node?.dataset.piece
    if (!piece || this.stage.playing) return
    const aim = this.aim?.piece === piece ? this.aim : undefined
    const arrow = ARROWS[event.key]
    if (event.key === 'Enter' || event.key === ' ') this.press(piece, aim)
    else if (event.key === 'Escape' && aim) this.cancel()
    else if (event.key === 'r' && aim?.turn !== undefined) this.turn(SQUARE)
    else if (arrow) this.arrow(node, aim, arrow, event.shiftKey ? 1 : 0)
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  /** Enter takes a piece in hand, or does what is aimed. @param {string} piece @param {Aim} [aim] */
  press(piece, aim) {
    const { width, depth } = this.stage.view.table.rulings
    const slings = this.slings(piece)
    if (slings && aim?.angle === undefined) {
      const { x, y } = spot(this.stage.view, aim ?? { piece })
      const angle = Math.round((Math.atan2(depth / 2 - y, width / 2 - x) * 180) / Math.PI) * 100
      return this.set({ ...aim, piece, angle: (angle + CIRCLE) % CIRCLE, power: 500 })
    }
    if (slings || aim?.x !== undefined) {
      this.keyed = true
      return slings ? this.act() : this.drop()
    }
    const [x, y] = this.tool(piece).control.ranges.map(({ from, to }) => Math.round((from + to) / 2))
    this.carry(piece, { x, y })
  }

  /** Arrows aim, move what is in hand, or go to the next piece. @param {any} node @param {Aim | undefined} aim @param {[number, number]} way @param {0 | 1} large */
  arrow(node, aim, [dx, dy], large) {
    if (aim?.angle !== undefined) {
      const angle = (aim.angle - dx * TURNS[large] + CIRCLE) % CIRCLE
      return this.set({ ...aim, angle, power: Math.max(1, Math.min(1000, (aim.power ?? 0) + dy * POWERS[large])), pull: undefined })
    }
    if (aim?.x !== undefined && aim.y !== undefined && !aim.placed) {
      const [c, s] = ray((this.stage.turn * CIRCLE) / 4)
      return this.carry(aim.piece, { x: Math.round(aim.x + (dx * c - dy * s) * PLACES[large]), y: Math.round(aim.y + (dx * s + dy * c) * PLACES[large]) })
    }
    const nodes = this.nodes()
    nodes.at((nodes.indexOf(node) + (dx || -dy)) % nodes.length).focus()
  }
}
