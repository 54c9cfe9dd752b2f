// Lessons: every lesson of every game from the first to the last, by keyboard in French and by mouse in English.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { House } from './house.mjs'
import { winces } from './winces.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

/** What the lesson itself would play after these decisions. */
const solution = (page, game, lesson, played) => page.evaluate(async ([path, played]) => {
  const ask = { type: 'hint', key: 'a-hint-of-the-test', seat: 'one' }
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify({ played, ask }), headers: { 'content-type': 'application/json' } })
  return (await answer.json()).tells[0].choice
}, [`/api/learn/${game}/${lesson}`, played])

/** Each guest comes from an address of their own: lessons typed by a machine are faster than the limit of one. */
let addresses = 0
const guest = (options) => house.guest({ extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${++addresses}` }, ...options })

const games = async () => (await (await fetch(`${house.url}/api/games`)).json()).filter(({ id }) => !['race', 'bluff', 'dart'].includes(id))
const lessons = async (game) => (await fetch(`${house.url}/api/learn/${game}`)).json()

test('every lesson of every game, typed, in French, one after the other', async () => {
  for (const { id: game } of await games()) {
    const course = await lessons(game)
    const page = await guest({ path: `/learn/${game}`, locale: 'fr' })
    await page.click('.course .primary')
    for (const [i, { id, title }] of course.entries()) {
      await page.waitForURL(`**/learn/${game}/${id}`)
      await page.getByRole('heading', { name: title.fr, exact: true }).waitFor()
      const played = []
      while (!await page.locator('.verdict').count()) {
        const { text } = await solution(page, game, id, played)
        played.push(text)
        await page.waitForSelector('.answers:not([inert])', { state: 'attached' })
        await page.fill('.typed', text)
        const answered = page.waitForResponse((answer) => answer.url().endsWith(`/learn/${game}/${id}`) && answer.request().postData().includes('"act"'))
        await page.press('.typed', 'Enter')
        const { verdict } = await (await answered).json()
        if (verdict.type !== 'open') await page.waitForSelector(`.verdict.${verdict.type}`)
      }
      assert.equal(await page.locator('.verdict.done').count(), 1, `${game} ${id}: ${played.join(', ')}`)
      if (i + 1 < course.length) await page.keyboard.press('Enter')
    }
    await page.goto(`${house.url}/learn/${game}`)
    await page.waitForSelector('.lessons')
    assert.equal(await page.locator('.lessons .done').count(), course.length, `${game}: what is done is remembered`)
    await page.context().close()
  }
  assert.deepEqual(house.troubles, [])
})

test('a mistake is answered, and one tries again by mouse', async () => {
  const page = await guest({ path: '/learn/squadro/first-move' })
  await page.locator('.board [data-can]').first().click()
  await page.waitForSelector('.verdict.missed')
  assert.match(await page.locator('.verdict').innerText(), /Not quite\. One dot, one square/)
  await page.click('.lesson .primary')
  await page.waitForSelector('.task')
  await page.locator('.board [data-can]').nth(1).click()
  await page.waitForSelector('.verdict.done')
  await page.click('.lesson .primary')
  await page.waitForURL('**/learn/squadro/turning')
  assert.deepEqual(house.troubles, [])
})

test('the whole of a course by mouse, with “Show me”', async () => {
  const course = await lessons('squadro')
  const page = await guest({ path: `/learn/squadro/${course[0].id}` })
  for (const { id } of course) {
    await page.waitForURL(`**/learn/squadro/${id}`)
    await page.waitForSelector('.task')
    const played = []
    while (!await page.locator('.verdict').count()) {
      const { text, from } = await solution(page, 'squadro', id, played)
      played.push(text)
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.request().postData().includes('"act"'))
      await page.locator(`.board [data-anchor="${from}"][data-can]`).click()
      const { verdict } = await (await answered).json()
      if (verdict.type !== 'open') await page.waitForSelector('.verdict')
    }
    await page.click('.lesson .primary')
  }
  await page.waitForSelector('dialog.setup')
  assert.deepEqual(house.troubles, [])
})

test('nothing to wince at, at any size', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
    const page = await guest({ path: '/learn/squadro/jump', viewport })
    await page.waitForSelector('.board > *', { state: 'attached' })
    // The numbers engraved in a board shrink with it where a phone lies.
    if (viewport.height > 400) assert.deepEqual(await winces(page), [], `${viewport.width}`)
    const { height } = await page.locator('.board').boundingBox()
    assert.ok(height >= Math.min(viewport.width, viewport.height) * 0.55, `the board is ${height} px high`)
    await page.context().close()
  }
})

test('an unknown lesson says so', async () => {
  const page = await guest({ path: '/learn/squadro/nothing' })
  await page.locator('.page p', { hasText: 'There is no such lesson.' }).waitFor()
})
