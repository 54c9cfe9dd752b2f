// A game to step through: from its address, or from a record file dropped on the page.
import { fill, h } from '../dom.js'
import { Refusal, api } from '../net/api.js'
import { announce, notice } from '../notes.js'
import { icon } from '../svg/icons.js'
import { marked, slips } from '../table/analysis.js'
import { copied } from '../table/bar.js'
import { MoveList } from '../table/log.js'
import { capital, tell } from '../table/narration.js'
import { because, computer, mark } from '../table/seats.js'
import { Stage, gameFile } from '../table/stage.js'
import { sealed, verdict } from '../table/verify.js'
import { knows, say, word } from '../words.js'

const PAUSE = 1100

/** What went wrong with a record, with its place. @param {unknown} error */
function whatIsWrong(error) {
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error)
  const { line, step, rule } = error.trouble
  const where = step ? say('page.replay.at-step', { step }) : line ? say('page.replay.at-line', { line }) : ''
  const which = /^R\d+$/.test(rule ?? '') ? ` (${say('page.rule', { number: String(rule).slice(1) })})` : ''
  return `${where} ${error.message}${which}`.trim()
}

/** A name as records have it: the computer is called by its level. @param {string | null} name */
const playerName = (name) => (knows(`level.${name}`) || name?.startsWith('engine:') ? computer(name) : name)

export class Viewer {
  /** @param {Replay | null} replay @param {App} app */
  constructor(replay, app) {
    this.app = app
    /** @type {Replay | null} */
    this.replay = null
    /** @type {Stage | null} */
    this.stage = null
    this.n = 0
    /** @type {import('../net/protocol').Review['positions'] | null} the truth about every position */
    this.review = null
    /** The record, when it was brought. */
    this.text = ''
    this.timer = 0
    this.walk = Promise.resolve()
    this.node = h('div', { class: 'table replay' })
    this.fault = h('p', { class: 'fault', role: 'alert' })
    this.file = h('input', { type: 'file', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', accept: '.txt,.json,.jsonl,.record,text/plain,application/json', onchange: () => { if (this.file.files?.[0]) this.take(this.file.files[0]) } })
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event)
    document.addEventListener('keydown', this.keys)
    if (replay) this.ready = this.open(replay)
    else this.empty()
  }

  leave() {
    clearInterval(this.timer)
    document.removeEventListener('keydown', this.keys)
  }

  /** Nothing to show yet: a place to drop a record. */
  empty() {
    this.node.className = 'page drop'
    fill(this.node, h('h1', {}, say('page.replay.title')),
      h('button', { class: 'drop-zone', onclick: () => this.file.click() }, icon('download'), h('span', {}, say('page.replay.drop'))), this.file, this.fault)
  }

  /** A record file came. @param {File} file */
  async take(file) {
    try {
      const text = await file.text()
      await this.open(await api.view(text))
      this.text = text
      document.body.dataset.view = 'table'
      if (location.pathname !== '/replay') history.pushState(null, '', '/replay')
    } catch (error) {
      if (this.replay) notice(whatIsWrong(error))
      else fill(this.fault, whatIsWrong(error))
    }
  }

  /** @param {Replay} replay */
  async open(replay) {
    const game = await gameFile(replay.game)
    if (!game) throw new Error(say('page.error.missing'))
    this.pause()
    this.replay = replay
    this.review = null
    this.n = 0
    this.stage = new Stage(game, say, { choose() {}, ask() {}, attempt() {} })
    this.moves = new MoveList((n) => this.show(n))
    this.moves.game = game
    this.board = h('div', { class: 'desk' }, h('div', { class: 'stage' }, this.stage.svg))
    this.heads = h('section', { class: 'seat other heads' })
    this.sentence = h('p', { class: 'prompt' })
    this.truth = h('div', { class: 'answers' })
    this.bar = h('div', { class: 'actions player' })
    this.links = h('div', { class: 'links' })
    this.slider = h('input', { type: 'range', class: 'slider', min: 0, max: replay.frames.length - 1, value: 0, oninput: () => this.show(Number(this.slider?.value)) })
    this.described = h('p', { class: 'unseen', id: 'position' })
    this.stage.svg.setAttribute('aria-describedby', 'position')
    this.node.className = 'table replay'
    fill(this.node, h('h1', { class: 'unseen' }, say('page.replay.title')), this.board, this.heads, h('section', { class: 'log' }, this.moves.list),
      h('section', { class: 'ask' }, this.sentence, this.slider, this.truth), this.bar, this.links, this.described, this.file)
    this.show(0)
    if (location.search === '?review' && game.solved) this.examine()
  }

  /** Shows a frame; the next one is played, others are just shown. @param {number} n */
  show(n) {
    const { replay, stage } = this
    if (!replay || !stage || n < 0 || n >= replay.frames.length) return
    const next = n === this.n + 1
    this.n = n
    const { view, moved } = replay.frames[n]
    const events = moved?.events ?? []
    stage.skip()
    this.walk = this.walk.then(async () => {
      if (this.n !== n) return
      if (next) await stage.play(events, view)
      else stage.show(view, events, [], 160)
    })
    announce(tell(stage.game, events, this.cast()))
    this.render()
  }

  /** Who is who. @returns {import('../table/narration.js').Cast} */
  cast() {
    const [one, two] = this.replay?.names ?? []
    const called = (/** @type {string | null | undefined} */ name, /** @type {Seat} */ seat) => (knows(`level.${name}`) ? say('page.name.computer') : name?.replace('engine:', '')) ?? word(this.replay?.game ?? '', seat)
    return { you: null, one: called(one, 'one'), two: called(two, 'two') }
  }

  /** Asks for the truth about every position. */
  async examine() {
    const { replay, text } = this
    try {
      const { positions } = await (replay?.table ? api.review(replay.table) : api.reviewOf(text))
      if (this.replay === replay) this.review = positions
      this.render()
    } catch (error) {
      notice(whatIsWrong(error))
    }
  }

  pause() {
    clearInterval(this.timer)
    this.timer = 0
  }

  play() {
    if (this.timer) this.pause()
    else if (this.replay) {
      if (this.n === this.replay.frames.length - 1) this.show(0)
      this.timer = window.setInterval(() => {
        // A long shot is seen to its end.
        if (this.stage?.playing) return
        if (this.replay && this.n < this.replay.frames.length - 1) this.show(this.n + 1)
        else { this.pause(); this.render() }
      }, PAUSE)
    }
    this.render()
  }

  /** Says everything again. */
  render() {
    const { replay, stage, slider } = this
    if (!replay || !stage || !slider) return this.empty()
    const end = replay.frames.length - 1
    const { game, names } = replay
    // Words on the board are said in the reader's language too.
    if (stage.view) stage.redraw()
    const name = (/** @type {0 | 1} */ i) => playerName(names[i]) ?? word(game, i ? 'two' : 'one')
    const frame = replay.frames[this.n]
    const cast = this.cast()
    const says = tell(stage.game, frame.moved?.events ?? [], cast)
    stage.names = { one: capital(cast.one), two: capital(cast.two) }
    const over = frame.turn.type === 'over' ? `${frame.turn.winner ? say('page.over.wins', { name: name(frame.turn.winner === 'one' ? 0 : 1) }) : say('page.over.draw')} ${because(game, frame.turn, cast)}` : null
    if (this.heads) fill(this.heads, h('strong', {}, say(`${game}.name`)), h('span', { class: 'who' }, mark('one'), h('span', { class: 'name' }, name(0))), h('span', { class: 'who' }, mark('two'), h('span', { class: 'name' }, name(1))), replay.date && h('span', { class: 'when' }, replay.date))
    const given = slips(replay.frames, this.review)
    const gave = given.get(frame.moved?.n ?? 0)
    if (this.moves) Object.assign(this.moves, { slips: given, cast })
    this.moves?.show(replay.frames.flatMap(({ moved }) => moved ?? []), frame.moved?.n ?? (this.n ? replay.frames[this.n - 1].moved?.n ?? 0 : 0))
    if (this.sentence) fill(this.sentence, over ?? (says || say('page.replay.start')), gave && h('strong', { class: 'gave' }, ` ? ${gave}`))
    if (this.truth) {
      fill(this.truth, stage.game.solved && !this.review && (replay.over || !replay.table) && h('button', { class: 'plain', 'data-item': 'review', onclick: () => this.examine() }, icon('analyse'), say('page.review')),
        this.review && frame.turn.type === 'act' && marked(this.review[this.n], (text) => text),
        this.review && h('p', { class: 'worths', role: 'status' }, say('page.review.found', { n: given.size })))
    }
    slider.value = String(this.n)
    slider.setAttribute('aria-label', say('page.replay.place'))
    slider.setAttribute('aria-valuetext', say('page.past', { n: this.n, of: end }))
    stage.svg.setAttribute('aria-label', say('page.board', { game: say(`${game}.name`) }))
    if (this.described) fill(this.described, stage.game.describe(frame.view, say))
    /** @param {Parameters<typeof icon>[0]} name @param {string} label @param {boolean} possible @param {() => void} action */
    const button = (name, label, possible, action) => h('button', { class: 'tool', 'data-tool': name, disabled: !possible, 'aria-label': label, title: label, onclick: action }, icon(name))
    if (this.bar) {
      const focused = document.activeElement instanceof HTMLElement && this.bar.contains(document.activeElement) ? document.activeElement.dataset.tool : null
      fill(this.bar, button('first', say('page.replay.first'), this.n > 0, () => this.show(0)),
        button('back', say('page.replay.back'), this.n > 0, () => this.show(this.n - 1)),
        h('button', { class: 'primary', 'data-tool': 'play', 'aria-label': this.timer ? say('page.replay.pause') : say('page.replay.play'), onclick: () => this.play() }, icon(this.timer ? 'pause' : 'play')),
        button('forward', say('page.replay.forward'), this.n < end, () => this.show(this.n + 1)),
        button('last', say('page.replay.last'), this.n < end, () => this.show(end)),
        stage.game.turns && button('turn', say('page.turn'), true, () => stage.turnBoard()))
      if (focused) /** @type {HTMLElement | null} */ (this.bar.querySelector(`[data-tool=${focused}]`))?.focus()
    }
    if (this.links) {
      fill(this.links,
        replay.table && h('button', { class: 'plain', 'data-item': 'share', onclick: () => copied(location.origin + location.pathname) }, icon('share'), say('page.replay.share')),
        replay.table && replay.over && h('a', { class: 'button', href: `/api/record/${replay.table}?format=text`, download: `${game}-${replay.table}.txt` }, icon('download'), say('page.replay.download')),
        replay.draws.length > 0 && h('button', { class: 'plain', 'data-item': 'verify', onclick: async () => this.truth && fill(this.truth, h('p', {}, await verdict(replay)), ...sealed(replay.commitment)) }, say('page.verify')),
        h('button', { class: 'plain', onclick: () => this.file.click() }, say('page.replay.other')))
    }
    document.title = `${say(`${game}.name`)} · ${say('page.replay.title')}`
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event
    if (!this.replay || event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLInputElement) return
    const end = this.replay.frames.length - 1
    if (event.key === 'ArrowLeft') this.show(this.n - 1)
    else if (event.key === 'ArrowRight') this.show(this.n + 1)
    else if (event.key === 'Home') this.show(0)
    else if (event.key === 'End') this.show(end)
    else if (event.key === ' ' && !(target instanceof HTMLButtonElement)) this.play()
    else return
    event.preventDefault()
  }
}
