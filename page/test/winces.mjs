// What LOOK forbids and a machine can see: run in the page.

/** Everything on the page that a designer would wince at, in words. */
export const winces = (page) => page.evaluate(() => {
  const found = []
  const root = document.documentElement
  const table = document.body.dataset.view === 'table'
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  if (table && root.scrollHeight > root.clientHeight) found.push('the table page scrolls')
  /** What is in sight of an element, or the nearest box that hides what does not fit. */
  const clip = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      // What scrolls can be scrolled to.
      if (/auto|scroll/.test(getComputedStyle(at).overflow)) return null
      if (at.ownerSVGElement === null || /hidden|clip/.test(getComputedStyle(at).overflow)) return at.getBoundingClientRect()
    }
    return table ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : null
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim()
    const element = texts.currentNode.parentElement
    if (!text || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.unseen, .picture, title') || getComputedStyle(element).clipPath !== 'none') continue
    const scale = element instanceof SVGElement && element.getScreenCTM ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1
    const size = parseFloat(getComputedStyle(element).fontSize) * scale
    if (size < 13.9) found.push(`${size.toFixed(1)} px: ${text}`)
    if (/\b(page|word|level|refuse|over|server|hint|squadro|piggyback|backgammon-wars|to-pieces|pitch-out)\.[a-z-]+(\.[a-z-]+)*\b|\{[a-z]+\}|\b(undefined|null|NaN)\b|\[object/.test(text)) found.push(`no sentence: ${text}`)
    if (/\p{Extended_Pictographic}/u.test(text)) found.push(`an emoji: ${text}`)
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const [box, edge] = [range.getBoundingClientRect(), clip(element)]
    // The seal of the dice is a long number: its beginning tells it, the whole is one touch away.
    if (element.closest('.seal')) continue
    const inner = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden'
    if (inner || (edge && (box.left < edge.left - 2 || box.right > edge.right + 2 || box.top < edge.top - 2 || box.bottom > edge.bottom + 2))) found.push(`cut: ${text}`)
  }
  for (const target of document.querySelectorAll('button, select, input, summary, nav a, .button, [data-can]')) {
    if (!target.checkVisibility({ visibilityProperty: true }) || target.closest('.unseen, [inert]')) continue
    const { width, height } = target.getBoundingClientRect()
    if (Math.min(width, height) < 20) found.push(`a small target, ${Math.round(width)} × ${Math.round(height)}: ${target.textContent.trim() || target.dataset.anchor}`)
  }
  if (document.querySelectorAll('main .primary').length > 1) found.push('more than one primary button')
  for (const [name, value] of ['--paper', '--ink'].map((name) => [name, getComputedStyle(root).getPropertyValue(name)])) {
    if (/^#(000|fff)/i.test(value.trim())) found.push(`${name} is pure`)
  }
  return found
})
