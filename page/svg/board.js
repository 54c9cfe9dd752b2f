// What boards share: turning them, and wood.

/**
 * A board around the origin, turned clockwise by quarter turns.
 * @param {number} quarters
 * @param {Content[]} shapes
 * @returns {Shape}
 */
export const turned = (quarters, ...shapes) => ['g', { key: 'board', at: [0, 0, 90 * quarters] }, ...shapes]

/**
 * The grain of a plank around the origin: lines that waver, the same in every drawing.
 * @param {number} half half of its side
 * @param {number} lines
 * @param {string} colour
 * @returns {Shape}
 */
export function grain(half, lines, colour) {
  const paths = Array.from({ length: lines }, (_, i) => {
    const y = -half + ((i + 0.5) * 2 * half) / lines
    // Golden-ratio steps scatter evenly without a generator.
    const sway = ((i * 0.618) % 1) * 26 - 13
    const knot = ((i * 0.382 + 0.2) % 1) * 30 - 15
    return `M${-half} ${y}C${-half / 3} ${y + sway} ${half / 4} ${y - knot} ${half} ${y + knot / 2}`
  })
  return ['path', { d: paths.join(''), fill: 'none', stroke: colour, 'stroke-width': 1.6, 'pointer-events': 'none' }]
}
