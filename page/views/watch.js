// Tables that are being played, to look on.
import { fill, h } from '../dom.js'
import { api } from '../net/api.js'
import { computer, mark } from '../table/seats.js'
import { language, say, word } from '../words.js'

/** A table in a list. @param {TableCard} table */
export function tableRow({ id, game, mode, level, names, you, open, outcome, touched }) {
  /** @param {0 | 1} i */
  const name = (i) => {
    const seat = i ? 'two' : 'one'
    if (mode === 'screen') return word(game, seat)
    if (mode === 'computer' && !you.includes(seat) && (you.length || !names[i])) return computer(level)
    if (open.includes(seat)) return say('page.seat.open')
    return names[i] ?? (you.includes(seat) ? say('page.seat.you') : say('page.seat.guest', { side: word(game, seat) }))
  }
  const ended = outcome === 'draw' ? say('page.list.draw') : outcome && say('page.list.won', { name: name(outcome === 'one' ? 0 : 1) })
  return h('li', {}, h('a', { class: 'table-row', href: outcome ? `/replay/${id}` : `/table/${id}` },
    h('strong', {}, say(`${game}.name`)),
    h('span', { class: 'players' }, mark('one'), name(0), h('span', { class: 'versus' }, '–'), mark('two'), name(1)),
    h('span', { class: 'when' }, ended || ago(touched))))
}

/** How long ago, in words. @param {number} seconds since 1970 */
function ago(seconds) {
  const gone = Math.max(0, Date.now() / 1000 - seconds)
  const words = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' })
  if (gone < 60) return words.format(0, 'second')
  if (gone < 3600) return words.format(-Math.round(gone / 60), 'minute')
  if (gone < 86400) return words.format(-Math.round(gone / 3600), 'hour')
  return words.format(-Math.round(gone / 86400), 'day')
}

/** Shows the lists afresh now and then, while somebody looks. @param {(lobby: import('../net/protocol').Lobby) => void} show */
export function afresh(show) {
  let known = ''
  const timer = setInterval(async () => {
    // Not under somebody's keyboard.
    const lobby = document.hidden || document.activeElement?.closest('.tables') ? null : await api.lobby().catch(() => null)
    if (lobby && JSON.stringify(lobby) !== known) show(lobby)
    known = JSON.stringify(lobby)
  }, 5000)
  return () => clearInterval(timer)
}

/** @param {App} _app */
export async function watch(_app) {
  const list = h('div')
  /** @param {import('../net/protocol').Lobby} lobby */
  const show = ({ watch }) => fill(list, watch.length ? h('ul', { class: 'tables' }, ...watch.map((table) => tableRow(table))) : h('p', { class: 'empty' }, say('page.watch.none')))
  show(await api.lobby())
  return { title: say('page.watch'), node: h('div', { class: 'page' }, h('h1', {}, say('page.watch')), list), leave: afresh(show) }
}
