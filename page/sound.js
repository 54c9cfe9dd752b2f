// Sounds, made on the spot from a few notes and a breath of noise. Quiet; remembered when they are muted, and off on
// phones until somebody wants them. Browsers keep silent until the first touch of the page.

/** A note: its pitch (0 for noise), when it begins, how long it rings, how loud. @typedef {[pitch: number, start: number, length: number, loud: number]} Note */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  move: [[190, 0, 0.07, 0.8], [0, 0, 0.03, 0.4]],
  hit: [[95, 0, 0.16, 1], [140, 0, 0.08, 0.6], [0, 0, 0.07, 0.8]],
  contact: [[540, 0, 0.05, 0.6], [0, 0, 0.02, 0.6]],
  dice: [0, 0.08, 0.15, 0.24, 0.36, 0.44].flatMap((start, i) => /** @type {Note[]} */ ([[760 - 60 * i, start, 0.03, 0.35], [0, start, 0.025, 0.5]])),
  card: [[0, 0, 0.12, 0.35], [0, 0.05, 0.06, 0.25]],
  turn: [[660, 0, 0.14, 0.3], [880, 0.11, 0.22, 0.3]],
  win: [[523, 0, 0.25, 0.4], [659, 0.13, 0.25, 0.4], [784, 0.26, 0.25, 0.4], [1047, 0.39, 0.6, 0.4]],
  loss: [[392, 0, 0.3, 0.4], [330, 0.18, 0.3, 0.4], [262, 0.36, 0.6, 0.4]],
}
/** What is heard when an event is seen. @type {[string, RegExp][]} */
const HEARD = [
  ['dice', /roll|^(opened|copied|joined)$|^die_/],
  ['card', /^(dealt|drew|kept|played|acted|used|swapped|parried|reshuffled)$/],
  ['contact', /^(touched|bounced)$/],
  ['hit', /^(hit|sent_back|attacked|eliminated|won|burnt|trapped|pushed|shot)$/],
]
const LOUD = 0.16

let on = !matchMedia('(pointer: coarse)').matches
try { on = (localStorage.getItem('sound') ?? (on ? 'on' : 'off')) === 'on' } catch { /* a private window forgets */ }
/** @type {AudioContext | null} */
let context = null
/** @type {AudioBuffer | null} */
let noise = null
/** When each sound began last, so that a flurry is one. @type {Record<string, number>} */
const began = {}

/** Whether sounds are made. */
export const sounding = () => on

/** Makes sounds, or no longer, and remembers it. @param {boolean} wanted */
export function mute(wanted) {
  on = !wanted
  try { localStorage.setItem('sound', on ? 'on' : 'off') } catch { /* a private window forgets */ }
  if (on) wake()
}

/** A touch of the page lets it be heard. */
function wake() {
  if (!on) return
  context ??= new AudioContext()
  if (context.state === 'suspended') context.resume()
}
for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, wake, { capture: true, passive: true })

/** @param {string} name */
export function sound(name) {
  const now = performance.now()
  if (!on || context?.state !== 'running' || now - (began[name] ?? -99) < 60) return
  began[name] = now
  for (const note of SOUNDS[name]) ring(context, note)
}

/** The sound of an event. @param {string} event */
export const hear = (event) => sound(HEARD.find(([, names]) => names.test(event))?.[0] ?? 'move')

/** @param {AudioContext} context @param {Note} note */
function ring(context, [pitch, start, length, loud]) {
  const from = context.currentTime + start
  const gain = context.createGain()
  gain.gain.setValueAtTime(LOUD * loud, from)
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length)
  const source = pitch ? new OscillatorNode(context, { type: 'triangle', frequency: pitch }) : new AudioBufferSourceNode(context, { buffer: hiss(context) })
  source.connect(gain).connect(context.destination)
  source.start(from)
  source.stop(from + length)
}

/** @param {AudioContext} context */
function hiss(context) {
  if (noise) return noise
  noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return noise
}
