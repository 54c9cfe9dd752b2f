// Hands on a drawing: hover, click, touch and drag, told in anchors.
import { anchorOf } from '../table/stage.js'

/** How far a pointer wanders before a click becomes a drag, in pixels. */
const WANDER = 7
/** A thing let go so near to where it was taken is put back. */
const BACK = 16

/**
 * @param {SVGSVGElement} svg
 * @param {import('../table/stage.js').Stage} stage
 */
export function gestures(svg, stage) {
  /** @type {{ anchor: string, node: SVGElement, x: number, y: number, id: number, carried: boolean } | null} */
  let hand = null
  /** @type {SeatChoice | null} what was shown before the pointer came down */
  let shown = null
  /** @type {EventTarget | null} what the pointer came down on: the focus that follows it may draw or remove a ghost before the click */
  let pressed = null
  /** A drag ends with a click that means nothing. */
  let spent = false

  svg.addEventListener('pointerover', (event) => {
    if (!hand && event.pointerType !== 'touch') stage.hover(anchorOf(event.target))
  })
  svg.addEventListener('pointerleave', (event) => {
    if (!hand && event.pointerType !== 'touch') stage.hover(null)
  })
  svg.addEventListener('pointerdown', (event) => {
    shown = stage.aimed
    pressed = event.target
    spent = false
    if (event.button !== 0 || stage.playing) return
    const node = event.target instanceof Element ? event.target.closest('[data-anchor]') : null
    const anchor = anchorOf(node)
    if (!anchor || !(node instanceof SVGElement)) return
    // A place may name the thing on it that a hand carries.
    const grip = /** @type {SVGElement | null} */ (svg.querySelector(`[data-grip="${anchor}"]`)) ?? node
    hand = { anchor, node: grip, x: event.clientX, y: event.clientY, id: event.pointerId, carried: false }
  })
  svg.addEventListener('pointermove', (event) => {
    if (!hand || event.pointerId !== hand.id) return
    const [dx, dy] = [event.clientX - hand.x, event.clientY - hand.y]
    if (!hand.carried) {
      if (Math.hypot(dx, dy) < WANDER) return
      hand.carried = true
      svg.setPointerCapture(hand.id)
      if (stage.from(hand.anchor).length) stage.pick(hand.anchor)
      hand.node.classList.add('carried')
    }
    const matrix = /** @type {SVGGraphicsElement} */ (hand.node.parentNode).getScreenCTM()
    if (!matrix) return
    // The parent may be turned and scaled: bring the way of the pointer into its terms.
    const scale = matrix.a * matrix.d - matrix.b * matrix.c
    hand.node.style.translate = `${(matrix.d * dx - matrix.c * dy) / scale}px ${(matrix.a * dy - matrix.b * dx) / scale}px`
  })
  /** @param {PointerEvent} event */
  const release = (event) => {
    if (!hand || event.pointerId !== hand.id) return
    const { anchor, node, x, y, carried } = hand
    hand = null
    if (!carried) return
    node.classList.remove('carried')
    node.style.translate = ''
    spent = true
    const near = Math.hypot(event.clientX - x, event.clientY - y) < BACK
    if (event.type === 'pointercancel' || near) return stage.drop()
    // The carried node lies under the pointer: look at what is below it.
    const below = document.elementsFromPoint(event.clientX, event.clientY).map(anchorOf).find((found) => found && found !== anchor)
    stage.carry(anchor, below ?? null)
  }
  // Without its node there is no click: the focus stays, and so does the ghost.
  svg.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('.ghost')) event.preventDefault()
  })
  svg.addEventListener('pointerup', release)
  svg.addEventListener('pointercancel', release)
  svg.addEventListener('click', (event) => {
    if (spent) return
    const finger = event instanceof PointerEvent && event.pointerType === 'touch'
    const target = pressed ?? event.target
    pressed = null
    if (target instanceof Element && target.closest('.ghost')) return stage.confirm(shown)
    stage.touch(anchorOf(target), finger ? shown : undefined)
  })
}
