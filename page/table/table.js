// A table: the same frame for every game. It holds what the server told and shows it; it decides nothing.
import { fill, h } from '../dom.js'
import { Line, fresh } from '../net/socket.js'
import { announce, notice } from '../notes.js'
import { icon } from '../svg/icons.js'
import { language, say } from '../words.js'
import { aid, aided } from './aid.js'
import { Analysis, marked } from './analysis.js'
import { answers } from './answers.js'
import { bar, menu } from './bar.js'
import { Cards } from './cards.js'
import { heard } from './clock.js'
import { Dice } from './dice.js'
import { hint } from './hint.js'
import { MoveList } from './log.js'
import { Narration, capital } from './narration.js'
import { Note } from './note.js'
import { Queue } from './pace.js'
import { question } from './prompt.js'
import { castOf, nameOf, other, seatRow } from './seats.js'
import { asking, perform, recall } from './showing.js'
import { Stage, gameFile } from './stage.js'
import { Tale } from './tale.js'
import { isShort, shorten } from './turns.js'
import { storage } from './verify.js'

export class Table {
  /** @typedef {{ told(tell: Tell): void, version(): number | null, state(open: boolean): void }} Listener */

  /** @param {string} id @param {App} app @param {(listener: Listener) => Pick<Line, 'put' | 'wish' | 'hello' | 'close'>} [connect] to what, if not to a table of the server */
  constructor(id, app, connect = (listener) => new Line(id, listener)) {
    this.id = id
    this.app = app
    /** @type {Snapshot | null} */
    this.state = null
    /** @type {Stage | null} */
    this.stage = null
    /** @type {Position | null} what is looked at instead of the present */
    this.past = null
    /** @type {SeatChoice[] | null} several readings of one touch, to choose from */
    this.readings = null
    /** @type {Seat | null} the seat that the screen is being passed to */
    this.covered = null
    /** @type {GameEvent[]} what happened in the last move */
    this.last = []
    /** @type {{ key: string | undefined, text: string } | undefined} the wish that was typed last, and its words */
    this.wished = undefined
    /** @type {string | null} the place that was tried last */
    this.touched = null
    /** What was last asked to be foreseen. */
    this.foreseen = ''
    this.asked = 0
    /** What the answers were made of: while it stays the same, so do they, with what is typed into them. */
    this.answered = ''
    this.spoken = language()
    this.lost = false
    /** The last version that was heard of; the state follows when it is shown. */
    this.version = 0
    /** What the server told and the eye has not seen yet. */
    this.queue = new Queue()
    /** @type {import('./narration.js').Cast} */
    this.cast = { you: null, one: '', two: '' }
    /** @type {import('./setup.js').Setup | null} a set-up that is being played */
    this.script = null
    /** Whether the drawer with numbers is open. */
    this.expert = false
    /** Whether the result was put away, to look at the board. */
    this.closed = false
    this.dice = new Dice(id, storage(), () => fresh(16))
    /** @type {(() => void)[]} takes the hands of controls off the board */
    this.hands = []

    this.board = h('div', { class: 'stage' }, h('p', { class: 'loading' }, say('page.loading')))
    this.note = new Note()
    this.cards = new Cards()
    this.tale = new Tale(this)
    this.narration = new Narration(() => this.tale.again())
    this.above = h('section', { class: 'seat other' })
    this.below = h('section', { class: 'seat own' })
    this.sentence = h('p', { class: 'prompt', id: 'prompt' })
    this.answers = h('div', { class: 'answers' })
    this.bar = h('div', { class: 'actions' })
    this.menu = h('div', { class: 'menu', id: 'menu', popover: true })
    this.described = h('p', { class: 'unseen', id: 'position' })
    this.moves = new MoveList((n) => this.look(n))
    this.analysis = new Analysis(() => this.render())
    this.typed = h('input', { class: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 200 })
    this.typing = h('form', { class: 'typing', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      const text = this.typed.value.trim()
      this.wished = { key: this.act(text), text }
    } }, this.typed)
    this.node = h('div', { class: 'table' },
      h('h1', { class: 'unseen' }, say('page.table.title')), h('div', { class: 'desk' }, this.board, this.narration.node), this.above,
      h('section', { class: 'log' }, this.moves.list, this.typing), this.below,
      h('section', { class: 'ask' }, this.sentence, this.answers), this.bar, this.menu, this.described)
    this.line = connect({ told: (tell) => this.told(tell), version: () => (this.state ? this.version : null), state: (open) => this.connection(open) })
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event)
    document.addEventListener('keydown', this.keys)
  }

  leave() {
    this.line.close()
    document.removeEventListener('keydown', this.keys)
  }

  /** @param {Tell} tell */
  told(tell) {
    if (tell.type === 'snapshot') return void this.snapshot(tell)
    const { state } = this
    if (!state) {
      if (tell.type === 'gone') this.gone(tell)
      return
    }
    switch (tell.type) {
      case 'step': return this.step(tell)
      case 'done':
        // Who types on meanwhile keeps what stands there.
        if (tell.key === this.wished?.key && this.typed.value.trim() === this.wished.text) this.typed.value = ''
        return
      case 'preview':
        if (tell.key === this.foreseen) this.stage?.foresee(tell.choice)
        return
      case 'refused':
        if (tell.key === this.foreseen) return
        this.script = null
        this.note.avoid(this.touched ? this.stage?.node(this.touched) : this.stage?.refuse())
        return void this.note.refuse(state.table.game, tell)
      case 'hint': return hint(this, tell)
      case 'look': return this.looked(tell)
      case 'gone': return this.gone(tell)
      case 'busy': return notice(say('page.busy'))
      case 'clocks': heard(tell.clocks)
    }
    // The rest is shown when everything before it has been.
    this.queue.add(() => this.change(tell))
  }

  /** @param {Tell} tell */
  change(tell) {
    const { state } = this
    if (!state) return
    switch (tell.type) {
      case 'presence': Object.assign(state, { seats: tell.seats, watchers: tell.watchers }); break
      case 'offer':
        Object.assign(state, { offers: tell.offers, can: tell.can })
        if (tell.declined) notice(say('page.offer.declined'))
        break
      case 'auto': state.auto = tell.kinds; break
      case 'dice':
        state.table.commitment = { ...tell.commitment, seed: tell.commitment.seed ?? state.table.commitment.seed }
        this.roll(state)
        break
      case 'clocks': state.clocks = tell.clocks; break
      case 'next': return this.next(state, tell.table)
    }
    this.render()
  }

  /** @param {Snapshot} state */
  async snapshot(state) {
    const back = this.state !== null
    // The same position opened, as at the end of a game with secrets, is no reason to miss what is being shown.
    if (back && this.version !== state.version) this.skip()
    this.version = state.version
    heard(state.clocks)
    this.state ??= state
    this.roll(state, true)
    if (!this.stage) {
      const game = await gameFile(state.table.game)
      if (!game) return fill(this.board, h('p', { class: 'loading' }, say('page.error.missing')))
      if (this.stage) return
      this.stage = new Stage(game, say, this)
      this.stage.rate = () => this.queue.rate()
      this.moves.game = game
      this.stage.turn = this.turned() ?? (game.turns && state.you.length === 1 ? game.turns[state.you[0]] : 0)
      this.stage.svg.setAttribute('aria-describedby', 'position')
      fill(this.board, this.stage.svg, this.cards.node, this.note.node)
    }
    const stage = this.stage
    this.queue.add(() => {
      if (this.state?.version !== state.version) {
        stage.question = ''
        this.tale.forget()
      }
      Object.assign(this, { state, last: state.last, past: null, readings: null })
      this.sit(stage, state.position)
      this.show(back ? 160 : 0)
      if (!this.tale.frames.length) recall(this)
      this.cover()
      this.render()
    })
  }

  /** Adds to the dice what is due, and says plainly when the server tells something else than before. @param {Snapshot} state @param {boolean} [anew] */
  roll({ table: { commitment }, you }, anew) {
    // A lesson has no dice to seal.
    if (!commitment.hash) return
    const before = this.dice.trouble
    for (const said of this.dice.hear(commitment, you, anew)) this.line.wish(said)
    const { trouble } = this.dice
    if (!trouble || trouble === before) return
    announce(say(trouble))
    this.note.show(h('p', { 'data-dice': trouble }, h('strong', {}, say(trouble))))
  }

  /** Whether something is being shown, and hands have nothing to do meanwhile. */
  busy() {
    return this.queue.waiting > 0 && !this.stage?.choices.length
  }

  /** Shows where it all leads. */
  skip() {
    this.queue.hurry()
    this.stage?.skip()
    this.cards.clear()
  }

  /** Puts the result away. */
  close() {
    this.closed = true
    this.render()
  }

  /** Shows the present. @param {number} [ms] */
  show(ms) {
    const { state, stage } = this
    if (state && stage && !stage.show(state.position.view, this.last, this.choices(), ms, asking(state.position))) this.answered = ''
  }

  /** How this player turned the board of this game before. @param {number} [fresh] */
  turned(fresh) {
    const key = `turn ${this.state?.table.game} ${this.state?.you.join(' ')}`
    try {
      if (fresh !== undefined) localStorage.setItem(key, String(fresh))
      const kept = localStorage.getItem(key)
      return kept === null ? null : Number(kept)
    } catch {
      return null
    }
  }

  /** Shows the chances of choices, or no longer. */
  aid() {
    aid(!aided())
    this.stage?.redraw()
    this.render()
  }

  /** Writes the list in short notation, or in words. */
  shorten() {
    shorten(!isShort())
    this.render()
  }

  /** Shows what each move is worth, or no longer. */
  analyse() {
    this.analysis.on = !this.analysis.on
    this.render()
  }

  /** Whether moves may be analysed: never while two people play. @param {Snapshot} state */
  analysable({ table: { mode }, position: { turn } }) {
    return !!this.stage?.game.solved && (mode !== 'link' || turn.type === 'over')
  }

  /** The moves of the position on the board with their marks. @param {Snapshot} state */
  marks(state) {
    const { n, turn } = this.past ?? state.position
    if (!this.analysis.on || !this.analysable(state) || turn.type !== 'act') return null
    const mine = !this.past && state.position.asked.length > 0
    return marked(this.analysis.of(state.table.id, state.version, n), (text) => this.moves.words(text), mine ? (text) => this.act(text) : undefined)
  }

  /** Turns the board by a quarter, and remembers it. */
  turn() {
    this.stage?.turnBoard()
    this.turned(this.stage?.turn)
  }

  /** Who looks: the seat whose view it is. @param {Stage} stage @param {Position} position */
  sit(stage, { viewer }) {
    const own = this.state?.you.length === 1 ? this.state.you[0] : null
    stage.me = viewer === 'one' || viewer === 'two' ? viewer : own
  }

  /** @param {import('../net/protocol').StepTold} step */
  step(step) {
    if (step.version <= this.version) return
    if (step.version !== this.version + 1) {
      this.state = null
      return this.line.hello()
    }
    this.version = step.version
    heard(step.clocks)
    this.queue.add(() => perform(this, step))
  }

  /** Puts the cover on when the screen goes to the other player. */
  cover() {
    const seat = this.state?.position.cover ?? null
    if (seat && this.covered !== seat) this.line.put({ type: 'uncover', seat: null })
    this.covered = seat
    // What the last player saw is not seen while the public view is on its way.
    this.stage?.svg.classList.toggle('under', seat !== null)
    const old = this.board.querySelector('.cover')
    if (!seat || !this.state) return old?.remove()
    if (old) return
    const name = nameOf(this.state, seat)
    const button = h('button', { class: 'primary', onclick: () => this.line.put({ type: 'uncover', seat }) }, say('page.cover.show', { name }))
    this.board.append(h('div', { class: 'cover' }, icon('eye'), h('p', {}, say('page.cover.pass', { name })), button))
    button.focus()
  }

  // What the player wants.

  /** The seat for which this browser decides now. @returns {Seat | null} */
  seat() {
    const { state } = this
    if (!state) return null
    const { asked, turn } = state.position
    const due = turn.type === 'act' ? turn.seats.find((seat) => state.you.includes(seat)) : undefined
    return asked[0]?.seat ?? due ?? state.you[0] ?? null
  }

  /** @returns {SeatChoice[]} */
  every() {
    return this.state?.position.asked.flatMap(({ seat, choices }) => choices.map((choice) => ({ ...choice, seat }))) ?? []
  }

  /** Those that hands meet on the board. */
  choices() {
    const choices = this.every()
    return this.stage?.game.choices?.(choices, this.state?.position.view) ?? choices
  }

  /** Those that would only be in the way there. */
  rare() {
    const met = new Set(this.choices().map(({ text }) => text))
    return this.every().filter(({ text }) => !met.has(text))
  }

  /** Several things can be meant. @param {SeatChoice[]} choices */
  ask(choices) {
    this.readings = choices
    this.render()
  }

  /** @param {SeatChoice} choice */
  choose(choice) {
    this.act(choice.text, choice.seat)
  }

  /** @param {string} text @param {Seat | null} [seat] */
  act(text, seat = this.seat()) {
    if (!text || !seat || !this.state) return
    this.note.hide()
    this.past = null
    this.touched = null
    return this.line.wish({ type: 'act', seat, version: this.version, text })
  }

  /** @param {string} from @param {string | null} to */
  attempt(from, to) {
    const seat = this.seat()
    if (!seat || !this.state || this.past) return
    this.touched = from
    this.line.wish({ type: 'attempt', seat, version: this.version, from, to })
  }

  /** Asks what an action would do, at tables that tell it. @param {string} text */
  foresee(text) {
    const seat = this.seat()
    this.foreseen = `foresee-${++this.asked}`
    if (seat && this.state) this.line.put({ type: 'preview', key: this.foreseen, seat, version: this.version, text })
  }

  /** @param {number} n */
  look(n) {
    const { state } = this
    if (!state || n < 0) return
    if (n >= state.position.n) return this.present()
    this.line.put({ type: 'look', n })
  }

  /** Back from the past. */
  present() {
    if (!this.past) return
    this.past = null
    this.show(160)
    this.render()
  }

  // What the server answers.

  /** @param {Position} position */
  looked(position) {
    if (this.tale.looked(position)) return
    if (!this.state || position.n >= this.state.position.n) return this.present()
    this.past = position
    this.stage?.show(position.view, [], [], 160)
    this.render()
  }

  /** @param {Snapshot} state @param {string} table */
  next(state, table) {
    state.next = table
    if (state.you.length) this.app.go(`/table/${table}`)
    else this.render()
  }

  /** @param {{ why: import('../net/protocol').Sentence }} gone */
  gone({ why }) {
    const text = say(why.word, why.values, this.state?.table.game)
    if (this.state) this.note.show(h('p', {}, h('strong', {}, text)))
    else fill(this.board, h('p', { class: 'loading' }, text))
  }

  /** @param {boolean} open */
  connection(open) {
    if (this.lost === !open) return
    this.lost = !open
    this.render()
  }

  // What is shown.

  /** Says everything again: after a change of state or of language. */
  render() {
    const { state, stage } = this
    if (!state || !stage) return
    if (this.spoken !== language()) {
      this.note.hide()
      recall(this)
      if (stage.view) stage.redraw()
    }
    const fresh = castOf(state)
    if (JSON.stringify(fresh) !== JSON.stringify(this.cast)) {
      this.cast = this.moves.cast = fresh
      stage.names = { one: capital(fresh.one), two: capital(fresh.two) }
      if (stage.view) stage.redraw()
      recall(this)
    }
    this.spoken = language()
    const own = state.you.length === 1 ? state.you[0] : 'one'
    fill(this.above, ...seatRow(state, other(own)))
    fill(this.below, ...seatRow(state, own), state.watchers.count > 0 && h('span', { class: 'watchers', title: say('page.watchers') }, icon('eye'), String(state.watchers.count)))
    fill(this.sentence, question(this))
    this.answer(state)
    fill(this.bar, ...bar(this, state))
    // After the answers, whose height leaves more or less room to the moves.
    this.moves.show(state.moves, this.past?.n ?? state.position.n)
    this.narration.render(this.tale.possible())
    this.cards.result(this, state, state.position.turn.type === 'over' && !this.past && !this.covered && !this.closed)
    if (!this.menu.matches(':popover-open')) fill(this.menu, ...menu(this, state))
    const view = (this.past ?? state.position).view
    fill(this.described, stage.game.describe(view, say))
    stage.svg.setAttribute('aria-label', say('page.board', { game: say(`${state.table.game}.name`) }))
    this.typed.placeholder = say('page.type')
    this.typed.setAttribute('aria-label', say('page.type'))
    this.typing.hidden = state.you.length === 0 || state.position.turn.type === 'over'
    stage.svg.classList.toggle('past', this.past !== null)
    const mine = state.position.asked.length > 0 && !this.past
    document.title = `${mine ? `${say('page.your-turn')} · ` : ''}${say(`${state.table.game}.name`)} · Vis-à-vis`
  }

  /** The answers, made anew where they change. @param {Snapshot} state */
  answer(state) {
    const { position, offers, can, next, seats, auto } = state
    const marks = this.marks(state)
    const answered = JSON.stringify([asking(position), position.turn.type, offers, can.rematch, next, seats.map(({ occupant }) => occupant), auto, this.covered, this.closed, this.past?.n, this.readings, this.spoken, aided(), this.analysis.on])
    this.answers.inert = false
    if (marks || answered !== this.answered) fill(this.answers, ...answers(this, state), marks)
    this.answered = answered
  }

  /** The position in words, for every eye. */
  describe() {
    const { state, stage } = this
    if (!state || !stage) return
    const text = stage.game.describe((this.past ?? state.position).view, say)
    this.note.show(h('p', {}, text))
  }

  /** Escape: what is shown ends, else what lies over the board goes away. */
  escape() {
    if (this.busy()) this.skip()
    else if (!this.note.node.hidden) this.note.hide()
    else if (this.state?.position.turn.type === 'over') this.close()
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !this.state || document.querySelector('dialog[open]')) return
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) {
      if (event.key === 'Escape') target.blur()
      return
    }
    const now = this.past?.n ?? this.state.position.n
    if (event.key === 'Escape') this.escape()
    else if (event.key === 'ArrowLeft') this.look(now - 1)
    else if (event.key === 'ArrowRight') this.look(now + 1)
    else if (event.key === 'Home') this.look(0)
    else if (event.key === 'End') this.present()
    else if (event.key === '/' && !this.typing.hidden) this.typed.focus()
    else if (this.stage?.playing) return this.skip()
    else if (this.past || this.covered || !this.stage?.shortcut(event.key)) return
    event.preventDefault()
  }
}
