// The dice as a device keeps and compares them: an honest table, a dishonest server, a dishonest last player. No browser.
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Dice, bytes, commitmentTo, hex, receipt, recall } from '../table/dice.js'
import { findings } from '../table/draws.js'
import { hmac, sha256 } from '../table/sha256.js'

/** A storage as browsers have it. */
const store = () => Object.defineProperties({}, {
  getItem: { value(key) { return this[key] ?? null } },
  setItem: { value(key, text) { this[key] = text } },
  removeItem: { value(key) { delete this[key] } },
})

const SEED = '07'.repeat(32)
const sealOf = (seed) => createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')
const [MINE, THEIRS, GROUND] = ['11'.repeat(16), '22'.repeat(16), '99'.repeat(16)]

/** How the dice stand. */
const told = (nonces, { hash = sealOf(SEED), wanted = [], unrevealed = [], abstained = [] } = {}) => ({ hash, seed: null, wanted, nonces, unrevealed, abstained })

/** A finished game with the dice that these give, everything made to agree with itself. */
function replay(seed, one, two) {
  const nonces = [one, two]
  const added = nonces.map(bytes).flatMap((nonce) => [nonce.length, ...nonce])
  const key = createHmac('sha256', Buffer.from(seed, 'hex')).update(Uint8Array.from([...added, ...Buffer.from('dice')])).digest()
  const weights = [1, 2, 3, 4, 5, 6].map((pips) => [`@${pips}`, 1])
  const draws = [0, 1, 2, 3].map((n) => {
    const place = Buffer.alloc(16)
    place.writeBigUInt64BE(BigInt(n))
    const pips = createHmac('sha256', key).update(place).digest().readBigUInt64BE() % 6n
    return { n: n + 1, text: `@${pips + 1n}`, stream: 'dice', weights }
  })
  const commitment = sealOf(seed)
  return { table: 't', commitment, seed, nonces, commitments: ['one', 'two'].map((seat, side) => commitmentTo(commitment, seat, nonces[side])), draws }
}

/** The device of One at a table, up to the reveal. */
function played() {
  const storage = store()
  const dice = new Dice('t', storage, () => MINE)
  const [commit] = dice.hear(told([null, null], { wanted: ['one', 'two'] }), ['one'], true)
  assert.equal(commit.type, 'commit')
  assert.deepEqual(dice.hear(told([commit.hash, null], { wanted: ['two'] }), ['one']), [], 'nothing is opened while Two is missing')
  const both = [commit.hash, commitmentTo(sealOf(SEED), 'two', THEIRS)]
  assert.deepEqual(new Dice('t', storage, () => GROUND).hear(told(both, { unrevealed: ['one', 'two'] }), ['one'], true), [{ type: 'nonce', seat: 'one', nonce: MINE }], 'after a reload too')
  return { storage, both }
}
const keys = (replay, kept) => findings(replay, kept).map(([key, { key: which }]) => which ?? key)

test('the hashes are those of everybody', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const text = Uint8Array.from({ length }, (_, i) => i * 7)
    assert.equal(hex(sha256(text)), createHash('sha256').update(text).digest('hex'))
    assert.equal(hex(hmac(bytes(SEED), text)), createHmac('sha256', Buffer.from(SEED, 'hex')).update(text).digest('hex'))
  }
  assert.equal(commitmentTo(sealOf(SEED), 'one', Buffer.from('sixteen bytes it').toString('hex')), 'f05269e1ecd182961fd4ccfa164006a04904bfa81c8dc2b03bb0dedf0885feb2')
})

test('an honest game is proved to who kept it, and only partly to others', () => {
  const { storage } = played()
  const kept = recall(storage, 't')
  assert.deepEqual(keys(replay(SEED, MINE, THEIRS), kept), ['page.verify.right', 'page.verify.kept'])
  assert.deepEqual(keys(replay(SEED, MINE, THEIRS), null), ['page.verify.right', 'page.verify.alone'])
  const old = { ...replay(SEED, MINE, THEIRS), commitments: [null, null] }
  assert.deepEqual(keys(old, null), ['page.verify.right', 'page.verify.open', 'page.verify.open', 'page.verify.alone'])
  assert.match(receipt('t', kept), /^table = t\ncommitment = [0-9a-f]{64}\ncommitment.one = [0-9a-f]{64}\ncommitment.two = [0-9a-f]{64}\nnonce.one = (11){16}\n$/)
})

test('a server that changes its story between two connections is told so, and hears nothing more', () => {
  const { storage, both } = played()
  const again = (frame) => {
    const dice = new Dice('t', storage, () => GROUND)
    assert.deepEqual(dice.hear(frame, ['one'], true), [])
    return dice.trouble
  }
  assert.equal(again(told(both)), null)
  assert.equal(again(told(both, { hash: sealOf('08'.repeat(32)), wanted: ['one'] })), 'page.dice.seal')
  assert.equal(again(told([both[0], commitmentTo(sealOf(SEED), 'two', GROUND)], { unrevealed: ['one'] })), 'page.dice.commitment')
  assert.equal(again(told([null, both[1]], { abstained: ['one'] })), 'page.dice.commitment')
  const stranger = new Dice('t', store(), () => GROUND)
  assert.deepEqual(stranger.hear(told(both, { unrevealed: ['one'] }), ['one'], true), [])
  assert.equal(stranger.trouble, 'page.dice.elsewhere')
})

test('a replaced nonce, a swapped seed and a ground last nonce are caught', () => {
  const kept = recall(played().storage, 't')
  const honest = replay(SEED, MINE, THEIRS)
  // The commitments stay: the record itself shows it.
  for (const forged of [replay(SEED, GROUND, THEIRS), replay(SEED, MINE, GROUND)]) {
    assert.deepEqual(keys({ ...forged, commitments: honest.commitments }, null), ['page.verify.replaced'])
  }
  assert.equal(keys({ ...replay('08'.repeat(32), MINE, THEIRS), commitment: honest.commitment }, null)[0], 'page.verify.seal')
  assert.deepEqual(keys({ ...honest, nonces: [MINE, null] }, null)[0], 'page.verify.wrong')
  // Everything is made anew after the fact: what the device kept tells.
  assert.deepEqual(keys(replay(SEED, MINE, GROUND), kept), ['commitment.two'])
  assert.deepEqual(keys(replay(SEED, GROUND, THEIRS), kept), ['commitment.one', 'nonce.one'])
  assert.equal(keys(replay('08'.repeat(32), MINE, THEIRS), kept)[0], 'commitment')
})
