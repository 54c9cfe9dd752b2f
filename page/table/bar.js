// The buttons of a table, always in the same places, and the menu behind the last of them.
import { copy, h } from '../dom.js'
import { api } from '../net/api.js'
import { confirmed, notice, trouble } from '../notes.js'
import { icon } from '../svg/icons.js'
import { say } from '../words.js'
import { aided } from './aid.js'
import { NAMES, choose, speed } from './pace.js'
import { isShort } from './turns.js'

/** @typedef {import('./table.js').Table} Table */
/** @typedef {Parameters<typeof icon>[0]} Icon */

/** @param {Table} table @param {Snapshot} state @returns {Child[]} */
export function bar(table, { can, position }) {
  const seat = table.seat()
  const back = can.undo_for
  /** @param {Icon} name @param {string} label @param {boolean} possible @param {() => void} action */
  const tool = (name, label, possible, action) => h('button', { class: 'tool', 'data-tool': name, disabled: !possible, onclick: action }, icon(name), h('span', {}, label))
  return [
    tool('bulb', say('page.hint'), can.hint && !table.past && position.turn.type !== 'over', () => { if (seat) table.line.wish({ type: 'hint', seat }) }),
    tool('undo', say(can.undo_asks ? 'page.undo.ask' : 'page.undo'), can.undo && back !== null, () => { if (back) table.line.wish({ type: 'undo', seat: back }) }),
    tool('turn', say('page.turn'), !!table.stage?.game.turns, () => table.turn()),
    h('button', { class: 'tool', 'data-tool': 'more', popovertarget: 'menu' }, icon('more'), h('span', {}, say('page.more'))),
  ]
}

/** @param {Table} table @param {Snapshot} state @returns {Child[]} */
export function menu(table, state) {
  const { can, position, table: { id, game, mode }, you } = state
  const seat = table.seat()
  const rare = table.rare()
  /** @param {Icon} name @param {string} label @param {() => void} action */
  const item = (name, label, action) => h('button', { class: 'item', 'data-item': name, popovertarget: 'menu', popovertargetaction: 'hide', onclick: action }, icon(name), label)
  return [
    can.draw && seat && item('draw', say('page.draw'), () => table.line.wish({ type: 'offer_draw', seat })),
    can.resign && seat && item('flag', say('page.resign'), async () => {
      if (await confirmed(say('page.resign.question'), say('page.resign'))) table.line.wish({ type: 'resign', seat })
    }),
    item('copy', say('page.copy.watch'), () => copied(location.origin + location.pathname)),
    you.length > 0 && mode === 'link' && seat && item('link', say('page.copy.seat'), () => copySeat(id, seat)),
    position.asked.some(({ choices }) => choices.some(({ preview }) => preview?.chance !== undefined)) && item('bulb', say(aided() ? 'page.aid.hide' : 'page.aid.show'), () => table.aid()),
    rare.length > 0 && item('more', say('page.rare'), () => table.ask(rare)),
    table.analysable(state) && item('analyse', say(table.analysis.on ? 'page.analysis.hide' : 'page.analysis.show'), () => table.analyse()),
    item('eye', say('page.describe'), () => table.describe()),
    item('menu', say(isShort() ? 'page.list.words' : 'page.list.short'), () => table.shorten()),
    speeds(),
    h('a', { class: 'item', href: `/rules/${game}` }, icon('book'), say('page.rules.of', { game: say(`${game}.name`) })),
    h('a', { class: 'item', href: `/replay/${id}` }, icon('play'), say('page.replay')),
  ]
}

/** How fast things are shown. */
function speeds() {
  const radios = NAMES.map((name) => {
    const input = h('input', { type: 'radio', name: 'speed', value: name, checked: name === speed(), onchange: () => choose(name) })
    return h('label', {}, input, h('span', {}, say(`page.speed.${name}`)))
  })
  return h('fieldset', { class: 'speeds' }, h('legend', {}, say('page.speed')), ...radios)
}

/** @param {string} text */
export async function copied(text) {
  notice(await copy(text) ? say('page.copied') : text)
}

/** @param {string} table @param {Seat} seat */
function copySeat(table, seat) {
  api.link(table, seat).then(({ path }) => copied(location.origin + path), trouble)
}
