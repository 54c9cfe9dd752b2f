// Home: the games as cards, own unfinished games, tables to watch; and the dialog that opens a table.
import { fill, h } from '../dom.js'
import { api } from '../net/api.js'
import { trouble } from '../notes.js'
import { icon } from '../svg/icons.js'
import { computer } from '../table/seats.js'
import { gameFile, picture } from '../table/stage.js'
import { knows, say, word } from '../words.js'
import { done } from './learn.js'
import { afresh, tableRow } from './watch.js'

/** @typedef {import('../net/protocol').OptionTold} OptionTold */

/** @typedef {'computer' | 'link' | 'screen'} Mode */
/** @type {Mode[]} */
const MODES = ['computer', 'link', 'screen']

/** @param {App} app */
export async function home(app) {
  const cards = h('div', { class: 'cards' })
  const lists = h('div', { class: 'lists' })
  const [games, lobby] = await Promise.all([app.games(), api.lobby()])
  const files = await Promise.all(games.map(({ id }) => gameFile(id)))
  cards.append(...games.flatMap((game, i) => files[i] ? [card(game, /** @type {GameFile} */ (files[i]), app)] : []))
  /** @param {string} title @param {TableCard[]} tables */
  const list = (title, tables) => tables.length > 0 && h('section', {}, h('h2', {}, title), h('ul', { class: 'tables' }, ...tables.map((table) => tableRow(table))))
  /** @param {import('../net/protocol').Lobby} lobby */
  const show = ({ mine, watch, finished }) => fill(lists, list(say('page.home.mine'), mine),
    list(say('page.home.watch'), watch.filter(({ id }) => !mine.some((table) => table.id === id)).slice(0, 5)), list(say('page.home.finished'), finished.slice(0, 5)))
  show(lobby)
  return {
    title: 'Vis-à-vis',
    node: h('div', { class: 'home' }, h('h1', { class: 'hero' }, say('page.home.tagline')), cards, lists),
    // A link may ask for a game to be set up, as the last lesson does.
    arrived: () => {
      const wanted = games.find(({ id }) => id === new URLSearchParams(location.search).get('play'))
      if (!wanted) return
      history.replaceState(null, '', '/')
      setUp(wanted, 'computer', app)
    },
    leave: afresh(show),
  }
}

/** @param {GameCard} game @param {GameFile} file @param {App} app */
function card(game, file, app) {
  const name = say(`${game.id}.name`)
  const open = (/** @type {Mode} */ mode) => () => setUp(game, mode, app)
  return h('article', { class: 'card', 'data-game': game.id },
    h('div', { class: 'face', 'aria-hidden': 'true', onclick: open('computer') }, picture(file, game.picture, say)),
    h('div', { class: 'about' },
      h('h2', {}, name), h('p', {}, say(`${game.id}.tagline`)),
      h('p', { class: 'facts' }, h('span', {}, say('page.length', { length: say(`${game.id}.length`) })), h('span', {}, say('page.luck', { luck: say(`${game.id}.luck`) }))),
      h('div', { class: 'ways' },
        ...MODES.map((mode) => h('button', { class: 'way', 'data-mode': mode, onclick: open(mode) }, icon(mode === 'screen' ? 'people' : mode), say(`page.mode.${mode}`)))),
      h('p', { class: 'facts' }, h('a', { href: `/learn/${game.id}` }, say('page.learn.title', { game: name })), h('a', { href: `/rules/${game.id}` }, say('page.rules.of', { game: name })))))
}

/** One of several, as buttons in a row.
 * @param {string} name @param {string} legend @param {[value: string, label: string][]} values @param {string} chosen */
function choice(name, legend, values, chosen) {
  return h('fieldset', { class: 'choice', 'data-name': name }, h('legend', {}, legend),
    h('div', { class: 'segments' }, ...values.map(([value, label]) =>
      h('label', {}, h('input', { type: 'radio', name, value, checked: value === chosen }), h('span', {}, label)))))
}

/** The dialog that opens a table. @param {GameCard} game @param {Mode} mode @param {App} app */
function setUp(game, mode, app) {
  const seats = choice('seat', say('page.setup.seat'), [['random', say('page.setup.random')], ['one', word(game.id, 'one')], ['two', word(game.id, 'two')]], 'random')
  const levels = choice('level', say('page.setup.level'), game.levels.map((level) => [level, knows(`level.${level}`) ? say(`level.${level}`) : computer(level)]), game.levels.includes('casual') ? 'casual' : game.levels[0])
  const clock = choice('clock', say('page.setup.clock'), [['', say('page.clock.none')], ['5+5', '5 min + 5 s'], ['15+10', '15 min + 10 s'], ['day', say('page.clock.day')]], '')
  const listed = h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'listed' }), h('span', {}, say('page.setup.listed')))
  const title = h('h2', { id: 'setup-title' }, say(`${game.id}.name`))
  const form = h('form', { method: 'dialog' },
    title,
    done(game.id).size === 0 && h('p', { class: 'hint' }, h('a', { href: `/learn/${game.id}`, onclick: () => dialog.close() }, say('page.learn.offer', { game: say(`${game.id}.name`) }))),
    choice('mode', say('page.setup.against'), MODES.map((mode) => [mode, say(`page.mode.${mode}`)]), mode),
    levels, seats, clock, listed,
    game.options.length > 0 && h('details', { class: 'rulings' }, h('summary', {}, say('page.setup.rulings')), ...game.options.map((option) => ruling(game.id, option))),
    h('div', { class: 'row end' },
      h('button', { class: 'plain', onclick: () => dialog.close() }, say('page.cancel')),
      h('button', { class: 'primary', value: 'play' }, say('page.setup.play'))))
  const show = () => {
    const now = new FormData(form).get('mode')
    levels.hidden = now !== 'computer'
    seats.hidden = now === 'screen'
    listed.hidden = now !== 'link'
  }
  form.addEventListener('change', show)
  const dialog = h('dialog', { class: 'setup', 'aria-labelledby': 'setup-title', onclose: () => dialog.remove() }, form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    start(game, new FormData(form), app).then(() => dialog.close(), trouble)
  })
  show()
  document.body.append(dialog)
  dialog.showModal()
}

/** @param {GameCard} game @param {FormData} form @param {App} app */
async function start(game, form, app) {
  const mode = /** @type {Mode} */ (form.get('mode'))
  const options = Object.fromEntries(game.options.map(({ key }) => [key, form.getAll(`option ${key}`).join(' ')]).filter(([key, value]) =>
    value !== game.options.find((option) => option.key === key)?.default))
  const { table, invite } = await api.open({
    game: game.id, mode, options,
    seat: mode === 'screen' ? undefined : /** @type {'one' | 'two' | 'random'} */ (form.get('seat')),
    level: mode === 'computer' ? String(form.get('level')) : undefined,
    listed: mode === 'link' ? form.has('listed') : undefined,
    clock: /** @type {'5+5' | '15+10' | 'day'} */ (form.get('clock')) || undefined,
  })
  if (invite) sessionStorage.setItem(`invite ${table}`, invite.path)
  app.go(`/table/${table}`)
}

/** A variant or ruling with the meaning of what is chosen. @param {string} game @param {OptionTold} option */
function ruling(game, { key, default: usual, rule, values }) {
  const name = `option ${key}`
  const meaning = (/** @type {string} */ value) => {
    const found = [`${game}.option.${key}.${value}`, `${game}.page.word.${value}`].find(knows)
    return found ? say(found) : value
  }
  const number = /^R(\d+)$/.exec(rule)?.[1]
  const label = h('span', {}, say(`${game}.option.${key}`))
  const link = number && h('a', { href: `/rules/${game}#r${number}`, target: '_blank' }, say('page.rule', { number }))
  /** @param {string[]} of @param {string} chosen */
  const select = (of, chosen) => h('select', { name, 'aria-label': say(`${game}.option.${key}`) }, ...of.map((value) => h('option', { value, selected: value === chosen }, meaning(value))))
  if (values.type === 'number') {
    return h('div', { class: 'ruling' }, h('label', {}, label, h('input', { type: 'number', name, min: values.from, max: values.to, step: values.step, value: usual })), link)
  }
  if (values.type === 'several') {
    const words = usual.split(' ')
    return h('div', { class: 'ruling' }, h('p', {}, label), h('div', { class: 'row' }, ...Array.from({ length: values.count }, (_, i) => select(values.of, words[i]))), link)
  }
  return h('div', { class: 'ruling' }, h('label', {}, label, select(values.of, usual)), link)
}
