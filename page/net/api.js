// Plain requests to the server.
import { say } from '../words.js'

/** A refusal of the server as an error whose message people can read. */
export class Refusal extends Error {
  /** @param {import('./protocol').Trouble} trouble */
  constructor(trouble) {
    super(say(trouble.word, trouble.values))
    this.trouble = trouble
  }
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown, text?: string }} [request] `body` goes as JSON, `text` as it is
 * @returns {Promise<any>}
 */
async function request(path, { method = 'GET', body, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  let answer
  try {
    answer = await fetch(path, { method, headers, body: text ?? (body === undefined ? undefined : JSON.stringify(body)) })
  } catch {
    throw new Error(say('page.error.offline'))
  }
  const type = answer.headers.get('content-type') ?? ''
  const content = type.includes('json') ? await answer.json() : null
  if (answer.ok) return content
  if (content?.word) throw new Refusal(content)
  throw new Error(say(answer.status === 404 ? 'page.error.missing' : 'page.error.server'))
}

/** A secret for a link that outlives a reload. @param {string} token */
function claim(token) {
  const secret = sessionStorage.getItem(token) ?? [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem(token, secret)
  return secret
}

export const api = {
  /** @returns {Promise<GameCard[]>} */
  games: () => request('/api/games'),
  /** @param {string} lang @param {string} game @returns {Promise<Rulebook>} */
  rules: (lang, game) => request(`/api/rules/${lang}/${game}`),
  /** @returns {Promise<import('./protocol').Me>} */
  me: () => request('/api/me'),
  /** @param {string} name @returns {Promise<import('./protocol').Me>} */
  rename: (name) => request('/api/me', { method: 'POST', body: { name } }),
  /** @returns {Promise<import('./protocol').Erased>} */
  erase: () => request('/api/me', { method: 'DELETE' }),
  /** @returns {Promise<import('./protocol').Lobby>} */
  lobby: () => request('/api/lobby'),
  /** @param {import('./protocol').NewTable} table @returns {Promise<import('./protocol').Opened>} */
  open: (table) => request('/api/tables', { method: 'POST', body: table }),
  /** @param {string} table @param {Seat} seat @returns {Promise<import('./protocol').SeatLink>} */
  link: (table, seat) => request(`/api/tables/${table}/link`, { method: 'POST', body: { seat } }),
  /** A link works once; the same claim may ask again when the answer was lost. @param {string} token @returns {Promise<import('./protocol').Seated>} */
  sit: (token) => request('/api/seat', { method: 'POST', body: { token, claim: claim(token) } }),
  /** @param {string} table @returns {Promise<Replay>} */
  replay: (table) => request(`/api/replay/${table}`),
  /** @param {string} record @returns {Promise<Replay>} */
  view: (record) => request('/api/replay', { method: 'POST', text: record }),
  /** The truth about every position, or about one. @param {string} table @param {number} [n] @returns {Promise<import('./protocol').Review>} */
  review: (table, n) => request(`/api/review/${table}${n === undefined ? '' : `?n=${n}`}`),
  /** @param {string} game @returns {Promise<import('./protocol').LessonCard[]>} */
  lessons: (game) => request(`/api/learn/${game}`),
  /** @param {string} game @param {string} lesson @param {import('./protocol').LessonAsked} asked @returns {Promise<import('./protocol').LessonTold>} */
  lesson: (game, lesson, asked) => request(`/api/learn/${game}/${lesson}`, { method: 'POST', body: asked }),
  /** @param {string} record @returns {Promise<import('./protocol').Review>} */
  reviewOf: (record) => request('/api/review', { method: 'POST', text: record }),
}

/** Rulebooks that were read already. @type {Map<string, Promise<Rulebook>>} */
const books = new Map()

/** A rulebook, fetched once. @param {string} lang @param {string} game */
export function rulebook(lang, game) {
  const name = `${lang} ${game}`
  const book = books.get(name) ?? api.rules(lang, game)
  books.set(name, book)
  book.catch(() => books.delete(name))
  return book
}
