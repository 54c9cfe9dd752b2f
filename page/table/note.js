// What is said over the board until it is put away: a refusal with its rule, a hint, a position in words.
import { h } from '../dom.js'
import { rulebook } from '../net/api.js'
import { icon } from '../svg/icons.js'
import { inline } from '../views/inline.js'
import { language, say } from '../words.js'

export class Note {
  constructor() {
    this.node = h('div', { class: 'note', role: 'alert', hidden: true })
  }

  /** @param {...Child} content */
  show(...content) {
    const close = h('button', { class: 'icon-only', 'aria-label': say('page.close'), onclick: () => this.hide() }, icon('close'))
    this.node.replaceChildren(close, ...content.filter((child) => child instanceof Node))
    this.node.hidden = false
  }

  hide() {
    this.node.hidden = true
  }

  /** Goes to the other half of the board than what it speaks of. @param {Element | null | undefined} subject */
  avoid(subject) {
    const stage = this.node.parentElement?.getBoundingClientRect()
    const box = subject?.getBoundingClientRect()
    this.node.classList.toggle('above', !!stage && !!box && box.top + box.height / 2 > stage.top + stage.height / 2)
  }

  /** Why can't I? The sentence, the numbered rule, and the way into the rulebook.
   * @param {string} game @param {import('../net/protocol').Refused} refused */
  async refuse(game, { rule, word, values }) {
    const sentence = h('p', {}, h('strong', {}, say(word, values, game)))
    this.show(sentence)
    const number = /^R(\d+)$/.exec(rule)?.[1]
    if (!number) return
    const book = await rulebook(language(), game).catch(() => null)
    const found = book?.blocks.find((block) => block.block === 'rule' && block.number === Number(number))
    if (!sentence.isConnected) return
    this.show(sentence,
      found?.block === 'rule' && h('p', { class: 'rule' }, h('span', { class: 'number' }, number), h('span', {}, ...inline(found.text))),
      h('a', { href: `/rules/${game}#r${number}` }, icon('book'), say('page.refused.rule', { number })))
  }
}
