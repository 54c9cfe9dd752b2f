// Dart, a toy whose actions cannot be listed: a strip with a post, two discs, the reaches of their flicks. It keeps
// the frame honest about numbers and about both seats deciding at once.

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ table: { discs: [Place | null, Place | null], reaches: [(number | null)[], (number | null)[]] } }} View */

const SEATS = /** @type {const} */ (['one', 'two'])

/** @type {GameFile<View>} */
export default {
  id: 'dart',
  box: [-50, -660, 500, 820],

  draw({ table }) {
    return [
      ['rect', { x: -40, y: -650, width: 480, height: 800, rx: 24, fill: '#5d6f62' }],
      ['rect', { x: 0, y: 0, width: 400, height: 100, rx: 10, fill: '#e9e0cc' }],
      ['circle', { cx: 200, cy: 50, r: 12, fill: '#3b2310' }],
      ...SEATS.flatMap((seat, i) => table.reaches[i].map((reach, n) => /** @type {Shape} */ (
        ['rect', { key: `reach ${seat} ${n}`, x: 40 + i * 180 + n * 48, y: -(reach ?? 0) / 2, width: 36, height: (reach ?? 0) / 2, rx: 6, fill: i ? '#8fb4ea' : '#ec8a66' }]))),
      ...SEATS.map((seat, i) => {
        const disc = table.discs[i]
        return /** @type {Content} */ (disc && ['g', { key: seat, at: [disc.x, disc.y] }, ['circle', i ? { r: 14, fill: '#e9e0cc', stroke: '#1b3560', 'stroke-width': 8 } : { r: 18, fill: '#a33a1b' }]])
      }),
    ]
  },

  events: {
    placed(view, /** @type {{ seat: Seat, at?: Place }} */ { seat, at }) { if (at) view.table.discs[SEATS.indexOf(seat)] = at },
    flew(view, /** @type {{ seat: Seat, reach: number }} */ { seat, reach }) {
      const reaches = view.table.reaches[SEATS.indexOf(seat)]
      const last = reaches.push(0) - 1
      return { ms: 500, frame: (now, t) => { now.table.reaches[SEATS.indexOf(seat)][last] = Math.round(reach * t) } }
    },
  },

  describe: ({ table }, say) => SEATS.map((seat, i) => say('dart.picture.seat', {
    seat: say(`word.${seat}`), disc: table.discs[i] ? `${table.discs[i].x},${table.discs[i].y}` : '–', reaches: table.reaches[i].map((reach) => reach ?? '–'),
  })).join(' '),
}
