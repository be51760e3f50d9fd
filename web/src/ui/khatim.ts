/** The radius of the inner corners of the eight-pointed star, as a part of the outer radius: cos 45° / cos 22.5°. */
const INNER = 0.7654

type Star = { x: number; y: number; radius: number; points?: number; inner?: number; turn?: number }

/** Returns the corners of a star as an SVG `points` list; by default it has eight points. */
export const starPoints = ({ x, y, radius, points = 8, inner = INNER, turn = 0 }: Star) =>
  Array.from({ length: points * 2 }, (_, corner) => {
    const angle = (Math.PI / points) * corner + turn
    const reach = corner % 2 ? radius * inner : radius
    return `${(x + reach * Math.cos(angle)).toFixed(2)},${(y + reach * Math.sin(angle)).toFixed(2)}`
  }).join(' ')

type Chords = { x: number; y: number; radius: number; points: number; step: number; turn?: number }

/**
 * Returns a line from each of `points` to the `step`-th after it. All lines touch a circle of radius · cos(π · step / points), which leaves
 * room for texts.
 */
export const chords = ({ x, y, radius, points, step, turn = 0 }: Chords) => {
  const at = (index: number) => {
    const angle = (2 * Math.PI * index) / points + turn
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`
  }
  return Array.from({ length: points }, (_, index) => `M${at(index)}L${at(index + step)}`).join('')
}
