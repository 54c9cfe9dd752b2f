// The stage: draws views, plays events, turns hands on the board into choices. It knows no rule.
//
// A game on the page is one file in page/games with one default export, a `GameFile`. Its heart is one pure
// function, `draw(view, scene)`, that gives shapes with keys and places (see svg/svg.js). Everything that moves
// follows from it: an event or a preview only changes a copy of the view, and what then stands elsewhere slides
// there, or is shown there as a ghost. The server's view is the truth and is drawn after the last event.
import { draw, patch, share, withGhosts } from '../svg/svg.js'
import { gestures } from '../svg/drag.js'
import { hear, sound } from '../sound.js'
import { aided } from './aid.js'

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Say a sentence of the word files */

/**
 * What `draw` knows besides the view.
 * @typedef {object} Scene
 * @property {number} turn quarter turns of the board
 * @property {GameEvent[]} last what happened in the last move, to mark it
 * @property {Seat | null} me who looks; nobody when watching
 * @property {Say} say
 * @property {boolean} [tall] whether the drawing has the box for tall screens
 * @property {boolean} [aid] whether the reader wants chances to be shown
 * @property {string | null} [picked] the anchor in hand
 * @property {Choice | null} [aimed] the choice that is shown before the click
 * @property {string | null} [over] the place under the pointer or the focus, for games that are `curious`
 * @property {{ one: string, two: string }} [names] what the seats are called
 */

/**
 * A game's file.
 * @template [View=any]
 * @typedef {object} GameFile
 * @property {string} id
 * @property {[x: number, y: number, width: number, height: number]} box the drawing's view box
 * @property {[x: number, y: number, width: number, height: number]} [tall] another one, where the room is taller than wide
 * @property {number} [upright] how tall the room has to be for that, as a share of its width
 * @property {[x: number, y: number, width: number, height: number]} [face] what pictures show of it, drawn as for `box`
 * @property {(view: View) => [x: number, y: number, width: number, height: number] | null} [frame] the view box at a table, where
 *   it depends on the view; pictures keep to `face`
 * @property {boolean} [solved] whether the server can know what each move is worth
 * @property {{ one: number, two: number }} [turns] quarter turns that bring each seat's side to its player; left
 *   out where the board cannot be turned
 * @property {Shape[]} [shared] gradients and the like; their ids begin with the game's
 * @property {boolean} [curious] whether the drawing depends on what is pointed at
 * @property {(view: View & { [extra: string]: any }, scene: Scene) => Content[]} draw pure: the same view, the same shapes
 * @property {Record<string, (view: View & { [extra: string]: any }, event: any) => number | Film | void>} events what the eye sees next,
 *   written into a copy of the view; the answer is how long it takes (160 ms if nothing is said) or a film
 * @property {Record<string, string>} [sounds] events that sound like others
 * @property {(view: View & { [extra: string]: any }, preview: any, choice?: Choice) => void} [preview] the same for a choice before the click
 * @property {<T extends Choice>(choices: T[], view: View) => T[]} [choices] the choices as hands meet them: a choice may get a
 *   second place, or a button besides its place
 * @property {(view: View & { [extra: string]: any }, before: any, held: boolean) => void} [keep] what a fresh view keeps of the one that was
 *   drawn before it, such as which of two equal pieces is which; what hands do if they still hold it
 * @property {(choices: SeatChoice[], view: View & { [extra: string]: any }) => SeatChoice[]} [obvious] what a touch of the place where
 *   these begin means at once; nothing where the place is to be taken in hand
 * @property {(choices: SeatChoice[]) => SeatChoice | undefined} [foremost] which of several meanings of a place is shown while it is pointed at
 * @property {(view: View & { [extra: string]: any }, choice: Choice) => void} [take] a hint lays out on the table what is otherwise
 *   chosen piece by piece
 * @property {(view: View & { [extra: string]: any }, anchor: string) => boolean} [arrange] a touch that only arranges the table, as
 *   swapping dice does; such places are marked `data-free`
 * @property {boolean} [decides] whether passing is a decision of its own here, which is never made by the table
 * @property {(choice: Choice) => boolean} [careful] whether a finger touches twice though nothing is shown before
 * @property {Record<string, false | ((event: any, say: Say) => { as?: string, [value: string]: unknown })>} [told] how events are put into sentences:
 *   more values, another name; false where nothing is said
 * @property {Record<string, (event: any, events: GameEvent[], say: Say) => import('./cards.js').Row[] | null>} [moments] events that get a card on the
 *   board, with its count; nothing where not this one does
 * @property {(view: View, say: Say) => import('./cards.js').Row[]} [count] the final count
 * @property {(move: Move, began: boolean) => string | null} [chapter] the key of what a line of the list belongs to that is no turn
 * @property {(moves: Move[], seat: Seat | null, say: Say, short: boolean) => string} [entry] a turn of the list; else its moves one by one
 * @property {(prompt: import('../net/protocol').PromptTold, moves: Move[], seat: Seat, say: Say) => import('./setup.js').Setup[]} [setups] in one touch
 * @property {(view: View, say: Say) => string} describe the position in words
 * @property {(anchor: string, view: View, say: Say, preview?: any) => string} [label] a place in words; with what a choice would do
 * @property {(text: string, say: Say) => string} [words] a move of the list in words; else its notation
 * @property {(choice: Choice, say: Say) => string} [button] the words on a choice without a place; else `GAME.action.WORD`
 * @property {Record<string, (stage: Stage, control: Control, play: (text: string) => void, form: HTMLFormElement) => () => void>} [controls]
 *   hands on the board for actions that cannot be listed, by kind; the answer takes the hands away. Numbers can
 *   be typed into the form of every control without this
 * @property {(view: View & { [extra: string]: any }) => void} [refused] what the board shows when what it aimed at was refused
 */

/** A movement that is more than a slide: `frame(view, t)` is asked for every t from 0 to 1. Its length is asked each
 * time anew, so that it can be slowed down on its way; a frame may answer with a sound.
 * @typedef {{ ms: number, frame: (view: any, t: number) => string | void }} Film */

/** @typedef {Choice & { seat: Seat }} SeatChoice */

const SMALL_MOVE = 160
const still = matchMedia('(prefers-reduced-motion: reduce)')

/** The file of a game, or nothing where the page has none. @param {string} id @returns {Promise<GameFile | null>} */
export async function gameFile(id) {
  try {
    return (await import(`../games/${id}.js`)).default
  } catch {
    return null
  }
}

/** A picture of a view: for cards and diagrams. @param {GameFile} game @param {any} view @param {Say} say @param {string} [label] */
export function picture(game, view, say, label) {
  share(game.id, game.shared ?? [])
  const attributes = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }
  const svg = draw('svg', { class: `picture ${game.id}`, viewBox: (game.face ?? game.tall ?? game.box).join(' '), ...attributes })
  patch(svg, game.draw(structuredClone(view), { turn: 0, last: [], me: null, say, tall: !game.face && !!game.tall }))
  return svg
}

export class Stage {
  /**
   * @param {GameFile} game
   * @param {Say} say
   * @param {{ choose(choice: SeatChoice): void, ask(choices: SeatChoice[]): void, attempt(from: string, to: string | null): void, foresee?(text: string): void, busy?(): boolean, skip?(): void }} hands
   */
  constructor(game, say, hands) {
    share(game.id, game.shared ?? [])
    this.game = game
    this.say = say
    this.hands = hands
    /** @type {any} */
    this.view = null
    /** @type {GameEvent[]} */
    this.last = []
    /** @type {Seat | null} */
    this.me = null
    this.turn = 0
    /** @type {{ one: string, two: string } | undefined} what the seats are called */
    this.names = undefined
    /** How much longer than usual movements take; 0: nothing moves. */
    this.rate = () => 1
    /** @type {SeatChoice[]} */
    this.choices = []
    /** What hands are asked: while it stays the same, they keep what they hold. */
    this.question = ''
    /** @type {string | null} the anchor in hand */
    this.picked = null
    /** @type {SeatChoice | null} the choice that is shown before the click */
    this.aimed = null
    /** @type {string | null} the place under the pointer or the focus */
    this.over = null
    this.drawing = false
    this.playing = false
    this.skipping = false
    /** @type {Animation[]} */
    this.slides = []
    this.tall = false
    this.svg = /** @type {SVGSVGElement} */ (draw('svg', { class: `board ${game.id}`, viewBox: game.box.join(' '), role: 'group' }))
    if (game.tall) new ResizeObserver(([{ contentRect: { width, height } }]) => this.fit(height > width * (game.upright ?? 1))).observe(this.svg)
    gestures(this.svg, this)
    this.svg.addEventListener('keydown', (event) => this.key(event))
    this.svg.addEventListener('focusin', (event) => this.hover(anchorOf(event.target)))
    this.svg.addEventListener('focusout', () => this.hover(null))
  }

  /** Draws a view as it is. @param {any} view @param {GameEvent[]} [last] @param {SeatChoice[]} [choices] @param {number} [ms] @param {string} [question]
   * @returns {boolean} whether hands still hold what they held */
  show(view, last = [], choices = [], ms = 0, question = '') {
    const held = this.holds(question)
    const fresh = structuredClone(view)
    this.game.keep?.(fresh, this.view, held)
    this.view = fresh
    this.frame()
    this.last = last
    if (!held) Object.assign(this, { choices, question, picked: null, aimed: null, over: null })
    this.redraw(ms)
    return held
  }

  /** Whether this is what hands are asked already. @param {string} question */
  holds(question) {
    return question !== '' && question === this.question
  }

  /** Plays events one after another, then draws the view that they lead to. Where the question stays, hands go on meanwhile.
   * @param {GameEvent[]} events @param {any} view @param {string} [question]
   * @param {{ before(event: GameEvent): void, after(event: GameEvent, events: GameEvent[]): void | Promise<void> }} [teller] is told of each event */
  async play(events, view, question = '', teller) {
    const held = this.holds(question)
    const fast = still.matches || document.hidden || !this.view || !this.rate()
    if (!held) Object.assign(this, { choices: [], question: '' })
    if (!fast) {
      this.playing = !held
      this.skipping = false
      this.redraw()
      this.last = events
      const seen = structuredClone(this.view)
      for (const event of events) {
        const reducer = this.game.events[event.event]
        teller?.before(event)
        if (reducer && !this.skipping) await this.happen(seen, event, reducer)
        await teller?.after(event, events)
      }
    } else {
      for (const event of events) {
        if (event.event in this.game.events) this.hear(event.event)
        teller?.before(event)
      }
    }
    this.playing = false
    this.show(view, events, [], fast || this.skipping ? 0 : SMALL_MOVE, held ? question : '')
    if (fast) for (const event of events) await teller?.after(event, events)
  }

  /** Lets the eye see one event. @param {any} seen @param {GameEvent} event @param {GameFile['events'][string]} reducer */
  async happen(seen, event, reducer) {
    this.hear(event.event)
    try {
      const takes = reducer(seen, event) ?? SMALL_MOVE
      this.view = seen
      if (typeof takes === 'number') await this.slide(takes * this.rate())
      else await this.film(seen, takes)
    } catch (error) {
      // Events are decoration: what goes wrong with one must not hide the view.
      console.error(error)
    }
  }

  /** @param {string} event */
  hear(event) {
    hear(this.game.sounds?.[event] ?? event)
  }

  /** @param {number} ms */
  async slide(ms) {
    this.slides = this.redraw(ms)
    // A slide that a tab in the background never paints must not hold up the game.
    const late = new Promise((done) => setTimeout(done, ms + 200))
    await Promise.race([late, Promise.allSettled(this.slides.map((slide) => slide.finished))])
    if (!this.slides.length && !this.skipping) await new Promise((done) => setTimeout(done, ms))
  }

  /** @param {any} view @param {Film} film */
  film(view, film) {
    return /** @type {Promise<void>} */ (new Promise((done) => {
      let [t, then] = [0, performance.now()]
      const next = () => {
        const now = performance.now()
        t = this.skipping || document.hidden ? 1 : Math.min(1, t + (now - then) / Math.max(1, film.ms * this.rate()))
        then = now
        const heard = film.frame(view, t)
        if (heard) sound(heard)
        this.redraw()
        if (t < 1) requestAnimationFrame(next)
        else done()
      }
      next()
    }))
  }

  /** Ends what is being played. */
  skip() {
    this.skipping = true
    for (const slide of this.slides) slide.finish()
  }

  /** Takes the box that suits the room. @param {boolean} tall */
  fit(tall) {
    if (tall === this.tall) return
    this.tall = tall
    this.frame()
    if (this.view) this.redraw()
  }

  /** The box of the drawing. */
  frame() {
    const { game, view, tall } = this
    this.svg.setAttribute('viewBox', (view && game.frame?.(view) || tall && game.tall || game.box).join(' '))
  }

  /** The drawing as it stands. @param {number} [ms] */
  redraw(ms = 0) {
    const scene = { turn: this.turn, last: this.last, me: this.me, say: this.say, tall: this.tall, aid: aided(), picked: this.picked, aimed: this.aimed, over: this.over, names: this.names }
    let shapes = this.game.draw(this.view, scene)
    const preview = this.aimed?.preview
    if (preview && this.game.preview) {
      const then = structuredClone(this.view)
      this.game.preview(then, preview, this.aimed ?? undefined)
      shapes = withGhosts(shapes, this.game.draw(then, scene))
    }
    this.drawing = true
    const slides = patch(this.svg, shapes, still.matches ? 0 : ms)
    this.drawing = false
    this.mark()
    return slides
  }

  /** Marks what a hand can touch now. */
  mark() {
    const goals = this.goals()
    const froms = new Set(this.choices.map((choice) => choice.from))
    const focused = anchorOf(document.activeElement)
    let entry = false
    for (const grip of this.svg.querySelectorAll('[data-can]:not([data-anchor])')) grip.removeAttribute('data-can')
    for (const element of this.anchors()) {
      const anchor = /** @type {string} */ (element.dataset.anchor)
      const can = froms.has(anchor) && !(this.picked && goals.has(anchor))
      const open = can || goals.has(anchor) || (this.choices.length > 0 && 'free' in element.dataset)
      element.toggleAttribute('data-can', can)
      element.toggleAttribute('data-goal', goals.has(anchor))
      element.toggleAttribute('data-picked', this.picked === anchor)
      this.svg.querySelector(`[data-grip="${anchor}"]`)?.toggleAttribute('data-can', can)
      if (open) {
        const first = focused === null ? !entry : anchor === focused
        if (first) entry = true
        element.setAttribute('tabindex', first ? '0' : '-1')
        element.setAttribute('role', 'button')
        element.setAttribute('aria-label', this.label(anchor))
      } else {
        // A piece that has moved keeps the focus, so that the keyboard goes on from there.
        if (anchor === focused) element.setAttribute('tabindex', '-1')
        else element.removeAttribute('tabindex')
        for (const name of ['role', 'aria-label']) element.removeAttribute(name)
      }
    }
    if (!entry) this.svg.querySelector('[role=button]')?.setAttribute('tabindex', '0')
  }

  /** A place in words. @param {string} anchor */
  label(anchor) {
    const only = this.from(anchor)
    const preview = only.length === 1 ? only[0].preview : undefined
    return this.game.label?.(anchor, this.view, this.say, preview) ?? anchor
  }

  /** @returns {NodeListOf<SVGElement>} */
  anchors() {
    return this.svg.querySelectorAll('[data-anchor]')
  }

  /** What is drawn at a place. @param {string} anchor */
  node(anchor) {
    return [...this.anchors()].find((element) => element.dataset.anchor === anchor)
  }

  /** @param {string} anchor */
  from(anchor) {
    return this.choices.filter((choice) => choice.from === anchor)
  }

  /** Where the thing in hand can go. */
  goals() {
    const choices = this.picked ? this.from(this.picked) : this.choices.filter((choice) => !choice.from)
    return new Set(choices.flatMap((choice) => choice.to ?? []))
  }

  /** What a touch of this place, after those before it, can mean. @param {string} anchor */
  meant(anchor) {
    if (this.picked) return this.from(this.picked).filter((choice) => choice.to === anchor)
    const direct = this.choices.filter((choice) => (choice.from ? choice.from === anchor && !choice.to : choice.to === anchor))
    return direct.length || !this.game.obvious ? direct : this.game.obvious(this.from(anchor), this.view)
  }

  /** Shows where a choice would lead. @param {SeatChoice | null} choice */
  aim(choice) {
    if (choice === this.aimed) return
    this.aimed = choice
    this.redraw()
  }

  /** A pointer or the focus is over a place, or over none. @param {string | null} anchor */
  hover(anchor) {
    // A node that leaves the drawing loses the focus in the middle of it.
    if (this.playing || this.drawing) return
    const meant = anchor === null ? [] : this.meant(anchor)
    const aimed = (meant.length > 1 ? this.game.foremost?.(meant) : meant[0]) ?? null
    const fresh = aimed !== this.aimed || (this.game.curious && anchor !== this.over)
    this.over = anchor
    this.aimed = aimed
    if (fresh) this.redraw()
  }

  /** A place was touched. A finger cannot hover: its first touch shows, the second plays.
   * @param {string | null} anchor @param {SeatChoice | null} [shown] for a finger, the choice that was shown before */
  touch(anchor, shown) {
    if (this.playing || this.hands.busy?.()) return this.hands.skip ? this.hands.skip() : this.skip()
    if (anchor === null) return this.drop()
    const meant = this.meant(anchor)
    if (meant.length > 1) return this.hands.ask(meant)
    if (meant.length === 1) {
      const [choice] = meant
      if (shown !== undefined && (choice.preview || this.game.careful?.(choice)) && shown !== choice) return this.aim(choice)
      return this.hands.choose(choice)
    }
    if (this.picked === anchor) return this.drop()
    if (this.from(anchor).length) return this.pick(anchor)
    const from = this.picked
    this.drop()
    if (!from && this.game.arrange?.(this.view, anchor)) return void this.redraw()
    this.hands.attempt(from ?? anchor, from ? anchor : null)
  }

  /** What was aimed at would do this. @param {Choice} choice */
  foresee({ preview }) {
    if (!this.view || this.playing) return
    this.view.foreseen = preview
    this.redraw()
  }

  /** What was aimed at was refused; says what it was, for the note to keep off. */
  refuse() {
    this.game.refused?.(this.view)
    if (this.view && !this.playing) this.redraw()
    return this.svg.querySelector('.refused')
  }

  /** The ghost of the choice that was shown is touched. @param {SeatChoice | null} shown */
  confirm(shown) {
    if (shown) this.hands.choose(shown)
  }

  /** Takes a thing in hand, or nothing. @param {string | null} anchor */
  pick(anchor) {
    this.picked = anchor
    this.aimed = null
    this.redraw()
  }

  /** Puts it back. */
  drop() {
    if (this.picked || this.aimed) this.pick(null)
  }

  /** A thing was carried from one place to another. @param {string} from @param {string | null} to */
  carry(from, to) {
    this.drop()
    const direct = this.from(from).filter((choice) => (choice.to ? choice.to === to : to !== from))
    if (direct.length === 1) this.hands.choose(direct[0])
    else if (direct.length > 1) this.hands.ask(direct)
    else if (to && to !== from) this.hands.attempt(from, to)
  }

  /** A quarter turn. */
  turnBoard() {
    this.turn = (this.turn + 1) % 4
    this.redraw(300)
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const anchor = anchorOf(event.target)
    const step = ARROWS[event.key]
    if (event.key === 'Escape' && !this.hands.busy?.()) this.drop()
    else if (anchor === null) return
    else if (event.key === 'Enter' || event.key === ' ') this.touch(anchor)
    else if (step) this.walk(anchor, step)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** A natural key of a choice: the first press shows it, the second plays it. @param {string} key @returns {boolean} whether it means something */
  shortcut(key) {
    const choice = this.choices.find((choice) => choice.key === key)
    if (!choice || this.playing) return false
    if (this.aimed === choice || !choice.from) this.hands.choose(choice)
    else this.focus(choice.from)
    return true
  }

  /** @param {string} anchor */
  focus(anchor) {
    this.node(anchor)?.focus()
    if (anchorOf(document.activeElement) === anchor) this.hover(anchor)
  }

  /** Moves the focus to the nearest open place in a direction. @param {string} anchor @param {[number, number]} step */
  walk(anchor, [dx, dy]) {
    const open = [...this.anchors()].filter((element) => element.hasAttribute('role'))
    const here = open.find((element) => element.dataset.anchor === anchor)
    if (!here) return
    const [x, y] = middle(here)
    let best = null
    let least = Infinity
    for (const element of open) {
      const [a, b] = [middle(element)[0] - x, middle(element)[1] - y]
      const ahead = a * dx + b * dy
      const aside = Math.abs(a * dy) + Math.abs(b * dx)
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [element, ahead + 2 * aside]
    }
    if (!best) return
    here.setAttribute('tabindex', '-1')
    best.setAttribute('tabindex', '0')
    best.focus()
  }
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** @param {Element} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

/** The place that an element belongs to. @param {EventTarget | null} target @returns {string | null} */
export function anchorOf(target) {
  const element = target instanceof Element ? target.closest('[data-anchor]') : null
  return element instanceof SVGElement ? element.dataset.anchor ?? null : null
}
