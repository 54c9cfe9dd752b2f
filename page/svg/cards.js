// Cards: a face with a title, or a back; and hands of them.

export const CARD = { width: 120, height: 168 }

/**
 * A card around its middle.
 * @param {{ key: string, at: At, anchor?: string, face?: string | null, symbol?: string, colour?: string }} card
 *   `face` is its title, nothing for the back; `symbol` a path around the origin, about 60 wide
 * @returns {Shape}
 */
export function card({ key, at, anchor, face, symbol, colour = '#65594c' }) {
  const [w, h] = [CARD.width, CARD.height]
  const edge = { x: -w / 2, y: -h / 2, width: w, height: h, rx: 14 }
  if (!face) {
    return ['g', { key, at, anchor, class: 'card-back' },
      ['rect', { ...edge, class: 'rim', fill: '#3c5446', stroke: '#fbf3e2', 'stroke-width': 4 }],
      ['rect', { x: -w / 2 + 14, y: -h / 2 + 14, width: w - 28, height: h - 28, rx: 8, fill: 'none', stroke: '#9fb8a8', 'stroke-width': 3 }],
      ['path', { d: `M0-40 28 0 0 40-28 0Z`, fill: '#9fb8a8' }]]
  }
  return ['g', { key, at, anchor, class: 'card-face' },
    ['rect', { ...edge, class: 'rim', fill: '#fbf3e2', stroke: '#8d7f6c', 'stroke-width': 3 }],
    symbol && ['path', { d: symbol, fill: colour, transform: 'translate(0 -18)' }],
    ['text', { y: h / 2 - 20, 'text-anchor': 'middle', 'font-size': 38, textLength: face.length > 6 ? w - 16 : undefined, lengthAdjust: 'spacingAndGlyphs', fill: '#2a2520' }, face]]
}

/** Places for `count` cards side by side around x, overlapping when there are many.
 * @param {number} count @param {number} x @param {number} y @param {number} room @returns {At[]} */
export function row(count, x, y, room) {
  const step = Math.min(CARD.width + 12, count > 1 ? (room - CARD.width) / (count - 1) : 0)
  return Array.from({ length: count }, (_, i) => [x + (i - (count - 1) / 2) * step, y])
}
