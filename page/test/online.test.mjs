// Dice that can be checked, clocks, and lists that keep up.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { BINARY, House, ROOT, asked, move, moves, open } from './house.mjs'

/** @type {House} */
let house
before(async () => { house = await House.open() })
after(async () => {
  await house.close()
  assert.deepEqual(house.troubles, [])
})

/** Plays a little at one screen and gives up: gives the page of the finished table. */
async function finished(game) {
  const page = await house.guest()
  await open(page, { game, mode: 'screen' })
  await asked(page)
  for (let n = 0; n < 3; n++) {
    await move(page, n)
    await asked(page)
  }
  await page.click('[data-tool=more]')
  await page.click('[data-item=flag]')
  await page.click('dialog .danger')
  await page.waitForSelector('.answers [data-item=verify]')
  return page
}

test('the dice are verified in the browser, and the seal is shown there', async () => {
  const page = await house.guest()
  await open(page, { game: 'squadro', mode: 'screen' })
  assert.equal(await page.locator('.moves .seal').count(), 0, 'nobody reads hashes among the moves')
  await asked(page)
  assert.equal(await moves(page), 1, 'the toss came after the nonces')

  const done = await finished('squadro')
  await done.click('.answers [data-item=verify]')
  await done.waitForSelector('.note:not([hidden])')
  assert.match(await done.locator('.note').innerText(), /dice are right/)
  assert.match(await done.locator('.note .seal').innerText(), /^[0-9a-f]{64}$/)

  await done.click('.answers a[href^="/replay/"]')
  await done.click('.links [data-item=verify]')
  await done.waitForFunction(() => /dice are right/.test(document.querySelector('.ask .answers')?.textContent ?? ''))
  const id = new URL(done.url()).pathname.split('/').pop()
  const record = await (await fetch(`${house.url}/api/record/${id}`)).text()
  assert.match(record, /^nonce.one = [0-9a-f]{32}$/m)
  assert.match(record, /^nonce.two = [0-9a-f]{32}$/m)
  const file = join(house.data, 'record.txt')
  await writeFile(file, record)
  if (!BINARY.endsWith('/serve')) assert.match(execFileSync(BINARY, ['verify', '--lang', 'en', file], { encoding: 'utf8' }), /right/)
  assert.match(execFileSync('python3', [join(ROOT, 'tools/verify.py'), '--lang', 'en', file], { encoding: 'utf8' }), /seed gives all/)

  // One changed die, in the last throw: nothing after it is played, so it is still a game.
  const throws = [...record.matchAll(/^(@\S+) \| (.*)$/gm)]
  const last = throws.at(-1)
  const other = last[2].split(' | ')[1].split(' ').map((pair) => pair.split('*')[0]).find((text) => text !== last[1])
  const rest = record.slice(last.index + last[0].length).split('\n').filter((line) => line.startsWith('!')).join('\n')
  await writeFile(file, `${record.slice(0, last.index)}${other} | ${last[2]}\n${rest}\n`)
  await done.goto(`${house.url}/replay`)
  await done.setInputFiles('input[type=file]', file)
  await done.click('.links [data-item=verify]')
  await done.waitForFunction(() => /is wrong/.test(document.querySelector('.ask .answers')?.textContent ?? ''))
  assert.ok((await done.locator('.ask .answers').innerText()).includes(last[1]))
  assert.equal(spawnSync('python3', [join(ROOT, 'tools/verify.py'), file]).status, 1)
})

test('a clock counts for who is asked', async () => {
  const page = await house.guest()
  await page.click('.card[data-game=squadro] [data-mode=screen]')
  await page.locator('dialog.setup [name=clock][value="5+5"]').check({ force: true })
  await page.click('dialog.setup .primary')
  await page.waitForSelector('.clock.runs')
  await page.waitForFunction(() => /^4:5\d$/.test(document.querySelector('.clock.runs')?.textContent ?? ''))
  assert.equal(await page.locator('.clock:not(.runs)').innerText(), '5:00')
  await move(page)
  await page.waitForFunction(() => /^5:0\d$/.test(document.querySelector('.clock:not(.runs)')?.textContent ?? ''))
})

test('the last move is marked after a reload too, and lists keep up by themselves', async () => {
  const page = await house.guest()
  await open(page, { game: 'squadro', mode: 'screen' })
  await asked(page)
  await move(page)
  await asked(page)
  const trail = () => page.locator('.board .trail').getAttribute('d')
  const before = await trail()
  await page.reload()
  await asked(page)
  assert.equal(await trail(), before)

  const watcher = await house.guest({ path: '/watch' })
  const player = await house.guest()
  await open(player, { mode: 'computer' })
  const path = new URL(player.url()).pathname
  await watcher.waitForSelector(`.table-row[href="${path}"]`)
})
