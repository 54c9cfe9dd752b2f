// Lessons: the list of a game's, and one of them on the real board.
import { fill, h } from '../dom.js'
import { api } from '../net/api.js'
import { LessonLine } from '../net/lesson.js'
import { announce } from '../notes.js'
import { icon } from '../svg/icons.js'
import { gameFile, picture } from '../table/stage.js'
import { Table } from '../table/table.js'
import { language, say } from '../words.js'
import { inline } from './inline.js'

/** @typedef {import('../net/protocol').LessonCard} LessonCard */
/** @typedef {import('../net/protocol').LessonVerdict} Verdict */

/** Which lessons of a game are done, on this device. @param {string} game @returns {Set<string>} */
export function done(game) {
  try {
    return new Set(JSON.parse(localStorage.getItem(`lessons ${game}`) ?? '[]'))
  } catch {
    return new Set()
  }
}

/** @param {string} game @param {Set<string>} lessons */
function keep(game, lessons) {
  try { localStorage.setItem(`lessons ${game}`, JSON.stringify([...lessons])) } catch { /* a private window forgets */ }
}

/** Every game that can be learned. @param {App} app */
export async function courses(app) {
  const games = await app.games()
  const rows = await Promise.all(games.map(async ({ id, picture: view }) => {
    const [file, lessons] = await Promise.all([gameFile(id), api.lessons(id)])
    if (!file || !lessons.length) return null
    const made = lessons.filter((lesson) => done(id).has(lesson.id)).length
    return h('li', {}, h('a', { class: 'book', href: `/learn/${id}` }, picture(file, view, say),
      h('span', {}, h('strong', {}, say(`${id}.name`)), h('span', {}, say('page.learn.progress', { done: made, count: lessons.length })))))
  }))
  return { title: say('page.learn'), node: h('div', { class: 'page' }, h('h1', {}, say('page.learn')), h('p', {}, say('page.learn.lead')), h('ul', { class: 'books' }, ...rows)) }
}

/** The lessons of a game. @param {string} game */
export async function course(game) {
  const lessons = await api.lessons(game)
  const name = say(`${game}.name`)
  const made = done(game)
  const next = lessons.findIndex(({ id }) => !made.has(id))
  const first = lessons[Math.max(0, next)]
  const label = next > 0 ? say('page.learn.go-on', { n: next + 1 }) : next < 0 ? say('page.learn.afresh') : say('page.learn.start')
  const rows = lessons.map(({ id, title }, i) => h('li', { class: made.has(id) ? 'done' : null },
    h('a', { href: `/learn/${game}/${id}` }, h('span', { class: 'n' }, i + 1), h('span', {}, title[language()]), made.has(id) && h('span', { class: 'tick', title: say('page.learn.is-done') }, icon('check')))))
  return {
    title: say('page.learn.title', { game: name }),
    node: h('div', { class: 'page course' }, h('h1', {}, say('page.learn.title', { game: name })), h('p', {}, say('page.learn.lead')),
      h('div', { class: 'row' }, h('a', { class: 'button primary', href: `/learn/${game}/${first.id}`, onclick: () => { if (next < 0) keep(game, new Set()) } }, label),
        h('a', { class: 'button', href: `/rules/${game}` }, icon('book'), say('page.rules.of', { game: name }))),
      h('ol', { class: 'lessons' }, ...rows)),
  }
}

/** In a word. @param {Verdict} verdict */
const judgement = ({ type }) => say(`page.learn.verdict.${type}`)

/** One lesson: a table whose line leads to the lesson, and a card that says what to do. */
export class LessonView {
  /** @param {string} game @param {LessonCard[]} lessons @param {number} at @param {App} app */
  constructor(game, lessons, at, app) {
    this.game = game
    this.lessons = lessons
    this.at = at
    this.app = app
    this.lesson = lessons[at]
    /** @type {Verdict} */
    this.verdict = { type: 'open' }
    this.table = new Table(this.lesson.id, app, (listener) => {
      this.line = new LessonLine(game, this.lesson.id, listener, (verdict) => this.judged(verdict))
      return this.line
    })
    // The lesson's own card says how it ended.
    this.table.closed = true
    this.card = h('section', { class: 'lesson' })
    this.node = this.table.node
    this.node.classList.add('learning')
    this.node.append(this.card)
    this.render()
  }

  get title() {
    return `${this.lesson.title[language()]} · ${say(`${this.game}.name`)}`
  }

  leave() {
    this.table.leave()
  }

  /** @param {Verdict} verdict */
  judged(verdict) {
    this.verdict = verdict
    if (verdict.type === 'done') keep(this.game, done(this.game).add(this.lesson.id))
    // What was done is seen before it is judged.
    this.table.queue.end.then(() => {
      this.show()
      if (verdict.type !== 'open') announce(`${judgement(verdict)} ${verdict.say[language()]}`)
    })
  }

  again() {
    this.verdict = { type: 'open' }
    this.line?.again()
    this.show()
  }

  /** Says everything again: after a change of language. */
  render() {
    this.table.render()
    this.show()
  }

  show() {
    const { lesson, lessons, at, game, verdict } = this
    const lang = language()
    const over = verdict.type !== 'open'
    const next = lessons[at + 1]
    const made = done(game)
    const dots = h('ol', { class: 'dots', 'aria-hidden': 'true' }, ...lessons.map(({ id }, i) => h('li', { class: i === at ? 'now' : made.has(id) ? 'done' : null })))
    const answer = verdict.type === 'open' ? null : h('p', { class: `verdict ${verdict.type}` }, h('strong', {}, judgement(verdict)), ' ', ...inline(verdict.say[lang]))
    const tools = []
    if (verdict.type === 'done' && next) tools.push(h('a', { class: 'button primary', href: `/learn/${game}/${next.id}` }, say('page.learn.next')))
    else if (verdict.type === 'done') tools.push(h('a', { class: 'button primary', href: `/?play=${game}` }, say('page.learn.play', { game: say(`${game}.name`) })))
    if (verdict.type === 'missed') tools.push(h('button', { class: 'primary', onclick: () => this.again() }, say('page.learn.again')))
    if (verdict.type === 'open') tools.push(h('button', { class: 'plain', onclick: () => this.line?.wish({ type: 'hint', seat: this.table.seat() ?? 'one' }) }, icon('bulb'), say('page.learn.show')))
    tools.push(h('a', { class: 'button', href: `/learn/${game}` }, say('page.learn.list')))
    const rule = lesson.rules[0]
    fill(this.card, h('p', { class: 'count' }, say('page.learn.of', { n: at + 1, count: lessons.length }), dots),
      h('h2', {}, lesson.title[lang]),
      over ? answer : h('p', { class: 'task' }, ...inline(lesson.text[lang])),
      verdict.type === 'done' && !next && h('p', {}, say('page.learn.all-done')),
      h('div', { class: 'row' }, ...tools),
      h('a', { class: 'rule-link', href: `/rules/${game}#r${rule}`, target: '_blank' }, say('page.learn.rule', { number: rule })))
    const primary = this.card.querySelector('.primary')
    if (over && primary instanceof HTMLElement) primary.focus({ preventScroll: true })
    document.title = this.title
  }
}

/** @param {string} game @param {string} name @param {App} app */
export async function lesson(game, name, app) {
  const lessons = await api.lessons(game)
  const at = lessons.findIndex(({ id }) => id === name)
  if (at < 0) throw new Error(say('server.no-lesson'))
  return new LessonView(game, lessons, at, app)
}
