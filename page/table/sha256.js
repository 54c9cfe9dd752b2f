// SHA-256 and HMAC for pages that browsers call insecure, where they compute neither (FIPS 180-4, RFC 2104).

/** The first 32 bits of the fractional parts of the roots of the first `n` primes. @param {number} n @param {number} root */
function fractions(n, root) {
  /** @type {number[]} */
  const found = []
  for (let p = 2; found.length < n; p++) {
    let prime = true
    for (let d = 2; d * d <= p; d++) if (p % d === 0) prime = false
    // Exact: the whole root of p · 2^(32 · root), by bisection.
    if (!prime) continue
    const target = BigInt(p) << BigInt(32 * root)
    let [low, high] = [0n, 1n << 40n]
    while (high - low > 1n) {
      const middle = (low + high) >> 1n
      if (middle ** BigInt(root) <= target) low = middle
      else high = middle
    }
    found.push(Number(low & 0xffffffffn))
  }
  return found
}

const START = fractions(8, 2)
const K = fractions(64, 3)
/** @param {number} x @param {number} n */
const turned = (x, n) => (x >>> n) | (x << (32 - n))

/** @param {Uint8Array} message */
export function sha256(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  const state = [...START]
  const w = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getInt32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]]
      w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + w[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] = (state[i] + x) | 0 })
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((x, i) => digest.setInt32(4 * i, x))
  return new Uint8Array(digest.buffer)
}

/** @param {Uint8Array} key at most 64 bytes @param {Uint8Array} message */
export function hmac(key, message) {
  const padded = (/** @type {number} */ pad) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ pad)
  return sha256(Uint8Array.from([...padded(0x5c), ...sha256(Uint8Array.from([...padded(0x36), ...message]))]))
}
