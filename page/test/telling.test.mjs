// What is told about a game, without a browser: sentences for their reader, turns of the list, cards and counts.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { ROOT } from './house.mjs'

const GAMES = ['squadro', 'piggyback', 'backgammon-wars', 'to-pieces', 'pitch-out']
/** @type {any} */
let page
/** @type {Record<string, Record<string, string>>} */
const words = { en: {}, fr: {} }

before(async () => {
  globalThis.document = { documentElement: { lang: 'en', dataset: {} }, addEventListener() {} }
  globalThis.matchMedia = () => ({ matches: false, addEventListener() {} })
  for (const lang of ['en', 'fr']) {
    for (const file of ['common', 'page', ...GAMES]) Object.assign(words[lang], JSON.parse(await readFile(join(ROOT, `words/${lang}/${file}.json`), 'utf8')))
  }
  globalThis.fetch = async (path) => ({ ok: true, text: async () => JSON.stringify(words[path.slice(7, 9)]) })
  const [{ speak, say }, { told }, { turnsOf, entry, shorten }] = await Promise.all(['words.js', 'table/narration.js', 'table/turns.js'].map((name) => import(join(ROOT, 'page', name))))
  const games = Object.fromEntries(await Promise.all(GAMES.map(async (id) => [id, (await import(join(ROOT, `page/games/${id}.js`))).default])))
  page = { speak, say, told, turnsOf, entry, shorten, games }
  await speak('en')
})

const cast = { you: 'one', one: 'you', two: 'the computer' }
const tell = (game, event, who = cast) => page.told(page.games[game], event, who)
/** A list of moves: `one 3`, `@top`; with the turn that they share. */
const list = (...lines) => lines.map((line, i) => {
  const [text, turn = null] = [].concat(line)
  const seat = /^(one|two) /.exec(text)?.[1] ?? null
  return { n: i + 1, seat, text: seat ? text.slice(4) : text, turn }
})
const entries = (game, moves) => page.turnsOf(page.games[game], moves).map((turn) => `${turn.seat ?? '-'}: ${page.entry(page.games[game], turn)}`)

test('a player is “you”, the other has a name, and whoever looks on hears both names', async () => {
  const jumped = { event: 'sent_back', seat: 'one', lane: 2, from: 3, to: 0 }
  assert.equal(tell('squadro', jumped), 'Your piece in lane 2 is jumped and goes back to its start square.')
  assert.equal(tell('squadro', { ...jumped, seat: 'two' }), 'The computer’s piece in lane 2 is jumped and goes back to its start square.')
  assert.equal(tell('squadro', jumped, { you: null, one: 'Ann', two: 'Bob' }), 'Ann’s piece in lane 2 is jumped and goes back to its start square.')
  await page.speak('fr')
  assert.equal(tell('squadro', { event: 'starts', seat: 'one' }, { you: 'one', one: 'vous', two: 'l’ordinateur' }), 'Vous commencez.')
  await page.speak('en')
})

test('consequences are named: a fight with its numbers, a capture, who threw a pawn out, why a round is won', () => {
  assert.equal(tell('piggyback', { event: 'won', seat: 'two', at: 'c4', by_attacker: true, units_lost: 2, number: 5, against: 3 }), 'The computer wins the fight for c4 with 5 against 3. Units that you lose: 2.')
  assert.equal(tell('backgammon-wars', { event: 'hit', seat: 'two', kind: 'warrior', at: 6 }), 'The computer captures your Warrior on 6: it goes to the Wall.')
  const out = { event: 'eliminated', seat: 'two', name: 'guard', by: 'fall', shooter: 'one', pawn: 'runner' }
  assert.equal(tell('pitch-out', out), 'You throw out the computer’s Guard with your Runner.')
  assert.equal(tell('pitch-out', { ...out, shooter: 'two' }), 'The computer’s Guard goes over the edge.')
  assert.equal(tell('pitch-out', { ...out, by: 'assassin' }), 'The computer’s Guard is out (power: Assassin).')
  assert.equal(tell('pitch-out', { event: 'round', seat: 'one', why: 'captain', one: 1, two: 0 }), 'You win the round: the Captain was thrown out.')
  assert.equal(tell('to-pieces', { event: 'round', n: 2, seat: 'two' }), 'Round 2 begins. The computer takes the first turn.')
})

test('no sentence for players has a coordinate of the table in it', () => {
  for (const event of [{ event: 'placed', seat: 'one', name: 'captain', x: 4496, y: 6600 }, { event: 'laid', obstacle: 'o3', x: 4496, y: 6600, turn: 0 }, { event: 'shot', seat: 'two', name: 'runner', angle: 9000, power: 500 }]) {
    assert.match(tell('pitch-out', event), /^[^\d]+$/)
  }
})

test('one entry a turn: chance and the other side’s answers are folded into it', () => {
  assert.deepEqual(entries('squadro', list('@left', 'two 3', 'one 1')), ['two: Lane 3', 'one: Lane 1'])
  assert.deepEqual(entries('piggyback', list('@3-5', ['two c3-c4', 1], ['@3', 1], ['two stop', 1], ['@5', 1], ['one b1-b2', 0])), ['two: c3-c4 · dice 3 5', 'one: b1-b2'])
  assert.deepEqual(entries('backgammon-wars', list(['one roll', 1], ['@4-3', 1], ['two pass', 1], ['one w 21/18^', 1], ['one 6/2', 1], ['one end', 1], ['two roll', 2], ['@1-1', 2])),
    ['one: 4-3: Warrior 21 → 18, traps, 6 → 2', 'two: 1-1'])
})

test('the short notation is another way to write the list', () => {
  const moves = list(['one roll', 1], ['@4-3', 1], ['one w 21/18^', 1])
  page.shorten(true)
  assert.deepEqual(entries('backgammon-wars', moves), ['one: 4-3: w 21/18^'])
  page.shorten(false)
  assert.deepEqual(entries('backgammon-wars', moves), ['one: 4-3: Warrior 21 → 18, traps'])
})

test('set-ups of both sides are one entry, and no line shows coordinates or raw chance', () => {
  const moves = list('one place captain 4496,6600', 'two place o3 4496,6600/0', '@one', ['one flick runner 9000@500', 1])
  assert.deepEqual(entries('pitch-out', moves), ['-: Set-up', 'one: Runner, 50\u00a0% power'])
  for (const { text } of moves) assert.doesNotMatch(page.games['pitch-out'].words(text, page.say), /@|\d{4}/)
})

test('the end of a To Pieces round is a table of who got which points for what', () => {
  const name = { en: 'First Blood', fr: 'Premier sang' }
  const events = [{ event: 'objective', seat: 'two', card: 3, objective: name, value: 2 }, { event: 'scored', seat: 'one', round: 1, coins: 1, leader: 0, cards: 0, total: 1 }, { event: 'scored', seat: 'two', round: 1, coins: 0, leader: 1, cards: 2, total: 3 }]
  const { scored, eliminated } = page.games['to-pieces'].moments
  assert.equal(scored(events[1], events, page.say), null, 'one card, after both scores')
  assert.deepEqual(scored(events[2], events, page.say).map(({ label, one, two }) => [label, one, two]), [['Coins claimed', 1, 0], ['Leader eliminated', 0, 1], ['First Blood (+2)', '', 2], ['Points', 1, 3]])
  assert.deepEqual(eliminated({ kind: 'leader' }), [])
  assert.equal(eliminated({ kind: 'minion' }), null)
})

test('a thrown out Captain and a won round are moments, but not both at once', () => {
  const { eliminated, round } = page.games['pitch-out'].moments
  assert.deepEqual(eliminated({ name: 'captain' }, []), [])
  assert.equal(eliminated({ name: 'captain' }, [{ event: 'round' }]), null)
  assert.deepEqual(round({ one: 1, two: 0 }, [], page.say).map(({ one, two }) => [one, two]), [[1, 0]])
})
