// Every page: both languages, both themes, phone size, nothing that axe calls serious, nothing a designer winces at.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { House, asked, move, open, prompt } from './house.mjs'
import { winces } from './winces.mjs'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

/** What axe finds and calls serious or critical. Its script is put in by the debugger, past the page's policy. */
async function serious(page) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

for (const theme of ['light', 'dark']) {
  for (const [lang, phone] of [['en', false], ['fr', true]]) {
    test(`every page, ${theme}, ${lang}, ${phone ? '390' : '1280'} px wide`, async () => {
      const page = await house.guest({ locale: lang, colorScheme: theme, phone })
      const check = async (name) => {
        assert.deepEqual(await serious(page), [], name)
        assert.deepEqual(await winces(page), [], name)
      }
      await page.waitForSelector('.card')
      await check('home')
      await page.click('.card[data-game=squadro] [data-mode=computer]')
      await page.locator('dialog summary').click()
      await check('the dialog that opens a table')
      await page.locator('dialog .plain').click()
      await page.click('.guest')
      await page.waitForSelector('dialog[open]')
      await check('the guest')
      await page.locator('dialog .row.end .plain').click()
      await open(page, { mode: 'screen', options: { first: 'top' } })
      await check('a table')
      await page.click('[data-anchor=left2]')
      await page.waitForSelector('.note .rule')
      await check('a refusal')
      const table = new URL(page.url()).pathname.split('/')[2]
      for (const [path, mark] of [['/rules', '.books'], ['/rules/squadro', '.book-text figure'], ['/watch', 'h1'], ['/replay', '.drop-zone'], [`/replay/${table}`, '.slider'], ['/nowhere', 'h1']]) {
        await page.goto(house.url + path)
        await page.waitForSelector(mark)
        await check(path)
      }
      await page.context().close()
    })
  }
}

test('the language changes without a reload, and is remembered', async () => {
  const page = await house.guest()
  await open(page, { mode: 'screen', options: { first: 'top' } })
  await page.evaluate(() => { window.still = true })
  await page.click('.lang')
  await page.waitForFunction(() => document.documentElement.lang === 'fr' && document.querySelector('.prompt')?.textContent?.startsWith('Haut'))
  assert.ok(await page.evaluate(() => window.still), 'the page was not loaded again')
  assert.match(await page.locator('.actions').innerText(), /Indice/)
  await page.reload()
  await asked(page)
  assert.match(await prompt(page), /^Haut/)
  await page.click('header nav a[href="/rules"]')
  await page.click('.book')
  await page.waitForSelector('.rule .number')
  const french = await page.locator('.book-text h1').innerText()
  await page.click('.lang')
  await page.waitForFunction(() => document.documentElement.lang === 'en' && /turning square/.test(document.querySelector('.book-text')?.textContent ?? ''))
  assert.ok(french)
  await page.context().close()
})

test('the theme is remembered', async () => {
  const page = await house.guest({ colorScheme: 'light' })
  await page.click('.theme')
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
  await page.reload()
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
  await page.context().close()
})

test('on a phone the first touch shows, the second plays', async () => {
  const page = await house.guest({ phone: true })
  await open(page, { mode: 'screen', options: { first: 'top' } })
  const piece = page.locator('[data-anchor=top3]')
  const { width, height } = await piece.boundingBox()
  assert.ok(Math.min(width, height) >= 24, 'a finger finds it')
  await piece.tap()
  await page.waitForSelector('.ghost')
  assert.equal(await page.locator('.moves .move').count(), 0)
  await piece.tap()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  for (let turn = 0; turn < 12; turn++) { await asked(page); await move(page, turn) }
  assert.equal(await page.evaluate(() => innerWidth), 390, 'a long list of moves does not widen the page')
  const board = await page.locator('.board').boundingBox()
  assert.ok(board.width > 370, 'the board fills the width')
  await page.click('.burger')
  await page.click('header nav a[href="/rules"]')
  await page.waitForSelector('.books')
  await page.context().close()
})

test('a screen reader hears events, the question and the position', async () => {
  const page = await house.guest()
  await open(page, { mode: 'screen', options: { first: 'top' } })
  await move(page, 1)
  await asked(page)
  assert.match(await page.locator('[aria-live]').innerText(), /Top moves in lane 2/)
  assert.match(await page.locator('[aria-live]').innerText(), /Left: Which of your pieces/)
  assert.match(await page.locator('#position').innerText(), /lane 2, crossing 3, going out/)
  const label = await page.locator('[data-can]').first().getAttribute('aria-label')
  assert.match(label, /Left, lane 1: start square; it would go to: /)
  await page.context().close()
})

test('a guest chooses a name, exports and erases the own games', async () => {
  const page = await house.guest()
  await page.click('.guest')
  await page.fill('dialog [name=name]', 'Ada')
  await page.click('dialog .primary')
  await page.waitForFunction(() => document.querySelector('.guest')?.textContent?.includes('Ada'))
  await open(page, { level: 'novice' })
  await page.goto(house.url)
  await page.waitForSelector('.lists .table-row')
  await page.click('.guest')
  const download = page.waitForEvent('download')
  await page.click('dialog a[download]')
  assert.match((await download).suggestedFilename(), /jsonl$/)
  await page.click('dialog .row:not(.end) .danger')
  await page.click('dialog.small >> nth=1 >> .danger')
  await page.waitForSelector('.notice.shown')
  assert.match(await page.locator('.notice').innerText(), /Games gone: 1/)
  await page.waitForFunction(() => !document.querySelector('.lists .table-row'))
  await page.context().close()
})

test('a listed table can be watched from the list', async () => {
  const player = await house.guest()
  await open(player, { level: 'novice' })
  const watcher = await house.guest({ path: '/watch' })
  await watcher.click(`.table-row[href="${new URL(player.url()).pathname}"]`)
  await watcher.waitForSelector('.board [data-anchor]')
  assert.equal(await watcher.locator('.typing').isVisible(), false)
  await Promise.all([player, watcher].map((page) => page.context().close()))
})

test('the first paint, from a cold cache', async (t) => {
  const page = await house.guest()
  await page.waitForSelector('.card')
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  t.diagnostic(`first contentful paint after ${Math.round(paint)} ms`)
  assert.ok(paint > 0)
  await page.context().close()
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
