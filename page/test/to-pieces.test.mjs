// To Pieces, by clicking: a whole game against the computer, and one between two browsers that keeps its secrets.
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

  const { default: game } = await import('../games/to-pieces.js')
  const steps = heard.filter(({ type, moved }) => type === 'step' && moved)
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

test('no page had an error', () => assert.deepEqual(house.troubles, []))
