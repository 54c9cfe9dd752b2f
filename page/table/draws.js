// Draws a finished game's dice again and says what that proves: keys of sentences with their values, for `verify.js`.
import { bytes, commitmentTo, differences, hex } from './dice.js'
import { hmac, sha256 } from './sha256.js'

/** @typedef {[key: string, values: Record<string, unknown>]} Finding */

/** Draw `n` of a stream, below `total`. @param {Uint8Array} key @param {number} n @param {bigint} total */
function number(key, n, total) {
  const limit = 2n ** 64n - 2n ** 64n % total
  for (let k = 0; ; k++) {
    const place = new DataView(new ArrayBuffer(16))
    place.setBigUint64(0, BigInt(n))
    place.setBigUint64(8, BigInt(k))
    const block = new DataView(hmac(key, new Uint8Array(place.buffer)).buffer)
    for (let i = 0; i < 32; i += 8) if (block.getBigUint64(i) < limit) return block.getBigUint64(i) % total
  }
}

/** The first draw that is wrong. @param {Replay} replay @returns {Finding | null} */
function wrong({ seed, nonces, draws }) {
  const added = nonces.map(bytes).flatMap((nonce) => [nonce.length, ...nonce])
  /** @type {Record<string, number>} */
  const made = {}
  for (const { n, text, stream, weights } of draws) {
    const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
    if (stream === null || !total) return ['page.verify.wrong', { n, text, found: '?' }]
    const key = hmac(bytes(seed), Uint8Array.from([...added, ...new TextEncoder().encode(stream)]))
    made[stream] = (made[stream] ?? 0) + 1
    let left = number(key, made[stream] - 1, BigInt(total))
    const found = weights.find(([, weight]) => (left -= BigInt(weight)) < 0n)?.[0]
    if (found !== text) return ['page.verify.wrong', { n, text, found }]
  }
  return null
}

/** What a side added that it may not have added, or what it adds to the proof. @param {Replay} replay @returns {Finding[]} */
function parts({ commitment, commitments, nonces, draws }) {
  return /** @type {Seat[]} */ (['one', 'two']).flatMap((seat, side) => {
    const [hash, nonce] = [commitments[side], nonces[side]]
    const who = { side: side + 1 }
    if (hash && !nonce) return draws.length ? [['page.verify.thrown', who]] : [['page.verify.withheld', who]]
    if (hash) return commitmentTo(commitment, seat, nonce ?? '') === hash ? [] : [['page.verify.replaced', who]]
    return nonce ? [['page.verify.open', who]] : []
  })
}

/**
 * What is to be said about the dice of a game: what is wrong, or what is proved and what is not.
 * @param {Replay} replay @param {import('./dice.js').Kept | null} kept @returns {Finding[]}
 */
export function findings(replay, kept) {
  const { commitment, seed, draws } = replay
  /** @type {Finding[]} */
  const differ = kept && seed ? differences(kept, replay).map((key) => ['page.verify.differs', { key }]) : []
  if (!seed) return kept && kept.seal !== commitment ? [['page.dice.seal', {}]] : [['page.verify.sealed', { hash: commitment ?? '–' }]]
  if (hex(sha256(bytes(seed))) !== commitment) return [['page.verify.seal', {}], ...differ]
  const fault = wrong(replay)
  if (fault) return [fault, ...differ]
  const added = parts(replay)
  if (differ.length) return [...differ, ...added]
  const bad = added.filter(([key]) => key === 'page.verify.replaced' || key === 'page.verify.thrown')
  if (bad.length) return bad
  const proved = kept?.closed ? 'page.verify.kept' : 'page.verify.alone'
  return [['page.verify.right', { n: draws.length }], ...added, [proved, {}]]
}
