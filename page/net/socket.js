// The line to one table: it comes back by itself, and a wish that was not answered is sent again with the same
// key, so that it has one effect however often it is sent.

/** A wish before it has its key. @typedef {Ask extends infer A ? A extends { key: string } ? Omit<A, 'key'> : never : never} Wish */

const PROTOCOL = 1
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 8000

/** Random hex digits, two a byte. @param {number} n */
export const fresh = (n) => Array.from(crypto.getRandomValues(new Uint8Array(n)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export class Line {
  /**
   * @param {string} table
   * @param {{ told(tell: Tell): void, version(): number | null, state(open: boolean): void }} listener
   */
  constructor(table, listener) {
    this.table = table
    this.listener = listener
    /** @type {Map<string, Ask>} */
    this.waiting = new Map()
    this.pause = FIRST_PAUSE
    this.closed = false
    this.timer = 0
    this.again = () => { if (!this.open && !this.closed) this.connect() }
    addEventListener('online', this.again)
    document.addEventListener('visibilitychange', this.again)
    this.connect()
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN
  }

  connect() {
    clearTimeout(this.timer)
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${this.table}`)
    this.socket = socket
    socket.onopen = () => this.hello()
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data))
    socket.onclose = () => {
      if (this.closed || socket !== this.socket) return
      this.listener.state(false)
      this.timer = window.setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2))
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE)
    }
  }

  /** Says which version is drawn here; the server answers with what was missed. */
  hello() {
    this.put({ type: 'hello', protocol: PROTOCOL, version: this.listener.version() })
    for (const ask of this.waiting.values()) this.put(ask)
  }

  /** @param {Tell} tell */
  hear(tell) {
    if (tell.type === 'snapshot') {
      if (tell.protocol !== PROTOCOL) return this.reload()
      sessionStorage.removeItem('reloaded')
    }
    if (tell.type === 'gone') {
      if (tell.why.word === 'server.protocol') return this.reload()
      if (!tell.again) this.close()
    }
    if (tell.type !== 'gone' && tell.type !== 'busy') {
      this.pause = FIRST_PAUSE
      this.listener.state(true)
    }
    if ((tell.type === 'done' || tell.type === 'refused' || tell.type === 'hint') && tell.key) this.waiting.delete(tell.key)
    if (tell.type === 'busy' && tell.key) {
      const ask = this.waiting.get(tell.key)
      if (ask) setTimeout(() => this.put(ask), 1000)
    }
    this.listener.told(tell)
  }

  /** The server speaks another protocol: a fresh page knows it. */
  reload() {
    this.close()
    if (sessionStorage.getItem('reloaded')) return
    sessionStorage.setItem('reloaded', '1')
    location.reload()
  }

  /** Sends something that needs no answer. @param {Ask} ask */
  put(ask) {
    if (this.open) this.socket?.send(JSON.stringify(ask))
  }

  /** Sends a wish until it is answered. @param {Wish} wish @returns {string} its key */
  wish(wish) {
    const key = fresh(12)
    const ask = /** @type {Ask} */ ({ ...wish, key })
    this.waiting.set(key, ask)
    this.put(ask)
    return key
  }

  close() {
    this.closed = true
    clearTimeout(this.timer)
    removeEventListener('online', this.again)
    document.removeEventListener('visibilitychange', this.again)
    this.socket?.close()
  }
}
