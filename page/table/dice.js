// What this device keeps of a table's dice, and what it says to the server: first a commitment to a nonce, then, when
// everybody has committed, the nonce. What is told later is compared with what was kept, at every frame that speaks of
// the dice; `docs/dice.md` says what that proves. Nothing here touches the page, so that tests can play the server.
import { sha256 } from './sha256.js'

/** @typedef {import('../net/protocol').Commitment} Commitment */
/**
 * What is kept: the seal; every nonce made here, by seat; what was committed to when a nonce was opened (`null`: that
 * side had added nothing); which seats opened theirs here.
 * @typedef {{ seal: string, made: Record<Seat, string[]>, closed: (string | null)[] | null, opened: Record<Seat, string | null>, at: number }} Kept
 */
/** @typedef {{ type: 'commit', seat: Seat, hash: string } | { type: 'nonce', seat: Seat, nonce: string }} Said */

/** So many tables are kept; the oldest go. */
const MOST = 400
const SEATS = /** @type {Seat[]} */ (['one', 'two'])

/** @param {string | null | undefined} text */
export const bytes = (text) => Uint8Array.from(text?.match(/../g) ?? [], (pair) => parseInt(pair, 16))
/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What a seat publishes before it opens a nonce. @param {string | null} seal @param {Seat} seat @param {string} nonce */
export const commitmentTo = (seal, seat, nonce) =>
  hex(sha256(Uint8Array.from([...new TextEncoder().encode('vis-a-vis nonce'), ...bytes(seal), SEATS.indexOf(seat) + 1, ...bytes(nonce)])))

/** What the device kept of a table. @param {Storage | null} storage @param {string} table @returns {Kept | null} */
export function recall(storage, table) {
  try { return JSON.parse(storage?.getItem(`dice ${table}`) ?? 'null') } catch { return null }
}

/** @param {Storage | null} storage @param {string} table @param {Kept} kept */
function keep(storage, table, kept) {
  try {
    storage?.setItem(`dice ${table}`, JSON.stringify(kept))
    const all = Object.keys(storage ?? {}).filter((key) => key.startsWith('dice '))
    if (all.length <= MOST) return
    const age = (/** @type {string} */ key) => recall(storage, key.slice(5))?.at ?? 0
    for (const key of all.sort((a, b) => age(a) - age(b)).slice(0, all.length - MOST)) storage?.removeItem(key)
  } catch { /* a private window forgets: then only what is in memory is compared */ }
}

export class Dice {
  /** @param {string} table @param {Storage | null} storage @param {() => string} fresh makes a nonce */
  constructor(table, storage, fresh) {
    this.table = table
    this.storage = storage
    this.fresh = fresh
    /** @type {Kept | null} */
    this.kept = recall(storage, table)
    /** @type {string | null} the key of what does not agree with what was kept */
    this.trouble = null
  }

  /**
   * What is to be said to the server now; afterwards `trouble` says whether it told something else before.
   * @param {Commitment} told @param {Seat[]} you @param {boolean} [anew] the table was told whole
   * @returns {Said[]}
   */
  hear(told, you, anew = false) {
    const kept = this.kept ??= { seal: told.hash, made: { one: [], two: [] }, closed: null, opened: { one: null, two: null }, at: Date.now() }
    this.trouble = this.compare(kept, told, you)
    if (this.trouble && this.trouble !== 'page.dice.elsewhere') return []
    /** @type {Said[]} */
    const said = []
    for (const seat of you) {
      const stands = told.nonces[SEATS.indexOf(seat)]
      const own = kept.made[seat].find((nonce) => commitmentTo(kept.seal, seat, nonce) === stands)
      if (told.unrevealed.includes(seat) && own) {
        kept.closed ??= [...told.nonces]
        kept.opened[seat] = own
        said.push({ type: 'nonce', seat, nonce: own })
      } else if (told.wanted.includes(seat) || (anew && stands && !own && told.wanted.length)) {
        if (!kept.made[seat].length) kept.made[seat].push(this.fresh())
        said.push({ type: 'commit', seat, hash: commitmentTo(kept.seal, seat, /** @type {string} */ (kept.made[seat].at(-1))) })
      }
    }
    // Before anything leaves the device, it is kept there.
    if (you.length) keep(this.storage, this.table, kept)
    return said
  }

  /** What does not agree with what was kept. @param {Kept} kept @param {Commitment} told @param {Seat[]} you */
  compare(kept, told, you) {
    if (told.hash !== kept.seal) return 'page.dice.seal'
    if (kept.closed?.some((hash, side) => hash !== told.nonces[side])) return 'page.dice.commitment'
    const passed = you.some((seat) => told.abstained.includes(seat) && kept.made[seat].length)
    if (passed) return 'page.dice.passed'
    const lost = you.some((seat) => told.unrevealed.includes(seat)
      && !kept.made[seat].some((nonce) => commitmentTo(kept.seal, seat, nonce) === told.nonces[SEATS.indexOf(seat)]))
    return lost ? 'page.dice.elsewhere' : null
  }
}

/**
 * Everything in a finished game that is not as the device kept it: the keys of a record's header.
 * @param {Kept} kept @param {Pick<Replay, 'commitment' | 'commitments' | 'nonces'>} replay
 */
export function differences(kept, { commitment, commitments, nonces }) {
  /** @type {string[]} */
  const found = []
  if (kept.seal !== commitment) found.push('commitment')
  SEATS.forEach((seat, side) => {
    const nonce = nonces[side]
    const hash = commitments[side] ?? (nonce ? commitmentTo(commitment, seat, nonce) : null)
    if (kept.closed && kept.closed[side] !== hash) found.push(`commitment.${seat}`)
    if (kept.opened[seat] && kept.opened[seat] !== nonce) found.push(`nonce.${seat}`)
  })
  return found
}

/** What was kept as `visavis verify --kept` and `tools/verify.py --kept` read it. @param {string} table @param {Kept} kept */
export function receipt(table, kept) {
  const lines = [['table', table], ['commitment', kept.seal]]
  SEATS.forEach((seat, side) => { if (kept.closed) lines.push([`commitment.${seat}`, kept.closed[side] ?? 'none']) })
  for (const seat of SEATS) if (kept.opened[seat]) lines.push([`nonce.${seat}`, /** @type {string} */ (kept.opened[seat])])
  return lines.map(([key, value]) => `${key} = ${value}\n`).join('')
}
