// A table: the same frame for every game. It holds what the server told and shows it; it decides nothing.
import { fill, h } from '../dom.js'
import { Line, fresh } from '../net/socket.js'
import { announce, notice } from '../notes.js'
import { sound } from '../sound.js'
import { icon } from '../svg/icons.js'
import { language, say, tell } from '../words.js'
import { aid, aided } from './aid.js'
import { Analysis, marked } from './analysis.js'
import { answers } from './answers.js'
import { bar, menu } from './bar.js'
import { heard } from './clock.js'
import { Dice } from './dice.js'
import { MoveList } from './log.js'
import { Note } from './note.js'
import { question, wordsOf } from './prompt.js'
import { nameOf, other, seatRow } from './seats.js'
import { Stage, gameFile } from './stage.js'
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
    this.dice = new Dice(id, storage(), () => fresh(16))
    this.scene = Promise.resolve()
    /** @type {(() => void)[]} takes the hands of controls off the board */
    this.hands = []

    this.board = h('div', { class: 'stage' }, h('p', { class: 'loading' }, say('page.loading')))
    this.note = new Note()
    this.above = h('section', { class: 'seat other' })
    this.below = h('section', { class: 'seat own' })
    this.sentence = h('p', { class: 'prompt', id: 'prompt' })
    this.answers = h('div', { class: 'answers' })
    this.bar = h('div', { class: 'actions' })
    this.menu = h('div', { class: 'menu', id: 'menu', popover: true })
    this.described = h('p', { class: 'unseen', id: 'position' })
    this.moves = new MoveList('', (n) => this.look(n))
    this.analysis = new Analysis(() => this.render())
    this.typed = h('input', { class: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 200 })
    this.typing = h('form', { class: 'typing', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      const text = this.typed.value.trim()
      this.wished = { key: this.act(text), text }
    } }, this.typed)
    this.node = h('div', { class: 'table' },
      h('h1', { class: 'unseen' }, say('page.table.title')), this.board, this.above,
      h('section', { class: 'log' }, this.moves.list, this.typing), this.below,
      h('section', { class: 'ask' }, this.sentence, this.answers), this.bar, this.menu, this.described)
    this.line = connect({ told: (tell) => this.told(tell), version: () => this.state?.version ?? null, state: (open) => this.connection(open) })
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
      case 'step': return this.step(state, tell)
      case 'done':
        // Who types on meanwhile keeps what stands there.
        if (tell.key === this.wished?.key && this.typed.value.trim() === this.wished.text) this.typed.value = ''
        return
      case 'preview':
        if (tell.key === this.foreseen) this.stage?.foresee(tell.choice)
        return
      case 'refused':
        if (tell.key === this.foreseen) return
        this.note.avoid(this.touched ? this.stage?.node(this.touched) : this.stage?.refuse())
        return void this.note.refuse(state.table.game, tell)
      case 'hint': return this.hint(tell)
      case 'look': return this.looked(tell)
      case 'presence': Object.assign(state, { seats: tell.seats, watchers: tell.watchers }); break
      case 'offer':
        Object.assign(state, { offers: tell.offers, can: tell.can })
        if (tell.declined) notice(say('page.offer.declined'))
        break
      case 'auto': state.auto = tell.kinds; break
      case 'dice':
        state.table.commitment = { ...tell.commitment, seed: tell.commitment.seed ?? state.table.commitment.seed }
        this.moves.seal = tell.commitment.hash
        this.roll(state)
        break
      case 'clocks': state.clocks = heard(tell.clocks); break
      case 'next': return this.next(state, tell.table)
      case 'gone': return this.gone(tell)
      case 'busy': return notice(say('page.busy'))
    }
    this.render()
  }

  /** @param {Snapshot} state */
  async snapshot(state) {
    const back = this.state !== null
    if (this.stage && this.state?.version !== state.version) this.stage.question = ''
    this.last = state.last
    this.state = state
    heard(state.clocks)
    this.past = null
    this.readings = null
    this.moves.seal = state.table.commitment.hash
    this.roll(state, true)
    if (!this.stage) {
      const game = await gameFile(state.table.game)
      if (!game) return fill(this.board, h('p', { class: 'loading' }, say('page.error.missing')))
      if (this.stage) return
      this.stage = new Stage(game, say, this)
      this.moves.game = game.id
      this.moves.words = (text) => game.words?.(text, say) ?? text
      this.stage.turn = this.turned() ?? (game.turns && state.you.length === 1 ? game.turns[state.you[0]] : 0)
      this.stage.svg.setAttribute('aria-describedby', 'position')
      fill(this.board, this.stage.svg, this.note.node)
    }
    const stage = this.stage
    stage.skip()
    this.scene = this.scene.then(() => {
      if (this.state !== state) return
      this.sit(stage, state.position)
      this.show(back ? 160 : 0)
      this.cover()
      this.render()
    })
  }

  /** Adds to the dice what is due, and says plainly when the server tells something else than before. @param {Snapshot} state @param {boolean} [anew] */
  roll({ table: { commitment }, you }, anew) {
    const before = this.dice.trouble
    for (const said of this.dice.hear(commitment, you, anew)) this.line.wish(said)
    const { trouble } = this.dice
    if (!trouble || trouble === before) return
    announce(say(trouble))
    this.note.show(h('p', { 'data-dice': trouble }, h('strong', {}, say(trouble))))
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
    return marked(this.analysis.of(state.table.id, state.version, n), this.moves.words, mine ? (text) => this.act(text) : undefined)
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

  /** @param {Snapshot} state @param {import('../net/protocol').StepTold} step */
  step(state, step) {
    if (step.version <= state.version) return
    if (step.version !== state.version + 1) {
      this.state = null
      return this.line.hello()
    }
    const { moved, position, offers, can, version, seed } = step
    Object.assign(state, { position, offers, can, version, clocks: heard(step.clocks) })
    if (seed) state.table.commitment.seed = seed
    if (moved) state.moves = [...state.moves.filter(({ n }) => n < moved.n), moved]
    const open = asking(position)
    // What a player did is no longer in the hand; what others do leaves it there.
    if (this.stage && moved?.seat && state.you.includes(moved.seat)) this.stage.question = ''
    if (!this.stage?.holds(open)) {
      this.readings = null
      this.answered = ''
      this.note.hide()
      if (!moved || this.past) fill(this.answers)
      else this.answers.inert = true
    }
    const events = moved?.events ?? []
    if (moved) this.last = events
    const words = tell(state.table.game, events)
    announce(words)
    this.moves.show(state.moves, this.past?.n ?? position.n)
    this.scene = this.scene.then(async () => {
      if (this.stage) this.sit(this.stage, position)
      if (!this.past && this.stage) await this.stage.play(events, position.view, open)
      if (this.state?.version !== version) return
      if (!this.past) this.show()
      this.cover()
      this.render()
      const { turn } = position
      this.ring(state, moved?.seat ?? null)
      if (turn.type === 'over' || (turn.type === 'act' && position.asked.length)) announce(`${words} ${question(this)}`)
    })
  }

  /** What is heard after a move: the end, or that it is one's turn again. @param {Snapshot} state @param {Seat | null} mover */
  ring({ you, position: { turn, asked } }, mover) {
    if (turn.type === 'over') sound(!turn.winner ? 'turn' : you.length !== 1 || you[0] === turn.winner ? 'win' : 'loss')
    else if (you.length === 1 && asked.length && mover !== you[0]) sound('turn')
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
    return this.line.wish({ type: 'act', seat, version: this.state.version, text })
  }

  /** @param {string} from @param {string | null} to */
  attempt(from, to) {
    const seat = this.seat()
    if (!seat || !this.state || this.past) return
    this.touched = from
    this.line.wish({ type: 'attempt', seat, version: this.state.version, from, to })
  }

  /** Asks what an action would do, at tables that tell it. @param {string} text */
  foresee(text) {
    const seat = this.seat()
    this.foreseen = `foresee-${++this.asked}`
    if (seat && this.state) this.line.put({ type: 'preview', key: this.foreseen, seat, version: this.state.version, text })
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
    if (!this.state || position.n >= this.state.position.n) return this.present()
    this.past = position
    this.stage?.show(position.view, [], [], 160)
    this.render()
  }

  /** @param {import('../net/protocol').HintTold} hint */
  hint({ version, seat, choice, win, line, why }) {
    if (!this.stage || this.state?.version !== version || this.past) return
    this.stage.drop()
    this.stage.game.take?.(this.stage.view, choice)
    this.stage.aim({ ...choice, seat })
    this.note.avoid(this.stage.svg.querySelector('.ghost, .in-hand, .sling'))
    const { game } = this.stage
    const label = choice.from && !game.button ? game.label?.(choice.from, this.state.position.view, say, choice.preview) : null
    // A bare verb is told with its places.
    const verb = wordsOf(game, choice)
    const move = label ?? (verb.includes(' ') ? verb : this.moves.words(choice.text))
    const then = line[1] && say('page.hint.line', { line: line.slice(1).map(this.moves.words).join(' → ') })
    const chance = win === null ? null : say('page.hint.win', { percent: Math.round(100 * win) })
    this.note.show(h('p', {}, icon('bulb'), h('strong', {}, say('page.hint.try', { move }))),
      h('p', {}, [say(why.word, why.values, this.state.table.game), chance, then].filter(Boolean).join(' · ')))
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
      if (stage.view) stage.redraw()
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
    const answered = JSON.stringify([asking(position), position.turn.type, offers, can.rematch, next, seats.map(({ occupant }) => occupant), auto, this.covered, this.past?.n, this.readings, this.spoken, aided(), this.analysis.on])
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

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !this.state || document.querySelector('dialog[open]')) return
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) {
      if (event.key === 'Escape') target.blur()
      return
    }
    const now = this.past?.n ?? this.state.position.n
    if (event.key === 'Escape') this.note.hide()
    else if (event.key === 'ArrowLeft') this.look(now - 1)
    else if (event.key === 'ArrowRight') this.look(now + 1)
    else if (event.key === 'Home') this.look(0)
    else if (event.key === 'End') this.present()
    else if (event.key === '/' && !this.typing.hidden) this.typed.focus()
    else if (this.stage?.playing) return this.stage.skip()
    else if (this.past || this.covered || !this.stage?.shortcut(event.key)) return
    event.preventDefault()
  }
}

/** What is asked, without the time that is left; empty if nothing is. @param {Position} position */
const asking = ({ asked }) => asked.length ? JSON.stringify(asked, (name, value) => (name === 'auto_in' ? undefined : value)) : ''
