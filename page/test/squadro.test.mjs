// Whole games of Squadro, by clicking.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import squadro from '../games/squadro.js'
import { House, asked, frames, move, moves, open, prompt } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

/** Plays by clicking until the game is over; every page is asked in turn. */
async function playOut(...pages) {
  for (let turn = 0; turn < 400; turn++) {
    const page = pages.length === 1 ? pages[0] : await Promise.race(pages.map((page) => asked(page).then(() => page)))
    if (await asked(page) === 'over') return
    await move(page, turn)
  }
  assert.fail('the game does not end')
}

test('a whole game against the computer', async () => {
  const page = await house.guest()
  await open(page, { level: 'novice', seat: 'one' })
  assert.match(await page.locator('.seat.other').innerText(), /Computer, novice/)
  await playOut(page)
  assert.match(await prompt(page), /You (won!|lost\.) Four pieces are home\./)
  assert.equal(await page.locator('.primary').count(), 1, 'one primary button: rematch')
  await page.click('text=Rematch')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length < 5)
  // Seats are swapped.
  await page.locator('.seat.own', { hasText: 'Left' }).waitFor()
  await page.context().close()
})

test('a whole game at one screen, with its replay', async (t) => {
  const page = await house.guest()
  await open(page, { mode: 'screen', options: { first: 'left' } })
  assert.match(await prompt(page), /^Left: /)
  await playOut(page)
  assert.match(await prompt(page), /(Top|Left) wins\. Four pieces are home\./)
  const total = await moves(page)

  await page.click('.answers a[href^="/replay/"]')
  await page.waitForSelector('.replay .slider')
  assert.equal(await moves(page), total)
  const here = () => page.locator('.slider').inputValue()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await here(), '1')
  await page.keyboard.press('End')
  assert.match(await prompt(page), /wins/)
  await page.keyboard.press('Home')
  await page.click('[data-tool=play]')
  await page.waitForFunction(() => Number(document.querySelector('.slider').value) >= 2)
  await page.click('[data-tool=play]')

  await page.click('[data-item=share]')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const stranger = await house.guest({ path: new URL(link).pathname })
  await stranger.waitForSelector('.replay .slider')

  const download = page.waitForEvent('download')
  await page.click('text=Download')
  const stream = await (await download).createReadStream()
  let record = ''
  for await (const part of stream) record += part
  assert.match(record, /^game = squadro/m)

  await t.test('a record file is dropped on the page', async () => {
    const drop = (text) => stranger.evaluate((text) => {
      const files = new DataTransfer()
      files.items.add(new File([text], 'game.txt'))
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }))
    }, text)
    await stranger.click('header nav a[href="/replay"]')
    await stranger.waitForSelector('.drop-zone')
    const damaged = record.replace(/^(one|two) \d$/m, '$1 9')
    await drop(damaged)
    await stranger.waitForFunction(() => document.querySelector('.fault')?.textContent)
    assert.match(await stranger.locator('.fault').innerText(), /is no lane/)
    await drop(record)
    await stranger.waitForSelector('.replay .slider')
    assert.equal(await moves(stranger), total)
  })
  await Promise.all([page, stranger].map((page) => page.context().close()))
})

test('a whole game between two browsers, with a spectator', async () => {
  const [one, two] = [await house.guest(), await house.guest()]
  await open(one, { mode: 'link', seat: 'one', options: { first: 'top' } })
  await one.click('text=Copy the invitation')
  const link = await one.locator('.note .link').inputValue()
  assert.match(link, /\/seat\//)
  await two.goto(link)
  await two.waitForURL(/\/table\//, { timeout: 5000 })
  assert.ok(!two.url().includes('/seat/'), 'the seat link leaves the address bar')
  await one.waitForSelector('.seat.other .presence.here')

  const watcher = await house.guest()
  const seen = frames(watcher)
  await watcher.goto(one.url())
  await watcher.waitForSelector('.board [data-anchor]')
  assert.equal(await watcher.locator('[data-can]').count(), 0)
  assert.match(await prompt(watcher), /to move/)
  await one.waitForSelector('.watchers')

  const again = await house.guest({ path: new URL(link).pathname })
  await again.waitForSelector('h1:has-text("Sorry")')

  await playOut(one, two)
  const [first, second] = [await prompt(one), await prompt(two)]
  assert.ok(/You won!/.test(first) !== /You won!/.test(second))
  await watcher.waitForSelector('.answers a[href^="/replay/"]')
  const steps = seen.filter(({ type, moved }) => type === 'step' && moved)
  assert.ok(steps.length > 40)
  const scene = { turn: 0, last: [], me: null, say: (key) => key }
  steps.reduce((view, { moved, position }) => {
    const shown = structuredClone(view)
    for (const event of moved.events) squadro.events[event.event]?.(shown, event)
    delete shown.hop
    assert.deepEqual(squadro.draw(shown, scene), squadro.draw(position.view, scene), `what is played of ${JSON.stringify(moved)} leads to the view`)
    return position.view
  }, seen.find(({ type }) => type === 'snapshot').position.view)
  for (const frame of seen) {
    const position = frame.position
    if (position) assert.ok(['public', 'judge'].includes(position.viewer), 'a spectator sees the public view only')
    if (position) assert.deepEqual(position.asked, [])
  }

  await one.click('text=Rematch')
  await two.click('text=Accept')
  await one.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0)
  await two.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0)
  await one.waitForSelector('.seat.own:has-text("Left")')
  await Promise.all([one, two, watcher, again].map((page) => page.context().close()))
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
