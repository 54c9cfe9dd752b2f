// Elements from a few words: h('button', { class: 'plain', onclick: roll }, 'Roll').

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. `on…` are listeners, `true` is an empty attribute, `false` and `null` are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value))
  }
  // A button that does something by itself does not send the form around it.
  if ('onclick' in attributes && element instanceof HTMLButtonElement) element.type = 'button'
  element.append(...children.flat().filter(present).map(String_))
  return element
}

/** @param {Child} child @returns {child is Node | string | number} */
const present = (child) => child !== null && child !== undefined && child !== false && child !== ''

/** @param {Node | string | number} child */
const String_ = (child) => (typeof child === 'number' ? String(child) : child)

/**
 * Puts these children in the place of what is there; leaves the element alone when nothing would change.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  const fresh = document.createElement('div')
  fresh.append(...children.filter(present).map(String_))
  const same = fresh.childNodes.length === element.childNodes.length &&
    [...fresh.childNodes].every((node, i) => node.nodeType === Node.TEXT_NODE && node.isEqualNode(element.childNodes[i]))
  if (!same) element.replaceChildren(...fresh.childNodes)
}

/** Puts `text` on the clipboard. @param {string} text @returns {Promise<boolean>} whether it is there */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = h('textarea', { class: 'unseen', 'aria-hidden': 'true' })
    field.value = text
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}
