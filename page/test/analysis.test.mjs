// What each move is worth: at the table where it is allowed, and in the review of a finished game.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { House, asked, move, moves, open } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

const SIGNS = { won: '+', drawn: '=', lost: '−' }

test('moves are marked late in a game, and a finished game is reviewed', async () => {
  const page = await house.guest()
  await open(page, { mode: 'screen', options: { first: 'left' } })
  assert.equal(await page.locator('.worths').count(), 0, 'nobody asked for it')
  await page.click('[data-tool=more]')
  await page.click('[data-item=analyse]')
  await page.locator('p.worths', { hasText: 'Nothing is certain here yet' }).waitFor()

  let marked = 0
  for (let turn = 0; await asked(page) !== 'over'; turn++) {
    assert.ok(turn < 400, 'the game ends')
    if (marked < 2) {
      await page.waitForFunction(() => !document.querySelector('p.worths')?.textContent.includes('Working'))
      const marks = page.locator('.answers .worth')
      if (await marks.count()) {
        marked++
        const told = await marks.evaluateAll((all) => all.map((mark) => ['span', 'b'].map((part) => mark.querySelector(part).innerText.trim())))
        for (const [word, sign] of told) assert.equal(sign, SIGNS[word], 'a sign for every word')
        // By keyboard too. The marks of this position stay until the move is there.
        const before = await moves(page)
        await marks.first().focus()
        await page.keyboard.press('Enter')
        await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
        continue
      }
    }
    await move(page, turn)
  }
  assert.equal(marked, 2, 'exact values came up')

  // A machine that looks at every position is faster than the rate limit of readers: it gathers a few tokens first.
  await page.waitForTimeout(4000)
  await page.click('.answers a[href^="/replay/"]')
  await page.waitForSelector('.replay')
  await page.click('.replay [data-item=review]')
  await page.locator('p.worths', { hasText: 'Moves that gave something away' }).waitFor()
  const slips = await page.locator('.moves .slip').count()
  assert.match(await page.locator('p.worths').last().innerText(), new RegExp(`: ${slips}\\.`))
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.answers .worth').first().waitFor()
  if (slips) {
    await page.locator('.moves .slip').first().click()
    await page.locator('.gave').waitFor()
  }
  assert.deepEqual(house.troubles, [])
  await page.context().close()
})

test('there is no analysis while two people play', async () => {
  const page = await house.guest()
  await open(page, { mode: 'link' })
  await page.click('[data-tool=more]')
  await page.locator('[data-item=eye]').waitFor()
  assert.equal(await page.locator('[data-item=analyse]').count(), 0)
  const status = await page.evaluate(() => fetch(`/api/review/${location.pathname.split('/').pop()}`).then((answer) => answer.status))
  assert.equal(status, 403)
  await page.context().close()
})
