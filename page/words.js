// Every sentence that people read, by key, in the reader's language. Mirrors `table::Words`.

/** @typedef {'en' | 'fr'} Lang */
/** @typedef {Record<string, unknown> | [string, unknown][]} Values */

/** @type {Map<Lang, Record<string, string>>} */
const loaded = new Map()
/** @type {Record<string, string>} */
let sentences = {}
/** @type {Lang} */
let lang = document.documentElement.lang === 'fr' ? 'fr' : 'en'

/** The reader's language. */
export const language = () => lang

/** French signs stay on the line of their word. @param {string} text */
export const bound = (text) => text.replace(/ (?=[;:!?»%])|(?<=«) /g, '\u00a0')

/** Fetches the words of a language, makes it the reader's and remembers it. @param {Lang} wanted */
export async function speak(wanted) {
  if (!loaded.has(wanted)) {
    const answer = await fetch(`/words/${wanted}.json?v=${document.documentElement.dataset.version ?? ''}`)
    if (!answer.ok) throw new Error(`words: ${answer.status}`)
    loaded.set(wanted, JSON.parse(bound(await answer.text())))
  }
  sentences = loaded.get(wanted) ?? {}
  lang = wanted
  document.documentElement.lang = wanted
  try { localStorage.setItem('lang', wanted) } catch { /* a private window forgets */ }
}

/** Whether there is a sentence of this key. @param {string} key */
export const knows = (key) => key in sentences

/**
 * A sentence with its values. A missing key is said as it is, so that nothing breaks.
 * @param {string} key
 * @param {Values} [values]
 * @param {string} [game] whose words the values are; by default the one that the key begins with
 * @returns {string}
 */
export function say(key, values = {}, game = key.split('.')[0]) {
  const given = new Map(Array.isArray(values) ? values : Object.entries(values))
  // In one pass and by a function: what is put in is plain text, whatever it looks like.
  return (sentences[key] ?? key).replace(/\{([^{}]+)\}/g, (hole, name) => (given.has(name) ? put(game, given.get(name)) : hole))
}

/** One word: `GAME.word.NAME`, else `word.NAME`, else the name itself. @param {string} game @param {string} name */
export const word = (game, name) => sentences[`${game}.word.${name}`] ?? sentences[`word.${name}`] ?? name

/** @param {string} game @param {unknown} value @returns {string} */
function put(game, value) {
  if (Array.isArray(value)) return value.map((item) => put(game, item)).join(', ')
  // A name that data carry in both languages.
  if (value !== null && typeof value === 'object' && lang in value) return String(/** @type {Record<string, unknown>} */ (value)[lang])
  return typeof value === 'string' ? word(game, value) : String(value)
}
