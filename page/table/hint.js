// What the computer would do, shown on the board and said over it.
import { h } from '../dom.js'
import { icon } from '../svg/icons.js'
import { say } from '../words.js'
import { wordsOf } from './prompt.js'

/** @param {import('./table.js').Table} table @param {import('../net/protocol').HintTold} told */
export function hint(table, { version, seat, choice, win, line, why }) {
  if (!table.stage || table.state?.version !== version || table.past) return
  if (table.script) return void table.act(choice.text, seat)
  table.stage.drop()
  table.stage.game.take?.(table.stage.view, choice)
  table.stage.aim({ ...choice, seat })
  table.note.avoid(table.stage.svg.querySelector('.ghost, .in-hand, .sling'))
  const { game } = table.stage
  const label = choice.from && !game.button ? game.label?.(choice.from, table.state.position.view, say, choice.preview) : null
  // A bare verb is told with its places.
  const verb = wordsOf(game, choice)
  const move = label ?? (verb.includes(' ') ? verb : table.moves.words(choice.text))
  const then = line[1] && say('page.hint.line', { line: line.slice(1).map((text) => table.moves.words(text)).join(' → ') })
  const chance = win === null ? null : say('page.hint.win', { percent: Math.round(100 * win) })
  table.note.show(h('p', {}, icon('bulb'), h('strong', {}, say('page.hint.try', { move }))),
    h('p', {}, [say(why.word, why.values, table.state.table.game), chance, then].filter(Boolean).join(' · ')))
}
