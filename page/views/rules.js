// Rulebooks, with diagrams drawn by the boards themselves.
import { h } from '../dom.js'
import { rulebook } from '../net/api.js'
import { gameFile, picture } from '../table/stage.js'
import { language, say } from '../words.js'
import { inline } from './inline.js'

/** @typedef {import('../net/protocol').BlockTold} BlockTold */

/** Every rulebook. @param {App} app */
export async function books(app) {
  const games = await app.games()
  const rows = await Promise.all(games.map(async ({ id, picture: view }) => {
    const file = await gameFile(id)
    return file && h('li', {}, h('a', { class: 'book', href: `/rules/${id}` }, picture(file, view, say), h('span', {}, h('strong', {}, say(`${id}.name`)), h('span', {}, say(`${id}.tagline`)))))
  }))
  return { title: say('page.rules'), node: h('div', { class: 'page' }, h('h1', {}, say('page.rules')), h('ul', { class: 'books' }, ...rows)) }
}

/** One rulebook. @param {string} game @param {App} _app */
export async function rules(game, _app) {
  const [book, file] = await Promise.all([rulebook(language(), game), gameFile(game)])
  const headings = book.blocks.flatMap((block, i) => (block.block === 'heading' && block.level === 2 ? [{ text: block.text, id: `s${i}` }] : []))
  const text = h('article', { class: 'book-text' }, ...book.blocks.map((block, i) => piece(block, i, file)))
  const contents = h('nav', { class: 'contents', 'aria-label': say('page.rules.contents') }, ...headings.map(({ text, id }) => h('a', { href: `#${id}` }, ...inline(text))))
  return {
    title: `${say(`${game}.name`)} · ${say('page.rules')}`,
    node: h('div', { class: 'rulebook' }, contents, text),
    arrived: () => aim(text),
  }
}

/** Brings the rule that the address names into sight. @param {HTMLElement} text */
function aim(text) {
  for (const old of text.querySelectorAll('.aimed')) old.classList.remove('aimed')
  const target = location.hash && document.getElementById(location.hash.slice(1))
  if (!target) return
  target.classList.add('aimed')
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}

/** @param {BlockTold} block @param {number} i @param {GameFile | null} file */
function piece(block, i, file) {
  switch (block.block) {
    case 'heading': return h(/** @type {'h1' | 'h2' | 'h3'} */ (`h${Math.min(3, block.level)}`), { id: `s${i}` }, ...inline(block.text))
    case 'rule': return h('p', { class: 'rule', id: `r${block.number}`, tabindex: '-1' }, h('a', { class: 'number', href: `#r${block.number}` }, block.number), h('span', {}, ...inline(block.text)))
    case 'paragraph': return h('p', {}, ...inline(block.text))
    case 'list': return h('ul', {}, ...block.items.map((item) => h('li', {}, ...inline(item))))
    case 'table': return h('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': say('page.rules.table') }, h('table', {}, h('thead', {}, row(block.rows[0], 'th')), h('tbody', {}, ...block.rows.slice(1).map((cells) => row(cells, 'td')))))
    case 'diagram': return file && h('figure', {}, picture(file, block.view, say, file.describe(block.view, say)))
  }
}

/** @param {string[]} cells @param {'th' | 'td'} tag */
const row = (cells, tag) => h('tr', {}, ...cells.map((cell) => h(cell ? tag : 'td', cell && tag === 'th' ? { scope: 'col' } : {}, ...inline(cell))))
