// What LOOK forbids and a machine can see: run in the page.

/** Everything on the page that a designer would wince at, in words. Letters on a board that is only looked at, as small
 * as the window makes it, may be as small as `least` pixels. */
export const winces = (page, least = 13.9) => page.evaluate((least) => {
  const found = []
  const root = document.documentElement
  const table = document.body.dataset.view === 'table'
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  if (table && root.scrollHeight > root.clientHeight) found.push('the table page scrolls')
  const known = new Map()
  /** The nearest box that hides what does not fit into it; what scrolls can be scrolled to. */
  const clip = (element) => {
    if (!element) return table ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : null
    if (!known.has(element)) {
      const { overflow } = getComputedStyle(element)
      known.set(element, /auto|scroll/.test(overflow) ? null : element.tagName === 'svg' || /hidden|clip/.test(overflow) ? element.getBoundingClientRect() : clip(element.parentElement))
    }
    return known.get(element)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim()
    const element = texts.currentNode.parentElement
    if (!text || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.unseen, .picture, title') || getComputedStyle(element).clipPath !== 'none') continue
    const scale = element instanceof SVGElement && element.getScreenCTM ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1
    const size = parseFloat(getComputedStyle(element).fontSize) * scale
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const [box, edge] = [range.getBoundingClientRect(), clip(element.parentElement)]
    if (!element.getBoundingClientRect().width) continue
    if (size < (element.closest('svg') ? least : 13.9)) found.push(`${size.toFixed(1)} px: ${text}`)
    if (/\b(page|word|level|refuse|over|server|hint|squadro|piggyback|backgammon-wars|to-pieces|pitch-out)\.[a-z-]+(\.[a-z-]+)*\b|\{[a-z]+\}|\b(undefined|null|NaN)\b|\[object/.test(text)) found.push(`no sentence: ${text}`)
    if (/\p{Extended_Pictographic}/u.test(text)) found.push(`an emoji: ${text}`)
    // The seal of the dice is a long number: its beginning tells it, the whole is one touch away.
    if (element.closest('.seal')) continue
    const inner = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden'
    if (inner || (edge && (box.left < edge.left - 2 || box.right > edge.right + 2 || box.top < edge.top - 2 || box.bottom > edge.bottom + 2))) found.push(`cut: ${text}`)
  }
  // A place is a target; the thing on it, which a hand carries, may be smaller.
  for (const target of document.querySelectorAll('button, select, input, summary, nav a, .button, [data-anchor][data-can]')) {
    if (!target.checkVisibility({ visibilityProperty: true }) || target.closest('.unseen, [inert]')) continue
    const { width, height } = target.getBoundingClientRect()
    if (Math.min(width, height) < 20) found.push(`a small target, ${Math.round(width)} × ${Math.round(height)}: ${target.textContent.trim() || target.dataset.anchor}`)
  }
  if (document.querySelectorAll('main .primary').length > 1) found.push('more than one primary button')
  for (const [name, value] of ['--paper', '--ink'].map((name) => [name, getComputedStyle(root).getPropertyValue(name)])) {
    if (/^#(000|fff)/i.test(value.trim())) found.push(`${name} is pure`)
  }
  return found
}, least)
