// Pitch Out by hand: dragging, pulling, by touch, by keys, by numbers; and shots that are played as they were.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pitchOut from '../games/pitch-out.js'
import { contact } from '../svg/discs.js'
import { House, frames, moves, open, prompt } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(() => house.close())

const SPOTS = { o1: [2600, 1300], o2: [5400, 1300], captain: [4000, 350], assassin: [3300, 1700], runner: [1200, 1700], guard: [4700, 1700], immortal: [6800, 1700] }
const mirrored = ([x, y]) => [8000 - x, 8000 - y]

/** The pixel of a place on the table. */
const pixel = (page, [x, y]) => page.evaluate(([x, y]) => {
  const { x: left, y: top } = new DOMPoint((x - 4000) / 8, (4000 - y) / 8).matrixTransform(document.querySelector('.board').firstElementChild.getScreenCTM())
  return [left, top]
}, [x, y])

/** The middle of what is drawn somewhere. */
const middle = async (page, selector) => {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox()
  return [x + width / 2, y + height / 2]
}

const drag = async (page, from, to) => {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
  await page.mouse.move(...to)
}

/** A piece is dragged from beside the table to a place on it, once it stands still there. */
const carry = async (page, piece, spot) => {
  const beside = `.board [data-tray][data-piece="${piece}"]`
  await page.locator(beside).first().hover()
  await drag(page, await middle(page, beside), await pixel(page, spot))
  await page.locator('.board .in-hand').waitFor()
}

/** Waits for one's own question, or the end. */
const asked = (page) => page.waitForFunction(() => {
  if (document.querySelector('.answers a[href^="/replay/"]')) return 'over'
  if (document.querySelector('.answers')?.inert) return null
  return document.querySelector('.answers [data-choice]') ? 'choice' : document.querySelector('.board [data-tray][data-ready]') ? 'place' : document.querySelector('.board [data-ready]') ? 'flick' : null
}, null, { timeout: 30_000 }).then((what) => what.jsonValue())

/** Waits for another move in the list. */
const moved = (page, before, timeout = 15_000) => page.waitForFunction((before) => document.querySelectorAll('.moves .move').length > before, before, { timeout })

/** Says moves in the field for them. */
async function say(page, ...texts) {
  for (const text of texts) {
    const before = await moves(page)
    await page.fill('.typed', text)
    await page.press('.typed', 'Enter')
    await moved(page, before)
  }
}

/** A table at one screen where One is about to flick. */
async function ready(page, options = {}) {
  await open(page, { game: 'pitch-out', mode: 'screen', options })
  await page.click('[data-choice="first one"]')
  const place = (map) => Object.entries(SPOTS).map(([name, spot]) => `place ${name} ${map(spot)}${name[0] === 'o' ? '/0' : ''}`)
  await page.locator('.board [data-ready]').first().waitFor()
  await say(page, ...place((spot) => spot), ...place(mirrored).map((text) => text.replace('o1', 'o3').replace('o2', 'o4')))
  await page.waitForSelector('.board .thing[data-piece="one:captain"]')
}

/** What is played of each move leads to the view that the server sends. */
function faithful(heard) {
  let view = heard.find(({ type }) => type === 'snapshot').position.view
  let shots = 0
  for (const { type, moved, position } of heard) {
    if (type !== 'step' || !moved) continue
    const shown = structuredClone(view)
    for (const event of moved.events) {
      const film = pitchOut.events[event.event]?.(shown, event)
      if (film?.frame) for (const t of [0, 0.5, 1]) film.frame(shown, t)
      if (event.event === 'shot') shots++
    }
    view = position.view
    if (moved.events.some(({ event }) => event === 'round' || event === 'first' || event === 'opened')) continue
    shown.table.squads.forEach((squad, i) => {
      for (const [name, fate] of Object.entries(squad)) {
        const truth = view.table.squads[i][name]
        assert.equal(typeof fate, typeof truth, `${name} after ${moved.text}`)
        if (truth.in_play) for (const axis of ['x', 'y']) assert.ok(Math.abs(fate.in_play[axis] - truth.in_play[axis]) <= 1, `${name} after ${moved.text}: ${JSON.stringify([fate, truth])}`)
      }
    })
    shown.table.obstacles.forEach((obstacle, i) => {
      const truth = view.table.obstacles[i]
      assert.equal(typeof obstacle, typeof truth)
      if (truth.lies) assert.deepEqual(new Set(obstacle.lies.stored), new Set(truth.lies.stored))
    })
  }
  return shots
}

test('a line meets what is in its way', () => {
  const field = { width: 8000, depth: 8000 }
  const disc = { key: '', x: 4000, y: 1000, r: 150 }
  const pawn = { key: 'p', x: 4000, y: 3000, r: 150 }
  const square = { key: 'o', x: 4000, y: 3000, r: 50, core: 200, turn: 0 }
  const near = (value, wanted) => assert.ok(Math.abs(value - wanted) < 3, `${value} is not ${wanted}`)
  near(contact([pawn], disc, 9000, field).y, 2700)
  near(contact([square], disc, 9000, field).y, 2600)
  near(contact([{ ...square, turn: 4500 }], disc, 9000, field).y, 3000 - 200 * Math.SQRT2 - 200)
  assert.equal(contact([{ ...pawn, x: 4301 }], disc, 9000, field).met, false)
  assert.equal(contact([{ ...pawn, y: 700 }], disc, 9000, field).met, false, 'what it leaves behind is not met')
})

test('a whole game against the computer, by dragging', async () => {
  const page = await house.guest()
  const heard = frames(page)
  await page.waitForSelector('.card[data-game=pitch-out] .picture .thing')
  const table = await page.evaluate(() => fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game: 'pitch-out', mode: 'computer', seat: 'one', level: 'novice', options: { cap: '20' } }) }).then((answer) => answer.json()))
  await page.goto(`${house.url}/table/${table.table}`)
  let over = false
  for (let turn = 0; turn < 200 && !over; turn++) {
    const what = await asked(page)
    const before = await moves(page)
    if (what === 'over') { over = true; break }
    if (what === 'choice') await page.locator('.answers [data-choice]').first().click()
    else if (what === 'place') {
      const piece = await page.locator('.board [data-tray][data-ready]').first().getAttribute('data-piece')
      const name = piece.replace('one:', '')
      // Whoever comes back finds a free place by trying some.
      for (let tries = 0; await moves(page) === before && tries < 12; tries++) {
        const spot = tries ? [600 + 600 * tries, 900] : SPOTS[name]
        await carry(page, piece, spot)
        await page.mouse.up()
        await moved(page, before, 6000).catch(() => {})
      }
    } else {
      const goal = await page.evaluate(() => {
        const centre = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x + width / 2, y + height / 2] }
        return { own: [...document.querySelectorAll('.board .thing[data-ready]')].map((node) => [node.dataset.piece, centre(node)]), enemy: centre(document.querySelector('.board .thing[data-anchor="two:captain"]') ?? document.querySelector('.board .thing[data-anchor^="two:"]')) }
      })
      const others = goal.own.filter(([piece]) => piece !== 'one:captain')
      for (let tries = 0; await moves(page) === before && tries < 6; tries++) {
        const [, [x, y]] = (others.length ? others : goal.own)[(turn + tries) % (others.length || 1)]
        const [dx, dy] = [x - goal.enemy[0], y - goal.enemy[1]]
        const pull = Math.min(120, 790 - y) / Math.hypot(dx, dy)
        await drag(page, [x, y], [x + dx * pull, y + dy * pull])
        await page.mouse.up()
        await moved(page, before, 6000).catch(() => {})
      }
    }
    await moved(page, before)
  }
  assert.ok(over, 'the game ends')
  assert.match(await prompt(page), /You (won!|lost\.)/)
  assert.ok(faithful(heard) >= 2)
  await page.click('.answers a[href^="/replay/"]')
  await page.waitForSelector('.replay .slider')
  await page.keyboard.press('End')
  await page.locator('.replay .board .slow').waitFor()
  await page.context().close()
})

test('a spot that will not do is explained', async () => {
  const page = await house.guest()
  await open(page, { game: 'pitch-out', mode: 'screen' })
  await page.click('[data-choice="first one"]')
  await page.locator('.board [data-ready]').first().waitFor()
  await carry(page, 'o1', [2600, 3000])
  assert.match(await page.locator('.board .warning').textContent(), /wholly inside your zone/)
  assert.equal(await page.locator('.board .in-hand.refused').count(), 1, 'it is marked before it is let go')
  await page.mouse.up()
  await page.locator('.note a[href="/rules/pitch-out#r12"]').waitFor()
  assert.match(await page.locator('.note').innerText(), /wholly inside your zone/)
  assert.equal(await page.locator('.board .in-hand.refused').count(), 1)
  // A square is turned by a second touch of it.
  await page.mouse.click(...await middle(page, '.board [data-tray][data-piece="o1"]'))
  await carry(page, 'o1', SPOTS.o1)
  await page.mouse.up()
  await page.locator('.moves .move[data-text$="2600,1300/1500"]').waitFor({ state: 'attached' })
  await say(page, 'place o2 5400,1300/0', 'place captain 4000,350')
  await page.locator('.board [data-tray][data-piece="one:guard"]').waitFor()
  await carry(page, 'one:guard', [4100, 400])
  assert.match(await page.locator('.board .warning').textContent(), /Captain is there/)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  assert.equal(await page.locator('.board .in-hand').count(), 0, 'Escape puts it back')
  // The same by keys.
  const before = await moves(page)
  await page.locator('.board [data-tray][data-piece="one:guard"]').focus()
  for (const key of ['Enter', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await moved(page, before)
  await page.locator('.moves .move[data-text$="3200,1050"]').waitFor({ state: 'attached' })
  await page.context().close()
})

test('a roster is picked in secret, and the opening shot is set up and pulled', async () => {
  const page = await house.guest()
  await open(page, { game: 'pitch-out', seat: 'one', options: { format: 'five' } })
  const pick = (name) => page.locator(`.board .token[data-anchor="one:${name}"]`).click()
  for (const name of ['assassin', 'guard', 'major']) await pick(name)
  assert.equal(await page.locator('.board [data-anchor=roster]').count(), 0, 'four besides the Captain')
  await pick('commando')
  await pick('major')
  await pick('sapper')
  await page.click('.board [data-anchor=roster]')
  await page.locator('.moves .move[data-text="roster captain assassin guard commando sapper"]').waitFor({ state: 'attached' })
  await page.locator('.board [data-tray][data-piece="one:captain"]').waitFor()
  assert.equal(await page.locator('.board .token[data-anchor^="two:"]').count(), 0, 'nothing is known of the others')
  await carry(page, 'one:captain', [4000, 1500])
  await page.mouse.up()
  const [x, y] = await pixel(page, [4000, 1500])
  await drag(page, [x, y], [x, y + 90])
  assert.match(await page.locator('.board .sling text').textContent(), /^90\.0° · \d+$/)
  await page.mouse.up()
  await page.locator('.moves .move[data-text^="open 4000,1500 9000@"]').waitFor({ state: 'attached' })
  await asked(page)
  // A pawn's card says what it can do.
  await page.locator('.board .token[data-anchor="one:guard"], .board .token[data-piece="one:guard"]').click()
  assert.match(await page.locator('.board .card').textContent(), /Guard/)
  await page.context().close()
})

/** Two browsers at one table where both set up their opening shots in secret; motion is not reduced. */
async function openers() {
  const one = await house.guest({ reducedMotion: 'no-preference' })
  await open(one, { game: 'pitch-out', mode: 'link', seat: 'one', options: { format: 'five' } })
  await one.click('.answers .primary')
  const two = await house.guest({ path: new URL(await one.locator('.note .link').inputValue()).pathname })
  for (const page of [one, two]) {
    await page.locator('.board .token[role=button]').first().waitFor()
    await say(page, 'roster captain assassin runner guard immortal')
  }
  for (const page of [one, two]) await page.locator('.board [data-tray][data-ready]').first().waitFor()
  return [one, two]
}

test('what the other does in secret leaves in my hand what I hold', async () => {
  const theirs = 'open 4000,6500 27000@300'
  const [one, two] = await openers()
  /** The other acts, and the page has heard of it. */
  const meanwhile = async (one, two) => {
    const before = await moves(one)
    await say(two, theirs)
    await moved(one, before)
    await one.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  await carry(one, 'one:captain', [4000, 1500])
  await one.mouse.up()
  const [x, y] = await pixel(one, [4000, 1500])
  await drag(one, [x, y], [x, y + 60])
  const pulled = await one.locator('.board .sling text').textContent()
  assert.match(pulled, /^90\.0° · \d+$/)
  await meanwhile(one, two)
  assert.equal(await one.locator('.board .sling text').textContent(), pulled, 'the band is still drawn')
  await one.mouse.move(x, y + 90)
  assert.notEqual(await one.locator('.board .sling text').textContent(), pulled, 'and can be drawn further')
  await one.mouse.up()
  await one.locator('.moves .move[data-text^="open 4000,1500 9000@"]').waitFor({ state: 'attached' })
  for (const page of [one, two]) await page.context().close()

  // A Captain who is carried, and numbers that are typed.
  const [three, four] = await openers()
  await carry(three, 'one:captain', [4400, 1500])
  await meanwhile(three, four)
  assert.equal(await three.locator('.board .in-hand').count(), 1)
  await three.mouse.up()
  await three.click('.numbers summary')
  const [power, angle] = ['power', 'angle'].map((name) => three.locator(`form.control [name=${name}]`))
  await power.fill('410')
  await angle.focus()
  await four.context().close()
  await three.locator('.seat.other .presence:not(.here)').waitFor()
  await three.keyboard.press('Control+a')
  await three.keyboard.type('8500')
  await three.keyboard.press('Enter')
  await three.locator('.moves .move[data-text^="open 4400,15"][data-text$=" 8500@410"]').waitFor({ state: 'attached' })
  await three.context().close()
})

test('a pawn is pulled by a finger', async () => {
  const page = await house.guest({ phone: true })
  await ready(page)
  const line = await page.context().newCDPSession(page)
  const touch = (type, ...points) => line.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  const [x, y] = await pixel(page, SPOTS.guard)
  const before = await moves(page)
  // Beside the pawn is near enough, and what is pulled back is not flicked.
  await touch('touchStart', [x + 10, y + 8])
  await touch('touchMove', [x + 10, y + 80])
  assert.equal(await page.locator('.board .sling').count(), 1)
  await touch('touchMove', [x + 12, y + 10])
  await touch('touchEnd')
  assert.equal(await page.locator('.board .sling').count(), 0)
  assert.equal(await moves(page), before)
  await touch('touchStart', [x, y])
  for (const far of [20, 60, 100]) await touch('touchMove', [x, y + far])
  assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it is')
  assert.match(await page.locator('.board .sling text').textContent(), /^90\.0° · \d+$/)
  await touch('touchEnd')
  await moved(page, before)
  await page.locator('.moves .move[data-text^="flick guard 9000@"]').waitFor({ state: 'attached' })
  await page.context().close()
})

test('a pawn is flicked by keys and by numbers', async () => {
  const page = await house.guest()
  await ready(page)
  let before = await moves(page)
  await page.locator('.board .thing[data-piece="one:runner"]').focus()
  for (const key of ['Enter', 'ArrowLeft', 'Shift+ArrowLeft', 'ArrowRight', 'Shift+ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  const field = (name) => page.locator(`form.control:not([hidden]) [name=${name}]`)
  const angle = Number(await field('angle').inputValue())
  assert.equal(await field('power').inputValue(), '410')
  assert.equal(angle, Math.round(Math.atan2(4000 - 1700, 4000 - 1200) * 180 / Math.PI) * 100 + 1000)
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('.board .sling').count(), 0)
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  await moved(page, before)
  await page.locator('.moves .move[data-text$="@500"]').waitFor({ state: 'attached' })

  const form = page.locator('form.control:not([hidden])')
  await page.waitForSelector('.board .thing[data-piece="two:guard"], .answers [data-choice=pass]')
  if (await page.locator('.answers [data-choice=pass]').count()) {
    before = await moves(page)
    await page.click('.answers [data-choice=pass]')
    await moved(page, before)
  }
  const [x, y] = await middle(page, '.board .thing[data-piece="two:guard"]')
  await page.mouse.click(x, y)
  before = await moves(page)
  await page.click('.numbers summary')
  await field('angle').fill('27050')
  await field('power').fill('250')
  assert.match(await page.locator('.board .sling text').textContent(), /^270\.5° · 250$/)
  await form.locator('button').click()
  await moved(page, before)
  await page.locator('.moves .move[data-text$=" 27050@250"]').waitFor({ state: 'attached' })
  await page.context().close()
})

test('a shot is played from its trace, and slowly on request', async () => {
  const page = await house.guest({ reducedMotion: 'no-preference', speed: 'normal' })
  await ready(page)
  await page.evaluate(() => {
    const board = document.querySelector('.board')
    window.seen = { sparks: 0, places: new Set() }
    new MutationObserver(() => {
      window.seen.sparks += board.querySelectorAll('.spark').length
      window.seen.places.add(board.querySelector('.thing[data-anchor="one:guard"], .thing[data-piece="one:guard"]')?.getAttribute('transform'))
    }).observe(board, { subtree: true, childList: true, attributes: true })
  })
  await page.locator('.board .slow').focus()
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.documentElement.dataset.slow), 'on')
  const before = await moves(page)
  const began = Date.now()
  // Straight up against the other Assassin, 300 mm/s² slower in every second: 0.6 s of sliding at least.
  await page.fill('.typed', 'flick guard 9000@700')
  await page.press('.typed', 'Enter')
  await moved(page, before)
  await page.waitForSelector('.board .thing[data-piece^="two:"], .answers [data-choice]')
  assert.ok(Date.now() - began > 1500, 'slow motion takes its time')
  const { sparks, places } = await page.evaluate(() => ({ sparks: window.seen.sparks, places: window.seen.places.size }))
  assert.ok(places > 15, `${places} frames`)
  assert.ok(sparks > 0, 'contacts are marked')
  await page.click('.board .slow')
  assert.equal(await page.evaluate(() => document.documentElement.dataset.slow), '')
  await page.context().close()
})

test('where the table foretells shots, an aim that rests shows its way', async () => {
  const page = await house.guest()
  await ready(page, { prediction: 'on' })
  await page.mouse.click(...await middle(page, '.board .thing[data-piece="one:guard"]'))
  await page.click('.numbers summary')
  await page.locator('form.control:not([hidden]) [name=power]').fill('300')
  await page.locator('form.control:not([hidden]) [name=angle]').fill('9000')
  // Straight up from where the Guard stands, as far as the table's physics lets him slide.
  const shown = await page.waitForFunction(() => /^M([\d.-]+),([\d.-]+)L([\d.-]+),([\d.-]+)$/.exec(document.querySelector('.board .trail')?.getAttribute('d'))?.slice(1).map(Number))
  const [x, y, to, end] = await shown.jsonValue()
  assert.ok(Math.abs(to - x) < 1 && end < y - 50, `${x},${y} to ${to},${end}`)
  await page.context().close()
})

test('a usual formation in one touch, and nothing has a default shot', async () => {
  const page = await house.guest()
  await open(page, { game: 'pitch-out', mode: 'screen' })
  await page.click('[data-choice="first one"]')
  for (const seat of ['one', 'two']) {
    await page.waitForSelector('[data-setup]')
    assert.equal(await page.locator('[data-setup]').count(), 3)
    await page.click(`[data-setup="${seat === 'one' ? 1 : 2}"]`)
    await page.waitForFunction((seat) => !document.querySelector(`.token.hand[data-piece^="${seat}:"]`), seat)
  }
  await page.click('.numbers summary')
  await page.waitForSelector('form.control[data-kind=flick]:not([hidden])')
  for (const field of await page.locator('form.control:not([hidden]) input').all()) assert.equal(await field.inputValue(), '')
  const before = await moves(page)
  await page.click('form.control:not([hidden]) button')
  assert.equal(await moves(page), before, 'without an aim nothing is flicked')
  await page.context().close()
})

test('a touch of the zone puts what is in hand there', async () => {
  const page = await house.guest()
  await open(page, { game: 'pitch-out', mode: 'screen' })
  await page.click('[data-choice="first one"]')
  await page.mouse.click(...await middle(page, '.board [data-tray][data-piece="o1"]'))
  const before = await moves(page)
  await page.mouse.click(...await pixel(page, [2600, 1300]))
  await moved(page, before)
  await page.locator('.moves .move[data-text^="place o1 2"]').waitFor({ state: 'attached' })
  await page.context().close()
})

test('no page had an error', () => assert.deepEqual(house.troubles, []))
