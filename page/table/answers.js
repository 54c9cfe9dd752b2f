// What can be answered without the board: the answers of the game, offers of the other player, what comes after the end.
import { h } from '../dom.js'
import { api } from '../net/api.js'
import { trouble } from '../notes.js'
import { icon } from '../svg/icons.js'
import { say } from '../words.js'
import { copied } from './bar.js'
import { left } from './clock.js'
import { buttons, numbers } from './prompt.js'
import { nameOf, other } from './seats.js'
import { setups } from './setup.js'
import { keptFile, sealed, verify } from './verify.js'

/** @typedef {import('./table.js').Table} Table */

const OFFERS = /** @type {const} */ (['undo', 'draw', 'rematch'])

/** What can be answered without the board. @param {Table} table @param {Snapshot} state @returns {Child[]} */
export function answers(table, state) {
  for (const off of table.hands.splice(0)) off()
  const { stage } = table
  if (!stage || table.covered) return []
  if (table.past) return [h('button', { class: 'primary', onclick: () => table.present() }, say('page.past.back'))]
  const { turn, asked } = state.position
  const offered = OFFERS.flatMap((what) => offer(table, state, what))
  if (turn.type === 'over') {
    const seat = state.you[0]
    const again = state.can.rematch && !offered.length && state.offers.rematch !== seat
    return [
      ...offered,
      again && table.closed && h('button', { class: 'primary', onclick: () => table.line.wish({ type: 'rematch', seat }) }, icon('again'), say('page.rematch')),
      state.next && !state.you.length && h('a', { class: 'button', href: `/table/${state.next}` }, say('page.next')),
      h('a', { class: 'button', href: `/replay/${state.table.id}` }, icon('play'), say('page.replay')),
      table.closed && h('button', { class: 'plain', 'data-item': 'result', onclick: () => { table.closed = false; table.render() } }, say('page.result')),
      state.moves.some(({ seat }) => !seat) && h('button', { class: 'plain', 'data-item': 'verify', onclick: async () => {
        const [text, kept] = [await verify(state.table.id), keptFile(state.table.id)]
        table.note.show(...sealed(state.table.commitment.hash), h('p', {}, text), kept && h('a', { href: kept, download: `${state.table.id}.kept.txt` }, say('page.verify.save')))
      } }, say('page.verify')),
    ]
  }
  if (table.readings) {
    const cancel = () => { table.readings = null; stage.drop(); table.render() }
    return [...buttons(stage, table.readings), h('button', { class: 'plain', onclick: cancel }, say('page.cancel'))]
  }
  const open = state.seats.findIndex(({ occupant }) => occupant === 'open')
  const placeless = table.choices().filter((choice) => !choice.from && !choice.to)
  const play = (/** @type {string} */ text) => table.act(text)
  const forms = asked.flatMap(({ prompt }) => prompt.controls.map((control) => {
    const form = numbers(stage.game.id, control, play)
    const take = stage.game.controls?.[control.kind]
    if (take) table.hands.push(take(stage, control, play, form))
    return form
  }))
  return [
    ...offered,
    ...setups(table, state, say),
    ...buttons(stage, placeless, asked[0] ? asked[0].auto_in ?? left(state.clocks, asked[0].seat, true) : null),
    drawer(table, forms),
    ...asked.filter(({ choices }) => !stage.game.decides && choices.some(({ text }) => text === 'pass')).map(({ seat, prompt }) => auto(table, state, seat, prompt.word)),
    open >= 0 && state.you.length > 0 && h('button', { class: 'primary', onclick: () => invite(table, open ? 'two' : 'one') }, icon('link'), say('page.invite.copy')),
  ]
}

/** Numbers are a drawer for experts, where hands can do it on the board. @param {Table} table @param {HTMLFormElement[]} forms */
function drawer(table, forms) {
  if (!forms.length) return null
  const drawn = h('details', { class: 'numbers', open: table.expert || !table.stage?.game.controls, ontoggle: () => { table.expert = drawn.open } }, h('summary', {}, say('page.numbers')), ...forms)
  return drawn
}

/** "Pass these windows for me." @param {Table} table @param {Snapshot} state @param {Seat} seat @param {string} kind */
function auto(table, state, seat, kind) {
  const box = h('input', { type: 'checkbox', onchange: () => table.line.wish({ type: 'auto', seat, kind, on: box.checked }) })
  box.checked = state.auto[seat === 'one' ? 0 : 1].includes(kind)
  return h('label', { class: 'auto' }, box, h('span', {}, say('page.auto')))
}

/** What the other offers. @param {Table} table @param {Snapshot} state @param {'undo' | 'draw' | 'rematch'} what */
function offer(table, state, what) {
  const by = state.offers[what]
  if (!by || state.table.mode === 'screen' || !state.you.length) return []
  if (state.you.includes(by)) return [h('p', { class: 'offer' }, say(`page.offered.${what}`))]
  const seat = other(by)
  const answer = (/** @type {boolean} */ yes) => () => table.line.wish({ type: 'answer', seat, what, yes })
  return [
    h('p', { class: 'offer' }, say(`page.offer.${what}`, { name: nameOf(state, by) })),
    h('button', { class: 'primary', onclick: answer(true) }, say('page.accept')),
    h('button', { class: 'plain', onclick: answer(false) }, say('page.decline')),
  ]
}

/** The link for the friend: kept from the opening of the table, or a new one. @param {Table} table @param {Seat} seat */
async function invite(table, seat) {
  try {
    const path = sessionStorage.getItem(`invite ${table.id}`) ?? (await api.link(table.id, seat)).path
    sessionStorage.setItem(`invite ${table.id}`, path)
    const link = location.origin + path
    table.note.show(h('p', {}, h('strong', {}, say('page.invite.link'))), h('input', { class: 'link', readonly: true, value: link, 'aria-label': say('page.invite.link'), onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }))
    await copied(link)
  } catch (error) {
    trouble(error)
  }
}
