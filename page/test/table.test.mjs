// What a table offers: every way to move, to look, to go back and to come back.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { House, asked, frames, move, moves, open, prompt } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

/** A table at one screen, top to move. */
async function screen(options = {}) {
  const page = await house.guest(options)
  await open(page, { mode: 'screen', options: { first: 'top' } })
  return page
}

/** Where a piece stands on the drawing. */
const place = (page, anchor) => page.locator(`[data-anchor=${anchor}]`).getAttribute('transform')

test('what can move glows, and where it would go is shown before the click', async () => {
  const page = await screen()
  assert.equal(await page.locator('[data-can]').count(), 5)
  await page.hover('[data-anchor=top2]')
  assert.equal(await page.locator('.ghost').count(), 1)
  const ghost = await page.locator('.ghost').getAttribute('transform')
  await page.click('[data-anchor=top2]')
  await page.waitForSelector('[data-can][data-anchor=left1]')
  assert.equal(await place(page, 'top2'), ghost, 'it goes where its ghost stood')
  await page.context().close()
})

test('drag, keys and typed notation move too', async () => {
  const page = await screen()
  const from = await page.locator('[data-anchor=top1]').boundingBox()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 90, { steps: 5 })
  await page.mouse.up()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  assert.equal(await asked(page), 'asked')
  await page.keyboard.press('2')
  assert.equal(await page.locator('.ghost').count(), 1)
  await page.keyboard.press('2')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await asked(page)
  await page.fill('.typed', '3')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 3)
  // The word that it is done comes after the position.
  await page.waitForFunction(() => document.querySelector('.typed').value === '')
  await page.context().close()
})

test('what is typed while a move is on its way stays', async () => {
  const page = await house.guest()
  const heard = frames(page)
  await open(page, { mode: 'screen', options: { first: 'top' } })
  await asked(page)
  assert.equal(await moves(page), 0)
  await page.evaluate(() => {
    const field = document.querySelector('.typed')
    field.value = '3'
    field.form.requestSubmit()
    field.value = '4'
  })
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  for (let n = 0; n < 100 && !heard.some(({ type }) => type === 'done'); n++) await page.waitForTimeout(50)
  assert.ok(heard.some(({ type }) => type === 'done'))
  // What was heard here is in the page one turn of its loop later.
  await page.evaluate(() => new Promise((next) => setTimeout(next)))
  assert.equal(await page.inputValue('.typed'), '4')
  await page.context().close()
})

test('by keyboard alone, from the first page', async () => {
  const page = await house.guest()
  const tabTo = async (selector) => {
    for (let i = 0; i < 40; i++) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`the keyboard does not reach ${selector}`)
  }
  await page.waitForSelector('.card')
  await tabTo('.card [data-mode=screen]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await tabTo('dialog .primary')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/table\//)
  await asked(page)
  for (let turn = 0; turn < 4; turn++) {
    await tabTo('[data-anchor][data-can]')
    const before = await page.evaluate(() => document.activeElement?.getAttribute('data-anchor'))
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press(key)
      if (await page.evaluate(() => document.activeElement?.getAttribute('data-anchor')) !== before) break
    }
    assert.notEqual(await page.evaluate(() => document.activeElement?.getAttribute('data-anchor')), before, 'arrows walk')
    const count = await moves(page)
    await page.keyboard.press('Enter')
    await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length > count, count)
    await asked(page)
  }
  await page.context().close()
})

test('why can’t I: the numbered rule, and the way into the rulebook', async () => {
  const page = await screen()
  await page.click('[data-anchor=left3]')
  const note = page.locator('.note')
  await note.locator('.rule').waitFor()
  assert.match(await note.innerText(), /not yours/)
  assert.match(await note.locator('.rule').innerText(), /^3/)
  await note.locator('a').click()
  await page.waitForSelector('#r3.aimed')
  assert.match(page.url(), /\/rules\/squadro#r3$/)
  await page.goBack()
  await page.waitForSelector('[data-can]')
  await page.fill('.typed', 'seven')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.note:not([hidden])')
  assert.match(await note.innerText(), /“seven” is no lane/)
  await page.context().close()
})

test('events are animated in order and can be skipped', async () => {
  const page = await house.guest({ reducedMotion: 'no-preference', speed: 'normal' })
  await page.addInitScript(() => {
    window.slid = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...given) {
      if (this.closest('.board')) window.slid.push(this.dataset.anchor)
      return animate.apply(this, given)
    }
  })
  await page.reload()
  await open(page, { mode: 'screen', options: { first: 'left' } })
  for (const text of ['2', '1', '3', '1']) {
    await asked(page)
    await page.evaluate(() => { window.slid = [] })
    const before = await moves(page)
    await page.fill('.typed', text)
    await page.press('.typed', 'Enter')
    await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
  }
  await asked(page)
  assert.deepEqual(await page.evaluate(() => window.slid), ['top1', 'left2'], 'the jumper first, then who is sent back')

  await page.evaluate(() => { window.slid = [] })
  await page.click('[data-anchor=left4]')
  await page.waitForFunction(() => window.slid.includes('left4'))
  await page.evaluate(() => document.querySelector('.board').dispatchEvent(new MouseEvent('click', { bubbles: true })))
  assert.equal(await page.evaluate(() => document.getAnimations().filter((slide) => slide.effect.target?.closest('.board')).length), 0, 'a click ends the slide')
  assert.equal(await asked(page), 'asked')
  await page.context().close()
})

test('looking back, undo, hint, turning the board, the position in words', async () => {
  const page = await screen()
  for (let turn = 0; turn < 4; turn++) { await asked(page); await move(page, turn) }
  await asked(page)
  await page.click('.move[data-n="1"]')
  await page.waitForSelector('.board.past')
  assert.match(await prompt(page), /Move 1 of 4/)
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.querySelector('.prompt')?.textContent?.includes('Move 0 of 4'))
  await page.click('text=Back to the game')
  await asked(page)
  await page.click('[data-tool=undo]')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 3)
  await asked(page)
  await page.click('[data-tool=bulb]')
  await page.waitForSelector('.note:not([hidden])')
  assert.match(await page.locator('.note').innerText(), /Hint: /)
  assert.ok(await page.locator('.ghost').count() > 0)
  const before = await page.locator('.board > g').getAttribute('transform')
  await page.click('[data-tool=turn]')
  assert.notEqual(await page.locator('.board > g').getAttribute('transform'), before)
  await page.click('[data-tool=more]')
  await page.click('[data-item=eye]')
  assert.match(await page.locator('.note').innerText(), /Top, 0 of 4 home: lane 1/)
  await page.context().close()
})

test('resign asks first', async () => {
  const page = await house.guest()
  await open(page, { level: 'novice', seat: 'one', options: { first: 'top' } })
  const resign = async (answer) => {
    await page.click('[data-tool=more]')
    await page.click('[data-item=flag]')
    await page.click(`dialog [value=${answer}]`)
  }
  await resign('no')
  assert.equal(await asked(page), 'asked')
  await resign('yes')
  await page.waitForSelector('.answers a[href^="/replay/"]')
  assert.equal(await prompt(page), 'You lost. You resigned.')
  await page.context().close()
})

test('online: undo by agreement, a draw declined and a draw accepted', async () => {
  const [one, two] = [await house.guest(), await house.guest()]
  await open(one, { mode: 'link', seat: 'one', options: { first: 'top' } })
  await one.click('text=Copy the invitation')
  await two.goto(await one.locator('.note .link').inputValue())
  await two.waitForURL(/\/table\//)
  await asked(one)
  await move(one)
  await one.click('[data-tool=undo]')
  assert.match(await two.locator('.offer').innerText(), /asks to take back/)
  await two.click('text=Accept')
  await one.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0)
  await asked(one)
  await move(one)
  await asked(two)
  const offer = async (page) => {
    await page.click('[data-tool=more]')
    await page.click('[data-item=draw]')
  }
  await offer(two)
  await one.click('text=Decline')
  await two.waitForSelector('.notice.shown')
  await move(two)
  await asked(one)
  await offer(one)
  await two.click('text=Accept')
  for (const page of [one, two]) await page.waitForFunction(() => document.querySelector('.prompt')?.textContent === 'A draw. Drawn by agreement.')
  await Promise.all([one, two].map((page) => page.context().close()))
})

test('a reload, two tabs, and a kill -9 with restart in mid-game', async () => {
  const page = await house.guest()
  await open(page, { level: 'novice', seat: 'one', options: { first: 'top' } })
  for (let turn = 0; turn < 3; turn++) { await asked(page); await move(page, turn) }
  await asked(page)
  const before = await page.locator('.moves').innerText()
  await page.reload()
  await asked(page)
  assert.equal(await page.locator('.moves').innerText(), before)

  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await asked(tab)
  await move(tab, 1)
  await page.waitForFunction((length) => document.querySelectorAll('.moves .move').length >= length, await moves(tab))
  await asked(page)
  const kept = await page.locator('.moves').innerText()

  await house.kill()
  await page.waitForFunction(() => document.querySelector('.prompt')?.textContent?.includes('Connection lost'))
  await house.start()
  await page.waitForFunction(() => !document.querySelector('.prompt')?.textContent?.includes('Connection lost'), null, { timeout: 20_000 })
  assert.equal(await page.locator('.moves').innerText(), kept)
  await asked(page)
  await move(page, 2)
  await page.context().close()
})

test('secrets at one screen: a cover between, one seat’s cards at a time', async () => {
  const page = await house.guest()
  const heard = frames(page)
  await open(page, { game: 'bluff', mode: 'screen' })
  await page.waitForSelector('.cover')
  assert.match(await page.locator('.cover').innerText(), /Pass the screen to One/)
  assert.equal(await page.locator('.card-face').count(), 0)
  let windows = 0
  for (let turn = 0; turn < 8; turn++) {
    await page.waitForFunction(() => document.querySelector('.cover') || (document.querySelector('[data-can], [data-choice]') && !document.querySelector('.answers')?.inert))
    if (await page.locator('.cover').count()) {
      assert.equal(await page.locator('.card-face:visible').count(), 0, 'nothing lies open under the cover')
      await page.waitForFunction(() => !document.querySelector('.card-face'))
      await page.click('.cover .primary')
      await page.waitForFunction(() => !document.querySelector('.cover'))
      await asked(page)
    }
    const before = await moves(page)
    const pass = page.locator('[data-choice=pass]')
    if (await pass.count()) {
      // The first window is passed by hand, from the second on the table does it.
      if (windows++ === 0) await pass.click()
      else await page.click('.auto input')
    } else {
      await page.click('[data-anchor=die]')
    }
    await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
  }
  const views = heard.flatMap((frame) => frame.position?.view ?? [])
  assert.ok(views.some(({ hands }) => hands[0].faces) && views.some(({ hands }) => hands[1].faces), 'both players saw their cards')
  for (const view of views) assert.ok(!(view.hands[0].faces && view.hands[1].faces), 'the browser holds one hand at a time')
  await page.context().close()
})

test('numbers for what cannot be listed, both seats at once', async () => {
  const page = await house.guest()
  await open(page, { game: 'dart', mode: 'screen' })
  for (const seat of ['One', 'Two']) {
    await page.waitForSelector('.cover')
    assert.match(await page.locator('.cover').innerText(), new RegExp(`to ${seat}`))
    await page.click('.cover .primary')
    await page.fill('.control [name=x]', '60')
    await page.fill('.control [name=y]', '20')
    await page.click('.control button')
  }
  await page.waitForSelector('.control[data-kind=flick], .cover')
  if (await page.locator('.cover').count()) await page.click('.cover .primary')
  await page.fill('.control [name=angle]', '99999')
  await page.evaluate(() => { document.querySelector('.control').noValidate = true })
  await page.click('.control button')
  await page.waitForSelector('.note:not([hidden])')
  assert.match(await page.locator('.note').innerText(), /90 degrees/)
  await page.fill('.control [name=angle]', '0')
  await page.fill('.control [name=power]', '500')
  await page.click('.control button')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 4)
  await page.context().close()
})

test('"copy my seat link" brings the seat to another device', async () => {
  const page = await house.guest()
  await open(page, { mode: 'link', seat: 'two', options: { first: 'left' } })
  await page.click('[data-tool=more]')
  await page.click('[data-item=link]')
  await page.waitForSelector('.notice.shown')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const phone = await house.guest({ phone: true, path: new URL(link).pathname })
  await asked(phone)
  assert.match(await phone.locator('.seat.own').innerText(), /Left/)
  await Promise.all([page, phone].map((page) => page.context().close()))
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
