// A server of our own for each file of tests, and a real browser. Processes are stopped by their ids.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** The program, or the server's example `serve`, which takes the same without words. */
export const BINARY = process.env.VISAVIS ?? join(ROOT, 'target/debug/visavis')
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** A port that nobody listens on. */
const freePort = () => new Promise((done, fail) => {
  const probe = createServer().on('error', fail).listen(0, '127.0.0.1', () => {
    const { port } = probe.address()
    probe.close(() => done(port))
  })
})

export class House {
  /** @param {string[]} more of what `serve` takes */
  static async open(...more) {
    const house = new House()
    house.more = more
    house.data = await mkdtemp(join(tmpdir(), 'visavis-'))
    house.port = await freePort()
    house.url = `http://127.0.0.1:${house.port}`
    await house.start()
    house.browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
    house.troubles = []
    return house
  }

  async start() {
    const [listen, data] = [`127.0.0.1:${this.port}`, this.data]
    const words = BINARY.endsWith('/serve') ? [listen, data] : ['serve', '--listen', listen, '--data', data]
    this.server = spawn(BINARY, [...words, '--toys', '--pace=100', ...this.more], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    this.server.stderr.on('data', (text) => { said += text })
    this.server.on('error', (error) => { said += error.message })
    for (let tries = 0; tries < 200; tries++) {
      if (this.server.exitCode !== null || !this.server.pid) throw new Error(`the server did not start: ${said}`)
      const answer = await fetch(`${this.url}/api/games`).catch(() => null)
      if (answer?.ok) return
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`the server does not answer: ${said}`)
  }

  /** Ends the server at once, without a farewell. */
  async kill() {
    const gone = new Promise((done) => this.server.once('exit', done))
    this.server.kill('SIGKILL')
    await gone
  }

  /** A guest with a browser of their own. Motion is reduced and nothing waits for the eye, unless that is what the test is about. */
  async guest({ path = '/', phone = false, speed = 'now', ...options } = {}) {
    const size = phone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : { viewport: { width: 1280, height: 800 } }
    const context = await this.browser.newContext({ ...size, locale: 'en', reducedMotion: 'reduce', ...options })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.url })
    await context.addInitScript((speed) => { if (!localStorage.getItem('speed')) localStorage.setItem('speed', speed) }, speed)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => this.troubles.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text())) this.troubles.push(message.text())
    })
    await page.goto(this.url + path)
    return page
  }

  async close() {
    await this.browser?.close()
    if (this.server?.exitCode === null) await this.kill()
    await rm(this.data, { recursive: true, force: true })
  }
}

/** Opens a table from the home page by clicking. */
export async function open(page, { game = 'squadro', mode = 'computer', seat = 'one', level = 'novice', options = {} } = {}) {
  await page.click(`.card[data-game=${game}] [data-mode=${mode}]`)
  const dialog = page.locator('dialog.setup')
  if (mode !== 'screen') await dialog.locator(`[name=seat][value=${seat}]`).check()
  if (mode === 'computer') await dialog.locator(`[name=level][value=${level}]`).check()
  if (Object.keys(options).length) await dialog.locator('summary').click()
  for (const [key, value] of Object.entries(options)) await dialog.locator(`[name="option ${key}"]`).selectOption(value)
  await dialog.locator('.primary').click()
  await page.waitForURL(/\/table\//)
  await page.waitForSelector('.board > *', { state: 'attached' })
}

/** How many moves the list holds. */
export const moves = (page) => page.locator('.moves .move').count()

/** Waits until the page asks for a move or the game is over; says which. */
export async function asked(page) {
  const what = await page.waitForFunction(() => {
    if (document.querySelector('.answers a[href^="/replay/"]')) return 'over'
    return document.querySelector('.board [data-can], .answers [data-choice]') && !document.querySelector('.answers')?.inert ? 'asked' : null
  })
  return what.jsonValue()
}

/** Clicks one thing that can move, the `turn`th in a round, and waits for the move list. */
export async function move(page, turn = 0) {
  const before = await moves(page)
  const can = page.locator('.board [data-can]')
  await can.nth(turn % await can.count()).click()
  await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
}

/** The sentence of the prompt. */
export const prompt = (page) => page.locator('.prompt').innerText()

/** Everything the sockets of a page received, parsed. */
export function frames(page) {
  const heard = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(payload))))
  return heard
}
