// Piggyback, by clicking: a whole game on the small board, and the touches that have more than one meaning.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import piggyback from '../games/piggyback.js'
import { House, asked, frames, moves, open, prompt } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

/** Ends a question that has several answers by button. */
const PREFER = ['take', 'firepower', 'luck', 'roll', 'stop', 'pass']

/** Answers what is asked with one click or two: buttons first, then a spoil, else the group nearest to an enemy attacks or goes ahead. */
async function answer(page) {
  const before = await moves(page)
  await page.evaluate((prefer) => {
    const click = (/** @type {Element} */ element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const button = prefer.map((text) => document.querySelector(`.answers [data-choice=${text}]`)).find(Boolean)
    const pool = document.querySelector('[data-anchor^="pool:"][data-can]')
    const bank = document.querySelector('[data-anchor^="bank:"][data-can]')
    if (pool) click(pool)
    else if (bank) {
      click(bank)
      click(document.querySelector('.space[data-goal]'))
    } else if (button) click(button)
    else {
      // Every group is taken in hand and put back, until one can attack; else the last one that can come nearer does.
      const groups = [...document.querySelectorAll('.space[data-can]')].map((space) => space.dataset.anchor)
      const find = (/** @type {string} */ anchor) => document.querySelector(`.space[data-anchor=${anchor}]`)
      const foes = [...document.querySelectorAll('.space.foe')].map((space) => space.dataset.anchor)
      const far = (a, b) => Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a[1] - b[1]))
      const near = (space) => Math.min(...foes.map((foe) => far(space, foe)))
      const ways = groups.flatMap((from) => {
        click(find(from))
        const goals = [...document.querySelectorAll('.space[data-goal]')].map((goal) => ({ from, to: goal.dataset.anchor }))
        click(find(from))
        return goals
      })
      ways.sort((a, b) => near(a.to) - near(b.to) || near(b.from) - near(a.from))
      click(find(ways[0].from))
      click(find(ways[0].to))
    }
    // A touch with several meanings is asked about: the first will do.
    const reading = document.querySelector('.answers [data-choice*="-"], .answers [data-choice^="keep "]:not([data-choice="keep none"])')
    if (reading) click(reading)
  }, PREFER)
  await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before || document.querySelector('.answers a[href^="/replay/"]'), before)
}

test('a whole game on the small board against the computer, by clicking', async (t) => {
  const page = await house.guest()
  const heard = frames(page)
  await open(page, { game: 'piggyback', seat: 'one', level: 'novice', options: { board: 'quick', first: 'one' } })
  assert.equal(await page.locator('.space').count(), 36)
  assert.equal(await page.locator('.space[data-can]').count(), 6)
  let turns = 0
  while (await asked(page) !== 'over') {
    assert.ok(++turns < 400, 'the game ends')
    await answer(page)
  }
  t.diagnostic(`${turns} answers, ${await moves(page)} steps`)
  assert.match(await prompt(page), /You (won!|lost\.) .+ wins: the other army is gone\.|A draw\./)
  assert.equal(await page.locator('.primary').count(), 1)

  const steps = heard.filter(({ type, moved }) => type === 'step' && moved)
  const kinds = new Set(steps.flatMap(({ moved }) => moved.events.map(({ event }) => event)))
  for (const kind of ['stepped', 'attacked', 'rolled', 'won']) assert.ok(kinds.has(kind), `${kind} was seen`)
  const order = (list) => list.map((item) => JSON.stringify(item)).sort()
  const table = (view) => [order(view.groups.map(({ at, seat, units, pieces }) => [at, seat, units, [...pieces].sort()])), order(view.lying), order(view.bank), order(view.gone), view.lost]
  steps.reduce((view, { moved, position }) => {
    const seen = structuredClone(view)
    for (const event of moved.events) {
      const takes = piggyback.events[event.event]?.(seen, event)
      if (typeof takes === 'object') for (const t of [0, 0.3, 0.6, 1]) takes.frame(seen, t)
    }
    assert.deepEqual(table(seen), table(position.view), `what is played of ${JSON.stringify(moved)} leads to the view`)
    return position.view
  }, heard.find(({ type }) => type === 'snapshot').position.view)
  await page.context().close()
})

test('a fight at one screen: chances on the buttons, the die under the hand, in French too', async () => {
  const page = await house.guest()
  await open(page, { game: 'piggyback', mode: 'screen', options: { board: 'quick', first: 'one' } })
  const go = async (from, to) => {
    const before = await moves(page)
    await page.click(`[data-anchor=${from}]`)
    await page.click(`[data-anchor=${to}]`)
    await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
    await asked(page)
  }
  // Two stacks, so that both sides have decisions at the die.
  for (const [from, to] of [['b1', 'b2'], ['b6', 'b5'], ['a1', 'b2'], ['a6', 'b5'], ['b2', 'b3'], ['b5', 'b4']]) await go(from, to)
  await page.click('[data-tool=bulb]')
  await page.waitForSelector('.note:not([hidden])')
  await page.keyboard.press('Escape')
  await page.click('[data-anchor=b3]')
  await page.hover('[data-anchor=b4]')
  assert.match(await page.locator('.ghost').last().textContent(), /^57 %$/, 'the exact chance of the attack, before the click')
  await page.click('[data-anchor=b4]')
  await page.waitForSelector('[data-choice=stop]')
  assert.match(await prompt(page), /Roll again, or keep your \d\? Rolls left: 1/)
  assert.match(await page.locator('[data-choice=roll]').innerText(), /\d+ %/)
  assert.match(await page.locator('[data-choice=stop]').innerText(), /\d+ %/)
  assert.equal(await page.locator('[data-anchor=die][data-can]').count(), 1)
  assert.match(await page.locator('#position').innerText(), /b3 .*b4/)

  await page.click('[data-tool=more]')
  await page.click('[data-item=bulb]')
  assert.doesNotMatch(await page.locator('.answers').innerText(), /%/, 'the chances can be put away')
  await page.click('.lang')
  await page.waitForFunction(() => /Relancer, ou garder votre \d/.test(document.querySelector('.prompt')?.textContent ?? ''))
  const before = await moves(page)
  await page.click('[data-anchor=die]')
  await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length >= before + 2, before)
  await page.context().close()
})

test('a touch means what it should', () => {
  const view = { lying: [{ at: 'c3', colour: 'mauve' }], groups: [{ at: 'b2', seat: 'one', units: 1, pieces: ['green', 'green'] }] }
  const met = (...choices) => piggyback.choices(choices.map(([text, from, to]) => ({ text, from, to })), view).map(({ text, from, to }) => [text, from, to])
  assert.deepEqual(met(['keep none', null, null], ['keep mauve orange', 'pool:mauve', 'pool:orange'], ['keep green green', 'pool:green', 'pool:green']),
    [['keep none', null, null], ['keep mauve orange', 'pool:mauve', null], ['keep mauve orange', 'pool:orange', null], ['keep green green', 'pool:green', null]], 'each piece of a pair asks for it')
  assert.deepEqual(met(['b2-b3', 'b2', 'b3'], ['boost b2-b3', 'b2', 'b3'], ['boost b2-b2', 'b2', 'b2'], ['boost b2-b4', 'b2', 'b4']),
    [['b2-b3', 'b2', 'b3'], ['boost b2-b4', 'b2', 'b4']], 'a Boost is not spent for a step, nor by putting a group back')
  assert.deepEqual(met(['b2-c3', 'b2', 'c3'], ['boost b2-c3', 'b2', 'c3']).length, 2, 'but it may be wanted where a piece lies')
  assert.deepEqual(met(['roll', 'die', null]), [['roll', null, null], ['roll', 'die', null]], 'the die and a button')
  assert.deepEqual(met(['place green a4', 'bank:green', 'a4']), [['place green a4', 'bank:green', 'a4'], ['place green a4', null, 'a4']])
})

test('a Boost for what a step does is in the menu', async () => {
  const page = await house.guest()
  await open(page, { game: 'piggyback', mode: 'screen', options: { board: 'quick', first: 'one' } })
  for (const text of ['a1-a2', 'd6-d5', 'a2-a3', 'take', 'd5-d6']) {
    const before = await moves(page)
    await page.fill('.typed', text)
    await page.press('.typed', 'Enter')
    await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
    await asked(page)
  }
  await page.click('[data-tool=more]')
  await page.click('[data-item=more]')
  assert.match(await prompt(page), /^Which one/)
  await page.click('[data-choice="boost a3-b3"]')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 6)
  await asked(page)
  assert.equal(await page.locator('[data-item=more]').count(), 0, 'the other side has none')
  await page.context().close()
})

test('by keyboard and by finger', async () => {
  const page = await house.guest({ phone: true })
  await open(page, { game: 'piggyback', mode: 'screen', options: { board: 'quick', first: 'one' } })
  const [board, tray] = await Promise.all(['[data-anchor=a1]', '[data-anchor="bank:green"]'].map((place) => page.locator(place).boundingBox()))
  assert.ok(tray.y > board.y, 'on a phone the bank lies below the board')
  assert.ok(board.width >= 40, 'a finger finds a space')
  await page.tap('[data-anchor=c1]')
  await page.tap('[data-anchor=c2]')
  assert.equal(await moves(page), 0, 'the first touch shows')
  await page.tap('.board .ghost')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  await asked(page)
  await page.locator('[data-anchor=d6]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-anchor')), 'd5')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await page.context().close()
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
