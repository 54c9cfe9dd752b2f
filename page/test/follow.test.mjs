// One can follow what happens: narration, the pause before a reply, the list behind the board, results.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { House, asked, moves, open, prompt } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

const told = (page) => page.locator('.told').innerText()

/** Notes in order what is seen: pieces that begin to slide, lines that the list gets, what is asked. */
async function watched(options = {}) {
  const page = await house.guest({ reducedMotion: 'no-preference', speed: 'normal', ...options })
  await page.addInitScript(() => {
    window.seen = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...given) {
      if (this.closest('.board')) window.seen.push({ what: `slide ${this.dataset.anchor?.replace(/\d/, '')}`, at: performance.now() })
      return animate.apply(this, given)
    }
    let [lines, sentence] = [0, '']
    new MutationObserver(() => {
      const count = document.querySelectorAll('.moves .move').length
      if (count > lines) window.seen.push({ what: `line ${count}`, at: performance.now() })
      lines = count
      const prompt = document.querySelector('.prompt')?.textContent ?? ''
      if (prompt !== sentence && prompt.startsWith('Which of your')) window.seen.push({ what: 'asked', at: performance.now() })
      sentence = prompt
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.reload()
  return page
}

test('own move, a pause, the reply: list and prompt never run ahead of the board', async () => {
  const page = await watched()
  await open(page, { seat: 'one', options: { first: 'top' } })
  await asked(page)
  await page.evaluate(() => { window.seen = [] })
  await page.click('[data-anchor=top3]')
  await page.waitForFunction(() => window.seen.some(({ what }) => what === 'asked'))
  const seen = await page.evaluate(() => window.seen)
  const order = seen.map(({ what }) => what).filter((what, i, all) => what !== all[i - 1])
  assert.deepEqual(order.slice(0, 5), ['slide top', 'line 1', 'slide left', 'line 2', 'asked'])
  const at = (what) => seen.find((one) => one.what === what).at
  assert.ok(at('slide left') - at('line 1') >= 400, 'the own move can be seen before the reply')
  await page.context().close()
})

test('narration names what was done and by whom, always in the same place', async () => {
  const page = await house.guest()
  await open(page, { seat: 'one', options: { first: 'top' } })
  await asked(page)
  const place = await page.locator('.narration').boundingBox()
  const board = await page.locator('.stage').boundingBox()
  assert.ok(place.y >= board.y + board.height, 'under the board')
  await page.click('[data-anchor=top2]')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await asked(page)
  assert.match(await told(page), /^The computer moves in lane [1-5]: crossing \d, going out\./)
  assert.deepEqual(await page.locator('.narration').boundingBox(), place)
  await page.click('.lang')
  await page.waitForFunction(() => /^L’ordinateur avance/.test(document.querySelector('.told')?.textContent ?? ''))
  await page.reload()
  await page.waitForFunction(() => /^L’ordinateur avance/.test(document.querySelector('.told')?.textContent ?? ''))
  await page.context().close()
})

test('a click or Escape skips, and “show that again” replays the last turn at any time', async () => {
  const page = await watched({ speed: 'slow' })
  await open(page, { seat: 'one', options: { first: 'top' } })
  await asked(page)
  await page.click('[data-anchor=top3]')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  await page.keyboard.press('Escape')
  assert.equal(await asked(page), 'asked')
  assert.equal(await moves(page), 2)
  await page.evaluate(() => { window.seen = [] })
  await page.click('[data-tool=again]')
  await page.waitForFunction(() => window.seen.some(({ what }) => what === 'slide left'))
  assert.equal(await asked(page), 'asked')
  assert.ok(!(await page.evaluate(() => window.seen)).some(({ what }) => what.startsWith('line')), 'the list stays')
  await page.reload()
  await asked(page)
  await page.evaluate(() => { window.seen = [] })
  await page.click('[data-tool=again]')
  await page.waitForFunction(() => window.seen.some(({ what }) => what === 'slide left'))
  assert.equal(await asked(page), 'asked')
  await page.context().close()
})

test('speed and notation are remembered on the device', async () => {
  const page = await house.guest()
  await open(page, { seat: 'one', options: { first: 'top' } })
  await asked(page)
  await page.click('[data-tool=more]')
  await page.check('.speeds [value=fast]')
  await page.click('[data-item=menu]')
  await page.click('[data-anchor=top2]')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  assert.equal(await page.locator('.move .text').first().innerText(), '2')
  await page.reload()
  await asked(page)
  assert.equal(await page.locator('.move .text').first().innerText(), '2')
  await page.click('[data-tool=more]')
  assert.ok(await page.isChecked('.speeds [value=fast]'))
  await page.click('[data-item=menu]')
  assert.equal(await page.locator('.move .text').first().innerText(), 'Lane 2')
  await page.context().close()
})

test('the list has one entry a turn, its steps one click deeper, and no raw chance', async () => {
  const page = await house.guest()
  await open(page, { game: 'backgammon-wars', mode: 'screen', options: { variant: 'classic' } })
  for (let turn = 0; turn < 12 && await page.locator('.move-turn').count() < 3; turn++) {
    await asked(page)
    const before = await moves(page)
    const choice = page.locator('.answers [data-choice]').first()
    await (await choice.count() ? choice : page.locator('.board [data-can]').first()).click()
    await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before || document.querySelectorAll('.answers [data-choice]').length > 1, before)
  }
  const text = await page.locator('.moves').evaluate((list) => list.textContent)
  assert.doesNotMatch(text, /@/)
  assert.match(await page.locator('.move-turn .text').first().innerText(), /^\d-\d(: |$)/)
  const steps = page.locator('.moves > li').filter({ has: page.locator('.steps') }).first()
  assert.ok(!await steps.locator('.move').first().isVisible())
  await steps.locator('.steps').click()
  assert.ok(await steps.locator('.move').first().isVisible())
  assert.equal(await page.locator('.seal').count(), 0, 'the seal is where the dice are verified')
  await page.context().close()
})

test('the end is a result card: who won and how, the count, what next; Escape shows the board', async () => {
  const [one, two] = [await house.guest(), await house.guest()]
  await open(one, { mode: 'link', seat: 'one', options: { first: 'top' } })
  await one.click('text=Copy the invitation')
  await two.goto(await one.locator('.note .link').inputValue())
  await two.waitForURL(/\/table\//)
  await asked(one)
  await one.click('[data-tool=more]')
  await one.click('[data-item=flag]')
  await one.click('dialog [value=yes]')
  await two.waitForSelector('.result')
  assert.equal(await two.locator('.result h2').innerText(), 'You won!')
  assert.match(await two.locator('.result').innerText(), /They resigned\./)
  assert.match(await two.locator('.tally').innerText(), /Pieces home\s+0\s+0/)
  for (const item of ['rematch', 'review', 'replay', 'share']) assert.equal(await two.locator(`.result [data-item=${item}]`).count(), 1, item)
  assert.equal(await prompt(one), 'You lost. You resigned.')
  assert.equal(await two.locator('.primary:visible').count(), 1)
  await two.keyboard.press('Escape')
  await two.waitForSelector('.result', { state: 'detached' })
  await two.click('[data-item=result]')
  await two.click('.result [data-item=rematch]')
  await one.click('text=Accept')
  await one.waitForFunction((old) => !location.pathname.endsWith(old), (await one.url()).split('/').at(-1))
  await Promise.all([one, two].map((page) => page.context().close()))
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
