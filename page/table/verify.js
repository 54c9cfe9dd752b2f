// Dice that can be checked: every draw of a finished game again, here in the browser, from its opened seed.
// The formula is at the head of `crates/table/src/chance.rs`.
import { h } from '../dom.js'
import { api } from '../net/api.js'
import { say } from '../words.js'

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** @param {string | null} text */
const bytes = (text) => Uint8Array.from(text?.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** @param {BufferSource} key @param {Uint8Array<ArrayBuffer>} message */
async function mac(key, message) {
  const { subtle } = crypto
  return subtle.sign(HMAC, await subtle.importKey('raw', key, HMAC, false, ['sign']), message)
}

/** Draw `n` of a stream, below `total`. @param {ArrayBuffer} key @param {number} n @param {bigint} total */
async function number(key, n, total) {
  const limit = 2n ** 64n - 2n ** 64n % total
  for (let k = 0; ; k++) {
    const place = new DataView(new ArrayBuffer(16))
    place.setBigUint64(0, BigInt(n))
    place.setBigUint64(8, BigInt(k))
    const block = new DataView(await mac(key, new Uint8Array(place.buffer)))
    for (let i = 0; i < 32; i += 8) if (block.getBigUint64(i) < limit) return block.getBigUint64(i) % total
  }
}

/** What is to be said about the dice of a game. @param {Replay} replay @returns {Promise<string>} */
export async function verdict({ commitment, seed, nonces, draws }) {
  if (!seed) return say('page.verify.sealed', { hash: commitment ?? '–' })
  if (!crypto.subtle) return say('page.verify.insecure')
  const secret = bytes(seed)
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', secret)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (hash !== commitment) return say('page.verify.seal')
  const added = nonces.map(bytes).flatMap((nonce) => [nonce.length, ...nonce])
  /** @type {Record<string, number>} */
  const made = {}
  for (const { n, text, stream, weights } of draws) {
    if (stream === null) return say('page.verify.wrong', { n, text, found: '?' })
    const key = await mac(secret, Uint8Array.from([...added, ...new TextEncoder().encode(stream)]))
    made[stream] = (made[stream] ?? 0) + 1
    let left = await number(key, made[stream] - 1, BigInt(weights.reduce((sum, [, weight]) => sum + weight, 0)))
    const found = weights.find(([, weight]) => (left -= BigInt(weight)) < 0n)?.[0]
    if (found !== text) return say('page.verify.wrong', { n, text, found })
  }
  return say('page.verify.right', { n: draws.length })
}

/** The commitment to the dice, where they are verified. @param {string | null} hash */
export const sealed = (hash) => (hash ? [h('p', {}, say('page.verify.seal-was')), h('code', { class: 'seal' }, hash)] : [])

/** The same for a table, or why it cannot be said. @param {string} table */
export const verify = (table) => api.replay(table).then(verdict).catch((error) => String(error.message))
