// What the drawings of several games are made of.

/** @type {Seat[]} */
export const SEATS = ['one', 'two']
/** @param {Seat} seat @returns {Seat} */
export const foe = (seat) => (seat === 'one' ? 'two' : 'one')
/** @param {Seat} seat */
export const index = (seat) => (seat === 'two' ? 1 : 0)

/** A shape, where a list would not be seen to be one. @param {string} tag @param {import('./svg.js').Attributes} attributes @param {Content[]} inside @returns {Shape} */
export const el = (tag, attributes, ...inside) => [tag, attributes, ...inside]

/** A text around (x, y). @param {number} x @param {number} y @param {string | number} text @param {number} size @param {Record<string, unknown>} [more] @returns {Shape} */
export const label = (x, y, text, size, more) => ['text', { x, y: y + size * 0.36, 'text-anchor': 'middle', 'font-size': size, 'pointer-events': 'none', ...more }, `${text}`]

/** A slab with its shadow. @param {number} x @param {number} y @param {number} width @param {number} height @param {number} rx @param {string} fill @returns {Shape[]} */
export const slab = (x, y, width, height, rx, fill) => [
  ['rect', { x, y: y + 7, width, height, rx, fill: '#241d14', 'fill-opacity': 0.3 }],
  ['rect', { x, y, width, height, rx, fill }],
]

/** A gradient across a thing. @param {string} id @param {string[]} colours @returns {Shape} */
export const gradient = (id, ...colours) => ['linearGradient', { id, x1: 0, y1: 0, x2: 0.8, y2: 1 }, ...colours.map((colour, i) => el('stop', { offset: i / (colours.length - 1), 'stop-color': colour }))]

/** A text in lines of so many letters. @param {string} text @param {number} room @returns {string[]} */
export function lines(text, room) {
  const out = ['']
  for (const word of text.split(' ')) {
    if (out[out.length - 1].length + word.length < room) out[out.length - 1] += `${out.at(-1) ? ' ' : ''}${word}`
    else out.push(word)
  }
  return out.filter(Boolean)
}

/** The squares of a board that are dark, as one path. @param {string[]} spaces @param {(space: string) => number[]} at @param {number} cell */
export const squares = (spaces, at, cell) => spaces.map((space) => `M${at(space)[0] - cell / 2} ${at(space)[1] - cell / 2}h${cell}v${cell}h${-cell}Z`).join('')

/** The names of the spaces of a square board. @param {number} size */
export const spaces = (size) => Array.from({ length: size * size }, (_, i) => `${'abcdefgh'[i % size]}${Math.floor(i / size) + 1}`)

/** Every second one of them. @param {string} space */
export const isDark = (space) => (space.charCodeAt(0) + Number(space[1])) % 2 === 0

/** Files and ranks along the lower and the left edge, however the board is turned.
 * @param {number} size @param {(space: string) => number[]} at @param {number} off from the middle to the edge @param {number} font @param {string} fill @returns {Shape[]} */
export function letters(size, at, off, font, fill) {
  const across = Math.abs(at('a1')[0] - at('a2')[0]) < 1
  return Array.from({ length: 2 * size }, (_, i) => {
    const file = i < size
    const text = file ? 'abcdefgh'[i] : String(i - size + 1)
    const [x, y] = at(file ? `${text}1` : `a${text}`)
    return label(file === across ? x : -off, file === across ? off : y, text, font, { key: `edge ${text}`, class: 'engraved', fill })
  })
}
