// SVG from plain data. A shape is [tag, attributes, ...children]; `patch` makes the page equal to a list of
// shapes, keeps nodes with the same key, and lets what has moved slide to its new place.
//
// Attributes with a meaning of their own:
//   key      the name of the node among its siblings, so that it can be found again in the next drawing
//   at       [x, y, degrees?, scale?]: where it stands; a change of it is animated
//   anchor   a named place of the view that a hand can touch
//   hop      how much larger it gets half-way of its next slide, for a piece that jumps
import { gradient } from './shapes.js'

const SVG = 'http://www.w3.org/2000/svg'

/** @typedef {[x: number, y: number, degrees?: number, scale?: number]} At */
/** @typedef {{ key?: string, at?: At, anchor?: string, hop?: number, [name: string]: unknown }} Attributes */
/** @typedef {[tag: string, attributes: Attributes, ...children: Content[]]} Shape */
/** @typedef {Shape | string | null | undefined | false} Content */

/** What was drawn last: per element its attributes, per parent its keyed children.
 * @type {WeakMap<Element, { attributes: Attributes, children: Map<string, SVGElement> }>} */
const drawn = new WeakMap()

/** Makes an SVG element. @param {string} tag @param {Attributes} [attributes] @param {Content[]} children */
export function draw(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag))
  dress(element, {}, attributes)
  drawn.set(element, { attributes, children: new Map() })
  patch(element, children)
  return element
}

/**
 * Makes the children of `parent` equal to `shapes`. With a duration, nodes that stand elsewhere than before
 * slide there and new ones appear softly.
 * @param {Element} parent
 * @param {Content[]} shapes
 * @param {number} [ms]
 * @returns {Animation[]} the slides that began
 */
export function patch(parent, shapes, ms = 0) {
  const before = drawn.get(parent) ?? { attributes: {}, children: new Map() }
  /** @type {Map<string, SVGElement>} */
  const children = new Map()
  /** @type {Animation[]} */
  const slides = []
  // What leaves goes first, so that what stays need not be moved.
  const stays = new Set(shapes.map((shape, i) => Array.isArray(shape) && (shape[1].key ?? `${shape[0]} ${i}`)))
  for (const [key, element] of before.children) if (!stays.has(key)) element.remove()
  let place = parent.firstChild
  shapes.forEach((shape, i) => {
    if (!shape) return
    if (typeof shape === 'string') {
      if (parent.textContent !== shape) parent.textContent = shape
      place = null
      return
    }
    const [tag, attributes, ...inside] = shape
    const key = attributes.key ?? `${tag} ${i}`
    let element = before.children.get(key)
    if (element && element.tagName === tag) {
      const old = drawn.get(element)?.attributes ?? {}
      dress(element, old, attributes)
      const memory = drawn.get(element)
      if (memory) memory.attributes = attributes
      if (ms && old.at && attributes.at && !same(old.at, attributes.at)) slides.push(slide(element, old.at, attributes, ms))
      slides.push(...patch(element, inside, ms))
    } else {
      element = draw(tag, attributes, ...inside)
      if (ms && attributes.at) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms })
    }
    children.set(key, element)
    if (place === element) place = element.nextSibling
    else put(parent, element, place)
  })
  for (const [key, element] of before.children) if (children.get(key) !== element) element.remove()
  drawn.set(parent, { attributes: before.attributes, children })
  return slides
}

/** Puts a node before another; one that is in the page already keeps focus and slides where the browser can.
 * @param {Element & { moveBefore?: (node: Node, before: Node | null) => void }} parent @param {Element} node @param {Node | null} before */
function put(parent, node, before) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, before)
  else parent.insertBefore(node, before)
}

/** @param {At} a @param {At} b */
const same = (a, b) => [0, 1, 2, 3].every((i) => (a[i] ?? (i === 3 ? 1 : 0)) === (b[i] ?? (i === 3 ? 1 : 0)))

/** @param {SVGElement} element @param {At} from @param {Attributes} attributes @param {number} ms */
function slide(element, from, attributes, ms) {
  const to = /** @type {At} */ (attributes.at)
  const [fromTurn, toTurn] = [from[2] ?? 0, to[2] ?? 0]
  const start = toTurn + ((((fromTurn - toTurn) % 360) + 540) % 360) - 180
  /** @type {(x: number, y: number, turn: number, scale: number) => string} */
  const css = (x, y, turn, scale) => `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`
  const frames = [{ transform: css(from[0], from[1], start, from[3] ?? 1) }, { transform: css(to[0], to[1], toTurn, to[3] ?? 1) }]
  if (attributes.hop) {
    const middle = css((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (start + toTurn) / 2, (to[3] ?? 1) * attributes.hop)
    frames.splice(1, 0, { transform: middle })
  }
  return element.animate(frames, { duration: ms, easing: 'ease-out' })
}

/** @param {SVGElement} element @param {Attributes} old @param {Attributes} fresh */
function dress(element, old, fresh) {
  for (const name of Object.keys(old)) if (!(name in fresh)) element.removeAttribute(NAMES[name] ?? name)
  for (const [name, value] of Object.entries(fresh)) {
    if (name === 'key' || name === 'hop') continue
    if (name === 'at') element.setAttribute('transform', transform(/** @type {At} */ (value)))
    else if (value === undefined || value === null || value === false) element.removeAttribute(NAMES[name] ?? name)
    else if (old[name] !== value) element.setAttribute(NAMES[name] ?? name, String(value))
  }
}

/** @type {Record<string, string>} */
const NAMES = { at: 'transform', anchor: 'data-anchor' }

/** @param {At} at */
function transform([x, y, turn = 0, scale = 1]) {
  return `translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}${scale === 1 ? '' : ` scale(${scale})`}`
}

/**
 * The drawing `now` together with ghosts of all that stands elsewhere in the drawing `then`.
 * @param {Content[]} now
 * @param {Content[]} then
 * @returns {Content[]}
 */
export function withGhosts(now, then) {
  /** @param {Content} shape @returns {string | undefined} */
  const keyOf = (shape) => (Array.isArray(shape) ? shape[1].key : undefined)
  const later = new Map(then.map((shape) => [keyOf(shape), shape]))
  /** @type {Content[]} */
  const ghosts = []
  const kept = now.map((shape) => {
    const key = keyOf(shape)
    const after = key === undefined ? null : later.get(key)
    if (!Array.isArray(shape) || !Array.isArray(after)) return shape
    const [tag, attributes, ...inside] = shape
    const [, moved, ...content] = after
    if (attributes.at && moved.at && !same(attributes.at, moved.at)) {
      ghosts.push([tag, { ...moved, key: `ghost ${key}`, anchor: undefined, class: `${moved.class ?? ''} ghost` }, ...content])
      return /** @type {Shape} */ ([tag, { ...attributes, class: `${attributes.class ?? ''} leaving` }, ...inside])
    }
    return /** @type {Shape} */ ([tag, attributes, ...withGhosts(inside, content)])
  })
  return [...kept, ...ghosts]
}

let hidden = /** @type {SVGSVGElement | null} */ (null)

/** Gradients and patterns that drawings share, put into the document once. @param {string} id @param {Shape[]} shapes */
export function share(id, shapes) {
  if (!hidden) {
    hidden = /** @type {SVGSVGElement} */ (draw('svg', { class: 'shared', width: 0, height: 0, 'aria-hidden': 'true' }))
    hidden.append(draw('defs', {}, gradient('seat-one', '#cd5832', '#9c3617'), gradient('seat-two', '#3a64a4', '#1b3765')))
    document.body.append(hidden)
  }
  if (!hidden.querySelector(`[data-of="${id}"]`)) hidden.append(draw('defs', { 'data-of': id }, ...shapes))
}
