// To Pieces: a whole game against the computer by clicking, one between two browsers that keeps its secrets, set-up by
// dragging, and play by keyboard and by finger.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { House, frames, moves, open, prompt } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

/** Waits until something can be answered, or the game is over. */
async function due(page) {
  const what = await page.waitForFunction(() => {
    if (document.querySelector('.answers a[href^="/replay/"]')) return 'over'
    return document.querySelector('.board [data-can], .board .thing[role=button], .answers [data-choice]') && !document.querySelector('.answers').inert ? 'asked' : null
  })
  return what.jsonValue()
}

/** Answers what is asked with a few clicks: keeps three cards, sets up, attacks who can be attacked, else goes ahead. */
async function answer(page, turn) {
  const before = await moves(page)
  await page.evaluate((turn) => {
    const all = (/** @type {string} */ css) => [...document.querySelectorAll(css)]
    const click = (/** @type {Element | undefined | null} */ element) => element?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const find = (/** @type {string} */ anchor) => document.querySelector(`.board [data-anchor="${anchor}"]`)
    const anchors = (/** @type {string} */ css) => all(css).map((element) => element.dataset.anchor)
    const button = (/** @type {string} */ text) => document.querySelector(`.answers [data-choice^="${text}"]`)
    const quick = button('step') ?? button('claim')
    if (quick) return click(quick)
    const can = anchors('.board [data-anchor][data-can]')
    if (!can.length && all('.board .thing[data-anchor^="card:"][role=button]').length > 3) {
      for (const card of anchors('.board .thing[data-anchor^="card:"]').slice(0, 3)) click(find(card))
      return click(document.querySelector('[data-anchor^="kept:"][data-can]'))
    }
    const goals = () => anchors('.board [data-goal]').filter((anchor) => anchor !== 'do')
    const foes = anchors('.space.foe')
    const far = (a, b) => Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a[1] - b[1]))
    const near = (/** @type {string} */ space) => Math.min(9, ...foes.map((foe) => far(space, foe)))
    const coin = can.find((anchor) => anchor.startsWith('coin:'))
    if (coin && turn % 3 === 0) {
      click(find(coin))
      if (document.querySelector('.do[data-goal]')) return click(document.querySelector('.do[data-goal]'))
      click(find(coin))
    }
    const ways = []
    for (const from of can.slice(turn % can.length).concat(can).slice(0, 5)) {
      click(find(from))
      ways.push(...goals().map((to) => ({ from, to })))
      click(find(from))
      if (ways.some(({ to }) => foes.includes(to))) break
    }
    ways.sort((a, b) => near(a.to) - near(b.to) || near(b.from) - near(a.from))
    if (ways.length) {
      const way = ways[near(ways[0].to) > 1 ? (turn * 7) % Math.min(ways.length, 9) : 0]
      click(find(way.from))
      find(way.to).dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
      if (foes.includes(way.to)) (window.sums ??= []).push(all('.board .line').map((line) => line.textContent).join(' '))
      click(find(way.to))
    } else click(button('pass') ?? button('done') ?? button('swap'))
    // A touch with several meanings is asked about.
    click(button('attack') ?? button('charge') ?? button('shove') ?? button('put'))
  }, turn)
  await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before || document.querySelector('.answers a[href^="/replay/"]'), before)
}

test('a whole game against the computer, by clicking', async (t) => {
  const page = await house.guest()
  const heard = frames(page)
  await open(page, { game: 'to-pieces', seat: 'one', level: 'novice' })
  assert.equal(await page.locator('.space').count(), 64)
  let turns = 0
  while (await due(page) !== 'over') {
    assert.ok(++turns < 200, 'the game ends')
    await answer(page, turns)
  }
  t.diagnostic(`${turns} answers, ${await moves(page)} steps`)
  assert.match(await prompt(page), /You (won!|lost\.)|A draw\./)
  assert.doesNotMatch((await page.locator('.moves .text').allInnerTexts()).join(), /@/, 'chance is told in words')

  const { default: game } = await import('../games/to-pieces.js')
  const steps = heard.filter(({ type, moved }) => type === 'step' && moved)
  const blows = steps.flatMap(({ moved }) => moved.events).filter(({ event, seat }) => event === 'attacked' && seat === 'one').length
  const sums = (await page.evaluate(() => window.sums ?? [])).filter((text) => /\d beside the target.* \d+ against Health \d/.test(text))
  assert.ok(sums.length >= blows, `${blows} attacks, ${sums.length} sums before them`)
  const kinds = new Set(steps.flatMap(({ moved }) => moved.events.map(({ event }) => event)))
  for (const kind of ['marked', 'put', 'token', 'scored']) assert.ok(kinds.has(kind), `${kind} was seen`)
  const table = ({ characters, treasures, obstacles }) => [characters.map(({ space, seat, kind, tokens }) => [space, seat, kind, [...tokens].sort()].join()).sort(), treasures, [...obstacles].sort()]
  steps.reduce((view, { moved, position }) => {
    const seen = structuredClone(view)
    for (const event of moved.events) game.events[event.event]?.(seen, event)
    assert.deepEqual(table(seen), table(position.view), `what is played of ${JSON.stringify(moved)} leads to the view`)
    return position.view
  }, heard.find(({ type }) => type === 'snapshot').position.view)
  await page.context().close()
})

/** What a seat must not learn from a view before the end. */
function secrets(view, other) {
  const side = view.sides[other === 'one' ? 0 : 1]
  return [
    ...['unplaced', 'reserve', 'pile', 'hand', 'aside'].filter((place) => side[place].known), ...('met' in side ? ['met'] : []),
    ...view.characters.filter(({ seat, kind, number }) => seat === other && kind === 'minion' && number).map(({ space }) => space),
  ]
}

test('a whole game between two browsers: no frame holds a secret of the other', async (t) => {
  const one = await house.guest()
  const heard = { one: frames(one), two: [] }
  await open(one, { game: 'to-pieces', mode: 'link', seat: 'one' })
  await one.click('.answers .primary')
  const link = await one.locator('.note .link').inputValue()
  const two = await house.guest()
  heard.two = frames(two)
  await two.goto(link)
  await two.waitForSelector('.board > *')
  for (let turn = 1; ; turn++) {
    assert.ok(turn < 300, 'the game ends')
    const page = await Promise.any([one, two].map((page) => page.waitForFunction(() => !document.querySelector('.answers')?.inert && document.querySelector('.own .to-move, .answers a[href^="/replay/"]')).then(() => page)))
    if (await due(page) === 'over') break
    await answer(page, turn)
  }
  for (const [me, other] of [['one', 'two'], ['two', 'one']]) {
    let views = 0
    let over = false
    for (const frame of heard[me]) {
      over ||= frame.position?.turn.type === 'over'
      if (over) break
      if (frame.position) {
        views++
        assert.deepEqual(secrets(frame.position.view, other), [], `${me} sees nothing of ${other}`)
        assert.ok(frame.position.asked.every(({ seat }) => seat === me))
      }
      for (const { events, text, seat } of [...frame.moves ?? [], ...frame.moved ? [frame.moved] : []]) {
        if (seat === other) assert.doesNotMatch(text, /^(put|deploy) \d|^keep \d/)
        for (const event of events ?? []) {
          if (event.seat !== other) continue
          if (event.event === 'dealt') assert.equal(event.card, undefined)
          if (['put', 'deployed', 'recalled'].includes(event.event)) assert.equal(event.number, undefined)
        }
      }
    }
    t.diagnostic(`${me}: ${views} views`)
    assert.ok(views > 40)
  }
  await one.context().close()
  await two.context().close()
})

/** Where a place is on the screen. */
const spot = async (page, anchor) => {
  const { x, y, width, height } = await page.locator(`.board [data-anchor="${anchor}"]`).boundingBox()
  return [x + width / 2, y + height / 2]
}

/** Carries a thing to a place, or to the first one that is marked for it. */
async function drag(page, from, to) {
  await page.mouse.move(...await spot(page, from))
  await page.mouse.down()
  await page.mouse.move(640, 300)
  const goal = to ?? await page.locator('.board [data-goal]').first().getAttribute('data-anchor')
  await page.mouse.move(...await spot(page, goal), { steps: 3 })
  await page.mouse.up()
  // The next touch begins anew.
  await page.mouse.click(24, 104)
  return goal
}

/** Answers until a thing of the tray can be taken. */
async function until(page, anchor) {
  for (let turn = 1; turn < 30; turn++) {
    await due(page)
    if (await page.locator(`.board [data-anchor^="${anchor}"][data-can]`).count()) return
    await answer(page, turn)
  }
  assert.fail(`${anchor} is never asked for`)
}

test('markers and characters are set up by dragging, and a forbidden space is explained', async () => {
  const page = await house.guest()
  await open(page, { game: 'to-pieces', seat: 'one', level: 'novice' })
  await until(page, 'treasure:')
  const mine = page.locator('.board [data-anchor^="treasure:"][data-can]')
  const first = await mine.first().getAttribute('data-anchor')
  const before = await moves(page)
  const space = await drag(page, first)
  await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
  await due(page)
  await drag(page, await mine.first().getAttribute('data-anchor'), space)
  await page.waitForSelector('.note:not([hidden]) .rule')
  assert.match(await page.locator('.note').innerText(), new RegExp(`There is a marker on ${space} already\\.[^]*10`))
  await page.click('.note .icon-only')

  await until(page, 'leader')
  const steps = await moves(page)
  await drag(page, 'leader', await page.locator('.space:not(.friend, .foe, [data-goal])').evaluateAll((spaces) => spaces.map(({ dataset }) => dataset.anchor).find((space) => /[a-h]5/.test(space))))
  await page.waitForSelector('.note:not([hidden]) .rule')
  assert.match(await page.locator('.note').innerText(), /(Nobody is placed beyond your row 4|may not hold more of your characters|is taken, marked, or beside a Treasure)[^]*Rule 1[45]/)
  assert.equal(await moves(page), steps, 'nothing was played')
  await page.click('.note .icon-only')
  const home = await drag(page, 'leader')
  await page.waitForFunction((steps) => document.querySelectorAll('.moves .move').length > steps, steps)
  await page.waitForFunction((home) => document.querySelector(`.board [data-anchor="${home}"].friend`), home)
  await page.context().close()
})

/** Walks with the arrows towards such a place, and presses Enter there. */
async function press(page, wanted) {
  await page.locator('.board [tabindex="0"]').first().focus()
  for (let step = 0; step < 60; step++) {
    const key = await page.evaluate(({ wanted, step }) => {
      const middle = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x + width / 2, y + height / 2] }
      const here = document.activeElement.closest('[data-anchor]')
      if (new RegExp(wanted).test(here.dataset.anchor)) return 'Enter'
      const there = [...document.querySelectorAll('.board [role=button]')].find(({ dataset }) => new RegExp(wanted).test(dataset.anchor))
      const [dx, dy] = middle(there).map((value, i) => value - middle(here)[i])
      return Math.abs(dx) * (step % 3 ? 1 : 0.2) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp'
    }, { wanted: wanted.source, step })
    await page.keyboard.press(key)
    if (key === 'Enter') return
  }
  assert.fail(`the arrows never come to ${wanted}`)
}

test('by keyboard: three cards are kept, a marker is placed, a standee says how strong it is', async () => {
  const page = await house.guest()
  await open(page, { game: 'to-pieces', seat: 'one', level: 'novice' })
  await due(page)
  const cards = await page.locator('.thing[data-anchor^="card:"]').evaluateAll((cards) => cards.map(({ dataset }) => dataset.anchor))
  assert.equal(cards.length, 6)
  for (const card of cards.slice(0, 3)) await press(page, new RegExp(`^${card}$`))
  assert.equal(await page.locator('.thing.on').count(), 3)
  await press(page, /^kept:/)
  // Moves of the other come in between.
  await page.waitForSelector('.board [data-anchor^="treasure:"][data-can], .board [data-anchor=obstacle][data-can]')
  const before = await moves(page)
  await press(page, /^(treasure:\d|obstacle)$/)
  await press(page, /^[a-h][3-6]$/)
  await page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
  assert.match((await page.locator('.moves .text').allInnerTexts()).join(), / [a-h][3-6]/)

  await until(page, 'leader')
  await press(page, /^leader$/)
  assert.match((await page.locator('.board .line').allTextContents()).join(' '), /Health \d, Speed \d/)
  assert.ok(await page.locator('.space[data-goal][role=button]').count(), 'spaces for the leader can be walked to')
  await page.context().close()
})

test('cards that are chosen stay so when the other keeps theirs', async () => {
  const one = await house.guest({ reducedMotion: 'no-preference' })
  await open(one, { game: 'to-pieces', mode: 'link', seat: 'one' })
  await one.click('.answers .primary')
  const two = await house.guest({ path: new URL(await one.locator('.note .link').inputValue()).pathname })
  const cards = one.locator('.board .thing[data-anchor^="card:"][role=button]')
  await cards.nth(5).waitFor()
  for (const i of [0, 2, 4]) await cards.nth(i).click()
  const kept = one.locator('.board [data-anchor^="kept:"][data-can]')
  await kept.focus()
  const before = await moves(one)
  await due(two)
  await answer(two, 1)
  await one.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before)
  assert.equal(await one.locator('.board .thing.on').count(), 3)
  await one.keyboard.press('Enter')
  await kept.waitFor({ state: 'detached' })
  for (const page of [one, two]) await page.context().close()
})

test('a hint lays out the three cards that it would keep', async () => {
  const page = await house.guest()
  await open(page, { game: 'to-pieces', seat: 'one', level: 'novice' })
  await due(page)
  assert.equal(await page.locator('.board .thing.on').count(), 0)
  await page.click('[data-tool=bulb]')
  await page.locator('.note', { hasText: 'Keep these three' }).waitFor()
  assert.equal(await page.locator('.board .thing.on').count(), 3)
  await page.mouse.move(5, 5)
  await page.click('.board [data-anchor^="kept:"][data-can]')
  await page.locator('.board [data-anchor^="kept:"]').waitFor({ state: 'detached' })
  await page.context().close()
})

test('on a phone: what is written is large enough, a touch explains, and a ghost can be touched', async () => {
  const page = await house.guest({ phone: true })
  await open(page, { game: 'to-pieces', seat: 'one', level: 'novice' })
  await due(page)
  const least = (which = '.line') => page.locator(`.board ${which}`).evaluateAll((texts) => texts.map((text) => ({ text: text.textContent, size: text.getScreenCTM().a * Number(text.getAttribute('font-size')) })).sort((a, b) => a.size - b.size)[0])
  assert.ok((await least()).size >= 14, JSON.stringify(await least()))
  let ghost = null
  for (let turn = 1; turn < 60 && !ghost; turn++) {
    assert.notEqual(await due(page), 'over')
    if (/Round \d, turn/.test(await prompt(page))) ghost = await page.evaluate(() => {
      const click = (element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      for (const from of document.querySelectorAll('.space.friend[data-can]')) {
        click(from)
        const to = document.querySelector('.space[data-goal]:not(.foe, .friend)')?.dataset.anchor
        click(from)
        if (to) return [from.dataset.anchor, to]
      }
      return null
    })
    if (!ghost) await answer(page, turn)
  }
  const foe = page.locator('.space.foe').first()
  await page.touchscreen.tap(...await spot(page, await foe.getAttribute('data-anchor')))
  assert.match((await page.locator('.board .line').allTextContents()).join(' '), /Health \d, Speed \d/)
  assert.ok((await least()).size >= 14, JSON.stringify(await least()))
  assert.ok((await least('text')).size >= 13, JSON.stringify(await least('text')))
  const [from, to] = ghost
  const steps = await moves(page)
  await page.touchscreen.tap(...await spot(page, from))
  await page.touchscreen.tap(...await spot(page, to))
  const several = page.locator('.answers [data-choice^=move]')
  if (await several.count()) await several.tap()
  else {
    await page.waitForSelector('.board .ghost')
    assert.equal(await moves(page), steps, 'the first touch only shows')
    const { x, y, width, height } = await page.locator('.board .ghost').first().boundingBox()
    await page.touchscreen.tap(x + width / 2, y + height / 2)
  }
  await page.waitForFunction((steps) => document.querySelectorAll('.moves .move').length > steps, steps)
  await page.context().close()
})

test('set up in one touch: from the table to the first own action', async () => {
  const page = await house.guest()
  await open(page, { game: 'to-pieces', seat: 'one', level: 'novice' })
  await page.click('[data-setup="1"]')
  await page.waitForFunction(() => /Round 1|Regrouping/.test(document.querySelector('.prompt')?.textContent ?? ''), null, { timeout: 60_000 })
  assert.equal(await page.locator('[data-setup]').count(), 0)
  await page.context().close()
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
