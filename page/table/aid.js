// Chances as an aid: a choice whose preview has one shows it, unless the reader would rather feel than count.

let on = true
try { on = localStorage.getItem('aid') !== 'off' } catch { /* a private window forgets */ }

/** Whether chances are shown. */
export const aided = () => on

/** Shows chances, or no longer, and remembers it. @param {boolean} wanted */
export function aid(wanted) {
  on = wanted
  try { localStorage.setItem('aid', wanted ? 'on' : 'off') } catch { /* a private window forgets */ }
}

/** A chance from 0 to 1 in whole percents; what is not certain never looks so. @param {number} chance */
export function percent(chance) {
  if (chance > 0.995 && chance < 1) return '> 99 %'
  return chance > 0 && chance < 0.005 ? '< 1 %' : `${Math.round(100 * chance)} %`
}
