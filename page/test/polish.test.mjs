// Every game on every screen, on a desk and on a phone, by day and by night, in both languages: nothing is cut, nothing
// overflows, nothing is said by its key, nothing is too small to read or to touch.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { BINARY, House, ROOT, open } from './house.mjs'
import { winces } from './winces.mjs'

/** A played game of each, with everything that can lie on its table. */
const GAMES = { squadro: 'left-wins', piggyback: 'every-verb', 'backgammon-wars': 'fantasy', 'to-pieces': 'sun-moon', 'pitch-out': 'seven' }

const WAYS = [['en', 'light'], ['en', 'dark'], ['fr', 'dark'], ['fr', 'light']]

/** @type {House} */
let house
before(async () => { house = await House.open('--engine', `Rival=${BINARY} engine squadro`) })
after(() => house.close())

/** Turns the page to a language and a theme by its own buttons. */
async function turn(page, lang, theme) {
  for (const [button, now, wanted] of [['.lang', 'lang', lang], ['.theme', 'theme', theme]]) {
    const is = () => page.evaluate((now) => (now === 'lang' ? document.documentElement.lang : document.documentElement.dataset.theme), now)
    if (await is() !== wanted) await page.click(button)
    await page.waitForFunction(([now, wanted]) => (now === 'lang' ? document.documentElement.lang : document.documentElement.dataset.theme) === wanted, [now, wanted])
  }
  // A view that is made afresh stands when its first heading does.
  await page.waitForSelector('main h1', { state: 'attached' })
}

/** Looks at what is shown in all four ways. */
async function look(page, name, least) {
  for (const [lang, theme] of WAYS) {
    await turn(page, lang, theme)
    assert.deepEqual(await winces(page, least), [], `${name}, ${lang}, ${theme}`)
  }
}

for (const phone of [false, true]) {
  test(`home, watch and rulebooks, ${phone ? '390' : '1280'} px wide`, async () => {
    const page = await house.guest({ phone })
    /** Goes somewhere without loading the page again. */
    const go = async (path, mark) => {
      await page.evaluate((path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }, path)
      await page.waitForSelector(mark)
    }
    for (const [lang, theme] of WAYS) {
      await go('/', '.card')
      await turn(page, lang, theme)
      assert.deepEqual(await winces(page), [], `home, ${lang}, ${theme}`)
      for (const game of Object.keys(GAMES)) {
        await page.click(`.card[data-game=${game}] [data-mode=computer]`)
        await page.locator('dialog summary').click()
        assert.deepEqual(await page.locator('dialog [name=level]').evaluateAll((found) => found.map(({ value }) => value)), ['novice', 'casual', 'strong', 'expert', 'engine:Rival'])
        assert.deepEqual(await winces(page), [], `the dialog of ${game}, ${lang}, ${theme}`)
        await page.locator('dialog .row.end .plain').click()
      }
      for (const game of Object.keys(GAMES)) {
        await go(`/rules/${game}`, `.book-text .picture.${game}`)
        assert.deepEqual(await winces(page), [], `the rulebook of ${game}, ${lang}, ${theme}`)
      }
      await go('/watch', '.empty, .tables')
      assert.deepEqual(await winces(page), [], `watch, ${lang}, ${theme}`)
    }
    await page.context().close()
  })

  for (const [game, record] of Object.entries(GAMES)) {
    test(`${game}, from the first move to the replay, ${phone ? '390' : '1280'} px wide`, async () => {
      const page = await house.guest({ phone })
      await open(page, { game })
      await page.waitForSelector('.board [data-can], .board [data-free], .answers [data-choice]')
      await look(page, 'a table')
      await page.click('[data-tool=bulb]')
      await page.waitForSelector('.note:not([hidden])')
      assert.match(await page.locator('.note').innerText(), /^Indice.+\n+.+/)
      assert.deepEqual(await winces(page), [], 'a hint')
      await page.keyboard.press('Escape')
      await page.click('[data-tool=more]')
      assert.deepEqual(await winces(page), [], 'the menu')
      await page.click('[data-item=flag]')
      await page.click('dialog .danger')
      await page.waitForSelector('.answers a[href^="/replay/"]')
      await look(page, 'the end', 12)
      await page.click('.answers a[href^="/replay/"]')
      await page.waitForSelector('.slider')
      await look(page, 'its replay', 11)
      await page.goto(`${house.url}/replay`)
      await page.setInputFiles('[type=file]', join(ROOT, `crates/${game}/tests/games/${record}.txt`))
      const slider = page.locator('.slider')
      const last = Number(await slider.getAttribute('max'))
      for (const [i, lang] of ['fr', 'en', 'fr', 'en', 'fr'].entries()) {
        await turn(page, lang, i % 2 ? 'light' : 'dark')
        await slider.fill(String(Math.round((last * (i + 1)) / 5)))
        assert.deepEqual(await winces(page, 11), [], `the record at ${i + 1}/5, ${lang}`)
      }
      await page.context().close()
    })
  }
}

test('what a card does, and what it aims at, can be read on a phone', async () => {
  const page = await house.guest({ phone: true })
  let read = 0
  // Hands are dealt: many tables have a card at once that may be played. One that needs nothing more has no words.
  for (let tables = 0; tables < 40 && read < 3; tables++) {
    await open(page, { game: 'backgammon-wars' })
    await page.waitForSelector('.board [data-can], .board [data-free], .answers [data-choice]')
    if (await page.locator('.tarot[data-can]').count()) {
      await page.locator('.tarot[data-can]').first().click()
      if (await page.locator('.caption').waitFor({ timeout: 1000 }).then(() => true, () => false)) {
        read++
        for (const [lang, theme] of WAYS) {
          await turn(page, lang, theme)
          assert.deepEqual((await winces(page)).filter((wince) => wince.includes(' px: ')), [], `a card, ${lang}`)
        }
      }
    }
    await page.goto(house.url)
    await page.waitForSelector('.card')
  }
  assert.ok(read >= 3)
  await page.context().close()
})

test('a foreign engine is called by its name', async () => {
  const page = await house.guest()
  await page.click('.card[data-game=squadro] [data-mode=computer]')
  assert.equal(await page.locator('dialog [value="engine:Rival"] + span').innerText(), 'Engine Rival')
  await page.locator('dialog [value="engine:Rival"]').check()
  await page.locator('dialog .primary').click()
  await page.waitForSelector('.board [data-can]')
  const seat = page.locator('.seat.other .name')
  assert.equal(await seat.innerText(), 'Engine Rival')
  await page.click('.lang')
  await page.waitForFunction(() => document.querySelector('.seat.other .name')?.textContent === 'Moteur Rival')
  const table = new URL(page.url()).pathname.split('/')[2]
  for (const path of ['/', `/replay/${table}`]) {
    await page.goto(house.url + path)
    await page.waitForSelector('.players, .slider')
    assert.match(await page.locator('main').innerText(), /Moteur Rival/)
  }
  await page.context().close()
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
