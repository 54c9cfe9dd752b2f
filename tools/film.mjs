// Makes the moving picture of the README: a few seconds of every game, from a real browser, as a GIF.
//
//   node tools/film.mjs docs/vis-a-vis.gif
//
// Needs ffmpeg, gifsicle and what the browser tests need. Time runs slowly while it is filmed, so that a busy machine misses nothing; moves are
// those that the hint suggests.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { House, frames, open } from '../page/test/house.mjs'

const run = promisify(execFile)
/** How many moves are made before the film begins, and how many seconds are shown. */
const SCENES = [['squadro', 9, 3], ['piggyback', 12, 3], ['backgammon-wars', 8, 3], ['to-pieces', 22, 3], ['pitch-out', 9, 4]]
const [SLOW, RATE] = [6, 10]
const SIZE = { width: 1280, height: 800 }
/** The board without what is written beside it. */
const CROP = 'crop=904:736:4:60'

/** The page's clocks run slowly once it is told to. */
const slowly = (slow) => {
  const [now, frame, later] = [performance.now.bind(performance), requestAnimationFrame, setTimeout]
  let [rate, since, base] = [1, 0, 0]
  const told = () => base + (now() - since) / rate
  performance.now = told
  window.requestAnimationFrame = (then) => frame(() => then(told()))
  window.setTimeout = (then, ms, ...more) => later(then, ms * rate, ...more)
  window.slow = () => { [base, since, rate] = [told(), now(), slow] }
}

/** Lets the hint play, up to so many moves or until it is told to stop. */
async function play(page, heard, most, going = () => true) {
  for (let done = 0, waits = 0; done < most && going() && waits < 400; waits++) {
    const { position } = heard.findLast(({ position }) => position) ?? {}
    if (position?.turn.type === 'over') return
    if (!position?.asked.length) {
      await new Promise((next) => setTimeout(next, 100))
      continue
    }
    const before = heard.length
    await page.locator('[data-tool=bulb]').click({ force: true }).catch(() => {})
    const hint = await until(() => heard.slice(before).find(({ type }) => type === 'hint'))
    if (!hint || !going()) continue
    await page.fill('.typed', hint.choice.text)
    await page.press('.typed', 'Enter')
    if (await until(() => heard.slice(before).some(({ type }) => type === 'step'))) done++
    await page.evaluate(() => document.activeElement?.blur())
  }
}

async function until(found, tries = 60) {
  for (; tries; tries--) {
    const what = found()
    if (what) return what
    await new Promise((next) => setTimeout(next, 100))
  }
  return null
}

/** One scene: pictures at the film's rate. */
async function shoot(house, [game, ahead, seconds], folder) {
  const page = await house.guest({ viewport: SIZE, reducedMotion: 'no-preference', bypassCSP: true, colorScheme: game === 'backgammon-wars' ? 'dark' : 'light' })
  await page.addInitScript(slowly, SLOW)
  await page.reload()
  const heard = frames(page)
  await open(page, { game, seat: 'one', level: 'novice' })
  // The hint is acted on at once: its note would only flash.
  await page.addStyleTag({ content: '.note { visibility: hidden }' })
  await play(page, heard, ahead)
  const camera = await page.context().newCDPSession(page)
  await camera.send('Animation.enable')
  await camera.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOW })
  await page.evaluate(() => window.slow())
  /** @type {{ at: number, data: string }[]} */
  const shots = []
  camera.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ at: metadata.timestamp, data })
    camera.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await camera.send('Page.startScreencast', { format: 'png' })
  const end = Date.now() + seconds * SLOW * 1000
  await play(page, heard, 99, () => Date.now() < end)
  await page.waitForTimeout(Math.max(0, end - Date.now()))
  await camera.send('Page.stopScreencast')
  const names = []
  for (let i = 0; i < seconds * RATE && shots.length; i++) {
    const at = shots[0].at + (i * SLOW) / RATE
    const name = join(folder, `${game}-${String(i).padStart(3, '0')}.png`)
    await writeFile(name, (shots.findLast((shot) => shot.at <= at) ?? shots[0]).data, 'base64')
    names.push(name)
  }
  console.log(`${game}: ${shots.length} frames seen`)
  await page.context().close()
  return names
}

const out = process.argv[2]
if (!out) throw new Error('which file?')
const folder = await mkdtemp(join(tmpdir(), 'film-'))
const house = await House.open()
try {
  const names = []
  for (const scene of SCENES) names.push(...await shoot(house, scene, folder))
  const list = join(folder, 'list.txt')
  await writeFile(list, names.map((name) => `file '${name}'\nduration ${1 / RATE}\n`).join(''))
  const raw = join(folder, 'film.gif')
  await run('ffmpeg', ['-y', '-f', 'concat', '-safe', '0', '-i', list, '-vf', `fps=${RATE},${CROP},scale=640:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=160[p];[b][p]paletteuse=dither=none:diff_mode=rectangle`, raw])
  await run('gifsicle', ['-O3', '--lossy=50', raw, '-o', out])
} finally {
  await house.close()
  await rm(folder, { recursive: true, force: true })
}
