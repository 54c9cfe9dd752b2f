// The page as a whole: addresses to views, the head of the page, language, theme, the guest.
import { fill, h } from './dom.js'
import { api } from './net/api.js'
import { announce, confirmed, notice, trouble } from './notes.js'
import { icon } from './svg/icons.js'
import { mute, sounding } from './sound.js'
import { Table } from './table/table.js'
import { home } from './views/home.js'
import { LessonView, course, courses, lesson } from './views/learn.js'
import { Viewer } from './views/replay.js'
import { books, rules } from './views/rules.js'
import { watch } from './views/watch.js'
import { language, say, speak } from './words.js'

/**
 * What a view gives: its node; how it says everything again in another language (else it is made afresh); what
 * is to be done once it is in the page, and when it is left.
 * @typedef {{ title?: string, node: HTMLElement, render?: () => void, arrived?: () => void, leave?: () => void }} View
 */

const main = /** @type {HTMLElement} */ (document.querySelector('main'))
const head = /** @type {HTMLElement} */ (document.querySelector('body > header'))

/** Gives the focus back to a button of the head that was made afresh. @param {string} button */
function focus(button) {
  const found = head.querySelector(button)
  if (found instanceof HTMLElement) found.focus()
}

class App {
  constructor() {
    /** @type {View | null} */
    this.view = null
    /** @type {Promise<GameCard[]> | null} */
    this.cards = null
    /** @type {import('./net/protocol').Me | null} */
    this.me = null
    this.visit = 0
  }

  /** The games that there are. */
  games() {
    const cards = this.cards ?? api.games()
    this.cards = cards
    cards.catch(() => { this.cards = null })
    return cards
  }

  /** @param {string} path */
  go(path) {
    history.pushState(null, '', path)
    return this.show()
  }

  /** The view of the address. @returns {Promise<View>} */
  async made() {
    const [, place, name, part] = location.pathname.split('/')
    switch (place) {
      case '': return home(this)
      case 'watch': return watch(this)
      case 'rules': return name ? rules(name, this) : books(this)
      case 'learn': return part ? lesson(name, part, this) : name ? course(name) : courses(this)
      case 'table': if (name) return new Table(name, this); break
      case 'replay': {
        const viewer = new Viewer(name ? await api.replay(name) : null, this)
        await viewer.ready
        return viewer
      }
      case 'seat': {
        const { table } = await api.sit(name)
        history.replaceState(null, '', `/table/${table}`)
        return new Table(table, this)
      }
    }
    throw new Error(say('page.error.missing'))
  }

  async show() {
    const visit = ++this.visit
    let view
    try {
      view = await this.made()
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      view = { title: text, node: h('div', { class: 'page' }, h('h1', {}, say('page.sorry')), h('p', {}, text), h('a', { class: 'button', href: '/' }, say('page.to-games'))) }
    }
    if (visit !== this.visit) return view.leave?.()
    this.view?.leave?.()
    this.view = view
    document.body.dataset.view = view instanceof Table || view instanceof LessonView || (view instanceof Viewer && view.replay) ? 'table' : 'page'
    fill(main, view.node)
    if (view.title) document.title = view.title
    this.header()
    if (!location.hash) scrollTo(0, 0)
    view.arrived?.()
    announce(document.title)
  }

  header() {
    const place = location.pathname.split('/')[1]
    const dark = document.documentElement.dataset.theme === 'dark'
    const to = language() === 'fr' ? 'en' : 'fr'
    /** @param {string} href @param {string} label @param {string} name */
    const link = (href, label, name) => h('a', { href, 'aria-current': place === name ? 'page' : null }, label)
    const nav = h('nav', { id: 'nav', 'aria-label': say('page.nav') }, link('/', say('page.games'), ''), link('/learn', say('page.learn'), 'learn'), link('/rules', say('page.rules'), 'rules'), link('/watch', say('page.watch'), 'watch'), link('/replay', say('page.replay.title'), 'replay'))
    const menu = h('button', { class: 'icon-only burger', 'aria-label': say('page.menu'), 'aria-expanded': 'false', 'aria-controls': 'nav', onclick: () => menu.setAttribute('aria-expanded', String(head.classList.toggle('open'))) }, icon('menu'))
    head.classList.remove('open')
    fill(head, menu, h('a', { class: 'brand', href: '/' }, 'Vis-à-vis'), nav, h('div', { class: 'tools' },
      h('button', { class: 'icon-only lang', lang: to, 'aria-label': to === 'fr' ? 'FR, lire en français' : 'EN, read in English', onclick: () => this.speak(to) }, to.toUpperCase()),
      h('button', { class: 'icon-only sound', 'aria-label': say('page.sound'), 'aria-pressed': String(sounding()), onclick: () => this.sound() }, icon(sounding() ? 'sound' : 'silence')),
      h('button', { class: 'icon-only theme', 'aria-label': say(dark ? 'page.light' : 'page.dark'), onclick: () => this.theme(dark ? 'light' : 'dark') }, icon(dark ? 'sun' : 'moon')),
      h('button', { class: 'guest', title: say('page.me'), onclick: () => this.guest() }, icon('person'), h('span', {}, this.me?.name ?? say('page.guest')))))
  }

  /** @param {'en' | 'fr'} lang */
  async speak(lang) {
    try {
      await speak(lang)
    } catch (error) {
      return trouble(error)
    }
    if (this.view?.render) {
      this.view.render()
      this.header()
    } else {
      await this.show()
    }
    focus('.lang')
  }

  /** Mutes, or no longer. */
  sound() {
    mute(sounding())
    this.header()
    focus('.sound')
  }

  /** @param {'light' | 'dark'} theme */
  theme(theme) {
    document.documentElement.dataset.theme = theme
    try { localStorage.setItem('theme', theme) } catch { /* a private window forgets */ }
    this.header()
    focus('.theme')
  }

  /** The guest's name and games. */
  guest() {
    const name = h('input', { name: 'name', maxlength: 24, value: this.me?.name ?? '', autocomplete: 'nickname' })
    const dialog = h('dialog', { class: 'small', 'aria-labelledby': 'me-title', onclose: () => dialog.remove() },
      h('form', { method: 'dialog', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault()
        api.rename(name.value.trim()).then((me) => {
          this.me = me
          this.header()
          dialog.close()
        }, trouble)
      } },
      h('h2', { id: 'me-title' }, say('page.me')),
      h('label', {}, h('span', {}, say('page.me.name')), name),
      h('p', { class: 'hint' }, say('page.me.cookie')),
      h('div', { class: 'row' },
        h('a', { class: 'button', href: '/api/me/export', download: 'vis-a-vis.jsonl' }, icon('download'), say('page.me.export')),
        h('button', { class: 'plain danger', onclick: () => this.erase(dialog) }, say('page.me.erase'))),
      h('div', { class: 'row end' },
        h('button', { class: 'plain', onclick: () => dialog.close() }, say('page.cancel')),
        h('button', { class: 'primary' }, say('page.me.save')))))
    document.body.append(dialog)
    dialog.showModal()
  }

  /** @param {HTMLDialogElement} dialog */
  async erase(dialog) {
    if (!await confirmed(say('page.me.erase.question'), say('page.me.erase'))) return
    try {
      const { tables } = await api.erase()
      this.me = null
      dialog.close()
      notice(say('page.me.erased', { tables }))
      this.go('/')
    } catch (error) {
      trouble(error)
    }
  }
}

export { App }

const app = new App()

/** A click on a link of ours changes the view, not the page. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api/')) return
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  if (link.pathname === location.pathname && link.hash) {
    history.replaceState(null, '', link.href)
    if (app.view?.arrived) app.view.arrived()
    return
  }
  app.go(link.pathname + link.search + link.hash)
})
addEventListener('popstate', () => app.show())

/** A record file that is dropped anywhere is shown. */
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', async (event) => {
  event.preventDefault()
  const file = event.dataTransfer?.files[0]
  if (!file) return
  if (!(app.view instanceof Viewer)) await app.go('/replay')
  if (app.view instanceof Viewer) await app.view.take(file)
})

try {
  await speak(language())
} catch {
  await speak(language() === 'fr' ? 'en' : 'fr')
}
api.me().then((me) => {
  app.me = me
  app.header()
}, () => {})
await app.show()
