// Whole games of Backgammon Wars, by clicking.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import game from '../games/backgammon-wars.js'
import { House, asked, frames, moves, prompt } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

const CARDS = ['abjuration', 'aimed', 'caltrops', 'conjuration', 'divination', 'duplication', 'escort', 'evocation', 'manifestation', 'parry', 'poison1', 'poison3', 'poison5',
  'potion1', 'potion3', 'potion5', 'reincarnation', 'sabotage', 'shove', 'spymaster', 'strafing', 'thief', 'thrust', 'transmutation']

/** Opens a table with a variant and an hour of dusk. */
async function openTable(page, setup, { variant, dusk } = {}) {
  await page.click(`.card[data-game=backgammon-wars] [data-mode=${setup.mode}]`)
  const dialog = page.locator('dialog.setup')
  await dialog.locator(`[name=seat][value=${setup.seat}]`).check()
  if (setup.mode === 'computer') await dialog.locator('[name=level][value=novice]').check()
  await dialog.locator('summary').click()
  if (variant) await dialog.locator('[name="option variant"]').selectOption(variant)
  if (dusk) await dialog.locator('[name="option dusk"]').fill(String(dusk))
  await dialog.locator('.primary').click()
  await page.waitForURL(/\/table\//)
  await page.waitForSelector('.board [data-anchor]')
}

/** One decision by clicking: a card now and then, else a point, else a button. Says what was clicked first. */
const decide = (page, wantsCard) => page.evaluate((wantsCard) => {
  const click = (node) => node.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'mouse' }))
  const buttons = () => [...document.querySelectorAll('.answers [data-choice]')]
  const card = wantsCard && document.querySelector('.tarot[data-can]')
  // The rearmost of One: a race ends sooner than a siege.
  const point = [...document.querySelectorAll('.point[data-can]')].at(-1)
  const button = buttons().find(({ dataset }) => /^(roll|double|pass|keep)/.test(dataset.choice)) ?? buttons()[0]
  const first = card || (wantsCard ? null : point) || button || point || document.querySelector('.tarot[data-can]')
  if (!first) return null
  const name = first.dataset.anchor ?? first.dataset.choice
  click(first)
  const goal = document.querySelector('.board [data-goal]')
  if (goal) click(goal)
  if (first !== button && document.querySelector('.answers .plain:not([data-choice])')) click(buttons()[0])
  return name
}, wantsCard)

/** Plays by clicking until the game is over. */
async function playOut(pages, cards, most = 900) {
  const clicked = []
  const turn = async (page) => {
    while (clicked.length < most) {
      if (await asked(page) === 'over') return
      const before = await moves(page)
      clicked.push(await decide(page, cards && clicked.length % 5 === 0))
      await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before || document.querySelector('.answers a[href^="/replay/"]'), before)
    }
    assert.fail('the game does not end')
  }
  await Promise.all(pages.map(turn))
  return clicked
}

/** What the events make of one view is the next view, unit by unit. */
function playedLeadsToViews(heard) {
  const stand = (view) => {
    const all = game.draw(view, { turn: 0, last: [], me: null, say: (key) => key }).filter((shape) => shape?.[1]?.class === 'unit' || shape?.[1]?.class === 'token')
    return all.map(([, { at, key }]) => `${key.replace(/\d+$/, '')} ${at.join(' ')}`).sort()
  }
  const steps = heard.filter(({ type, moved }) => type === 'step' && moved)
  assert.ok(steps.length > 20)
  let view = heard.find(({ type }) => type === 'snapshot').position.view
  for (const { moved, position } of steps) {
    const shown = structuredClone(view)
    for (const event of moved.events) game.events[event.event]?.(shown, event)
    assert.deepEqual(stand(shown), stand(position.view), `what is played of ${JSON.stringify(moved)} leads to the view`)
    view = position.view
  }
}

// The computer answers at its own pace, so the games are played side by side.
describe('by clicking', { concurrency: true }, () => {
  test('a whole classic game against the computer', async () => {
    const page = await house.guest()
    page.setDefaultTimeout(30_000)
    await openTable(page, { mode: 'computer', seat: 'one' }, { variant: 'classic' })
    assert.equal(await page.locator('.tarot, .card-back').count(), 0, 'no cards in classic')
    const clicked = await playOut([page], false)
    assert.ok(clicked.some((what) => /^p\d/.test(what)), 'a click on a point plays the obvious die')
    assert.match(await prompt(page), /You (won!|lost\.) Fifteen units are off\./)
    await page.context().close()
  })

  test('a fantasy game until dusk against the computer', async () => {
    const page = await house.guest()
    const heard = frames(page)
    await openTable(page, { mode: 'computer', seat: 'two' }, { dusk: 12 })
    // The computer may have begun, and played a card by now.
    await asked(page)
    const [hand] = heard.findLast(({ position }) => position).position.view.hands
    assert.ok(hand.size > 0)
    assert.equal(await page.locator('.card-back').count(), hand.size - hand.shown.length + 1, 'a back for each card of theirs, and the draw pile')
    await playOut([page], true)
    assert.match(await prompt(page), /Dusk has fallen/)
    playedLeadsToViews(heard)
    await page.context().close()
  })

  test('between two browsers no frame to one side holds a card of the other', async () => {
    const [one, two] = [await house.guest(), await house.guest()]
    await openTable(one, { mode: 'link', seat: 'one' }, { dusk: 4 })
    await one.click('text=Copy the invitation')
    const link = await one.locator('.note .link').inputValue()
    const seen = { one: frames(one), two: frames(two) }
    await one.reload()
    await two.goto(link)
    await one.waitForSelector('.seat.other .presence.here')
    await playOut([one, two], true)
    const [first, second] = [await prompt(one), await prompt(two)]
    assert.match(first, /Dusk has fallen/)
    assert.ok(/drawn|draw/i.test(first) || /You won!/.test(first) !== /You won!/.test(second))
    for (const [seat, heard] of Object.entries(seen)) {
      const theirs = seat === 'one' ? 1 : 0
      const other = ['one', 'two'][theirs]
      let held = 0
      for (const frame of heard) {
        const text = JSON.stringify(frame)
        if (frame.position?.viewer === 'judge') continue
        if (frame.position) {
          const { view, viewer, asked } = frame.position
          assert.equal(viewer, seat)
          assert.deepEqual(view.hands[theirs].cards, view.hands[theirs].shown, 'of their hand what everybody knows')
          assert.ok(asked.every((question) => question.seat === seat))
          held = Math.max(held, view.hands[theirs].size)
          // A card that is named anywhere is known to all, or to this side.
          const open = new Set([...view.hands[1 - theirs].cards, ...view.hands[theirs].shown, ...view.discards, ...view.spent, view.table?.card])
          const named = JSON.stringify({ ...frame, moves: undefined, moved: undefined })
          for (const card of CARDS) if (!open.has(card)) assert.doesNotMatch(named, new RegExp(`"${card}"(?!:)|card:${card}|play ${card}`))
        }
        for (const { event, seat: by, card } of frame.moved?.events ?? []) if (by === other && ['dealt', 'drew'].includes(event)) assert.equal(card, 'hidden')
        assert.ok(frame.type !== 'refused', text)
      }
      assert.ok(held >= 2, 'there was something to hide')
    }
    await Promise.all([one, two].map((page) => page.context().close()))
  })

  test('dice are swapped by a touch, and a phone shows before it plays', async () => {
    const page = await house.guest({ phone: true })
    await openTable(page, { mode: 'computer', seat: 'one' }, { variant: 'classic' })
    await asked(page)
    const dice = () => page.locator('.die').evaluateAll((all) => all.sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x).map(({ dataset }) => dataset.anchor))
    const order = await dice()
    if (await page.locator('.die[data-free]').count()) {
      await page.locator('.die').first().tap()
      assert.deepEqual(await dice(), order.reverse(), 'the other die leads')
    }
    const count = await moves(page)
    const point = page.locator('.point[data-can]').first()
    const anchor = await point.getAttribute('data-anchor')
    const box = await point.boundingBox()
    const base = (n) => n <= 12 ? box.y + box.height - 20 : box.y + 20
    const tap = () => page.touchscreen.tap(box.x + box.width / 2, anchor === 'wall' ? box.y + box.height / 2 : base(Number(anchor.slice(1))))
    await tap()
    assert.equal(await moves(page), count, 'the first touch shows')
    assert.ok(await page.locator('.ghost').count() > 0)
    await tap()
    await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length > count, count)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await page.context().close()
  })
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
