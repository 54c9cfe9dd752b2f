// The inline marks of the rulebooks: *emphasis*, **strong**, `code`.
import { h } from '../dom.js'
import { bound } from '../words.js'

/** @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  return bound(text).split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).filter(Boolean).map((part) => {
    if (part.startsWith('**')) return h('strong', {}, part.slice(2, -2))
    if (part.length > 2 && part.startsWith('*')) return h('em', {}, part.slice(1, -1))
    if (part.length > 2 && part.startsWith('`')) return h('code', {}, part.slice(1, -1))
    return part
  })
}
