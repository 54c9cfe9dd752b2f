// A die from above.

const SPOTS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]]

/**
 * @param {{ key: string, at: At, pips: number, anchor?: string }} die 0 pips for a die that was not thrown
 * @returns {Shape}
 */
export function die({ key, at, pips, anchor }) {
  return ['g', { key, at, anchor, class: 'die' },
    ['rect', { x: -48, y: -48, width: 100, height: 100, rx: 20, fill: '#2b1a0c', 'fill-opacity': 0.3 }],
    ['rect', { class: 'rim', x: -50, y: -50, width: 100, height: 100, rx: 20, fill: '#fbf3e2', stroke: '#8d7f6c', 'stroke-width': 3 }],
    ...SPOTS[pips].map(([x, y]) => /** @type {Shape} */ (['circle', { cx: 26 * x, cy: 26 * y, r: 10, fill: '#2a2520' }]))]
}
