// Sounds: events are heard, the mute button silences them and is remembered, phones begin silent.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { House, asked, move, open } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

/** Counts what is rung, by pitch; noise is 0. */
const listen = () => {
  window.rung = []
  const { start } = AudioScheduledSourceNode.prototype
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.rung.push(Math.round(this.frequency?.value ?? 0))
    return start.apply(this, when)
  }
}
const rung = (page) => page.evaluate(() => window.rung.splice(0))

test('moves and one’s turn are heard until they are muted, and the mute is remembered', async () => {
  const page = await house.guest()
  await page.addInitScript(listen)
  await page.reload()
  await open(page, { level: 'novice' })
  await asked(page)
  assert.equal(await page.locator('.sound').getAttribute('aria-pressed'), 'true')
  await move(page)
  await page.waitForFunction(() => window.rung.includes(190), null, { message: 'a tap' })
  await page.waitForFunction(() => window.rung.includes(660), null, { message: 'your turn' })
  await asked(page)

  await page.click('.sound')
  assert.equal(await page.locator('.sound').getAttribute('aria-pressed'), 'false')
  await rung(page)
  await move(page)
  await asked(page)
  assert.deepEqual(await rung(page), [])

  await page.reload()
  await asked(page)
  assert.equal(await page.locator('.sound').getAttribute('aria-pressed'), 'false')
  await move(page, 1)
  await asked(page)
  assert.deepEqual(await rung(page), [], 'still muted')

  await page.click('.sound')
  await move(page, 2)
  await page.waitForFunction(() => window.rung.includes(190))
  await page.context().close()
})

test('a phone is silent until somebody wants sounds', async () => {
  const page = await house.guest({ phone: true })
  await page.addInitScript(listen)
  await page.reload()
  await open(page, { level: 'novice' })
  assert.equal(await page.locator('.sound').getAttribute('aria-pressed'), 'false')
  await page.tap('.sound')
  assert.equal(await page.locator('.sound').getAttribute('aria-pressed'), 'true')
  await page.context().close()
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
