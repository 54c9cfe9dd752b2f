// Bluff, a toy with hidden hands: a track of 24 squares, a die, a deck. It keeps the frame honest about secrets.
import { card, row } from '../svg/cards.js'
import { die } from '../svg/dice.js'

/** @typedef {'one' | 'two'} Seat */
/** @typedef {{ cards: number, faces: number[] | null }} Held */
/** @typedef {{ hands: [Held, Held], deck: Held, discard: number[], squares: [number, number], pips?: number, throws?: number }} View */

const CARDS = ['caltrops', 'feather', 'parry']
const SYMBOLS = ['M0-36 10-8 38 6 8 10 0 38-8 10-38 6-10-8Z', 'M-26 36Q-20-22 30-40 26 10-12 26Z', 'M-6-40H6V14H26V24H6V40H-6V24H-26V14H-6Z']
const COLOURS = ['#8a3a1c', '#2f6b6b', '#24457a']
/** @type {Seat[]} */
const SEATS = ['one', 'two']

/** @param {number} square @returns {[number, number]} */
const spot = (square) => [-455 + ((square - 1) % 8) * 130, -180 + Math.floor((square - 1) / 8) * 130]

/** Every card of a hand by name, or backs. @param {Held} held @returns {(number | null)[]} */
const faces = ({ cards, faces }) => faces ? faces.flatMap((n, i) => Array(n).fill(i)) : Array(cards).fill(null)

/** @type {GameFile<View>} */
export default {
  id: 'bluff',
  box: [-540, -540, 1080, 1080],

  draw(view, { me, say }) {
    const below = me ?? 'one'
    return [
      ['rect', { x: -530, y: -530, width: 1060, height: 1060, rx: 44, fill: '#5d6f62' }],
      ...Array.from({ length: 24 }, (_, i) => {
        const [x, y] = spot(i + 1)
        return /** @type {Shape} */ (['rect', { key: `square ${i + 1}`, x: x - 58, y: y - 58, width: 116, height: 116, rx: 16, fill: i === 9 ? '#c9a45c' : '#e9e0cc', 'fill-opacity': i === 23 ? 1 : 0.85 }])
      }),
      ...SEATS.map((seat, i) => {
        const [x, y] = view.squares[i] ? spot(view.squares[i]) : [-455 + i * 60, -290]
        return /** @type {Shape} */ (['g', { key: `pawn ${seat}`, at: [x + (i ? 22 : -22), y] },
          ['circle', i ? { r: 26, fill: '#e9e0cc', stroke: '#1b3560', 'stroke-width': 12 } : { r: 30, fill: '#a33a1b' }]])
      }),
      card({ key: 'deck', at: [-330, 290], anchor: 'deck' }),
      die({ key: `die ${view.throws ?? 0}`, at: [0, 290], pips: view.pips ?? 0, anchor: 'die' }),
      ...SEATS.flatMap((seat, i) => {
        const held = faces(view.hands[i])
        return row(held.length, 0, seat === below ? 440 : -430, 900).map((at, n) => {
          const kind = held[n]
          if (kind === null) return card({ key: `${seat} back ${n}`, at })
          const first = held.indexOf(kind) === n
          return card({ key: `${seat} ${CARDS[kind]} ${n - held.indexOf(kind)}`, at, anchor: first && seat === below ? `card:${CARDS[kind]}` : undefined, face: say(`bluff.word.${CARDS[kind]}`), symbol: SYMBOLS[kind], colour: COLOURS[kind] })
        })
      }),
    ]
  },

  events: {
    rolled(view, /** @type {{ pips: number }} */ { pips }) {
      view.pips = pips
      view.throws = (view.throws ?? 0) + 1
      return 500
    },
    moved(view, /** @type {{ seat: Seat, to: number }} */ { seat, to }) { view.squares[SEATS.indexOf(seat)] = to },
  },

  describe(view, say) {
    return SEATS.map((seat, i) => say('bluff.page.side', {
      seat: say(`word.${seat}`), square: view.squares[i],
      cards: view.hands[i].faces ? faces(view.hands[i]).map((kind) => say(`bluff.word.${CARDS[kind ?? 0]}`)) : view.hands[i].cards,
    })).join(' ')
  },

  label: (anchor, _view, say) => say(anchor.startsWith('card:') ? `bluff.word.${anchor.slice(5)}` : anchor === 'die' ? 'bluff.page.die' : 'bluff.page.deck'),
  button: ({ text }, say) => (text === 'pass' ? say('bluff.page.pass') : text),
}
