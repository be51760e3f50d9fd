/** The radius of the inner corners of an eight-pointed star, as a fraction of the outer radius: cos 45° / cos 22.5°. */
const INNER_RADIUS_RATIO = 0.7654

type StarOptions = { x: number; y: number; radius: number; points?: number; inner?: number; turn?: number }

/** Returns the corners of a star as the value of an SVG `points` attribute. The star has eight points by default. */
export const starPoints = ({ x, y, radius, points = 8, inner = INNER_RADIUS_RATIO, turn = 0 }: StarOptions) =>
  Array.from({ length: points * 2 }, (_, corner) => {
    const angle = (Math.PI / points) * corner + turn
    const reach = corner % 2 ? radius * inner : radius
    return `${(x + reach * Math.cos(angle)).toFixed(2)},${(y + reach * Math.sin(angle)).toFixed(2)}`
  }).join(' ')

type ChordsOptions = { x: number; y: number; radius: number; points: number; step: number; turn?: number }

/**
 * Returns an SVG path of the chords from each of `points` points of a circle to the `step`-th point after it. An inner circle with the
 * radius radius · cos(π · step / points) stays empty for text.
 */
export const chordsPath = ({ x, y, radius, points, step, turn = 0 }: ChordsOptions) => {
  const pointOnCircle = (index: number) => {
    const angle = (2 * Math.PI * index) / points + turn
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`
  }
  return Array.from({ length: points }, (_, index) => `M${pointOnCircle(index)}L${pointOnCircle(index + step)}`).join('')
}
