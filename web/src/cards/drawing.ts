import { CARD_HEIGHT, CARD_WIDTH, type Rectangle } from '@hudur/core/cards/geometry'
import { starPoints } from '../ui/star-pattern.ts'
import type { Canvas2D } from './paint-text.ts'

export const CENTRE_X = CARD_WIDTH / 2
export const WHOLE_CARD: Rectangle = { x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT }

/** Returns the eight-pointed star around a point. */
export const star = (x: number, y: number, radius: number, turn = 0) =>
  new Path2D(`M${starPoints({ x, y, radius, turn }).replaceAll(' ', 'L')}Z`)

export function circle(x: number, y: number, radius: number) {
  const path = new Path2D()
  path.arc(x, y, radius, 0, 2 * Math.PI)
  return path
}

export function rectangle({ x, y, width, height }: Rectangle, radius = 0) {
  const path = new Path2D()
  path.roundRect(x, y, width, height, radius)
  return path
}

/** Returns the rectangle with every edge moved outwards by `by` pixels; inwards if `by` is negative. */
export const expanded = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

export function stroke(context: Canvas2D, path: Path2D, ink: string | CanvasGradient, width: number, opacity = 1) {
  context.save()
  context.globalAlpha *= opacity
  context.strokeStyle = ink
  context.lineWidth = width
  context.stroke(path)
  context.restore()
}

export function fill(context: Canvas2D, path: Path2D, ink: string | CanvasGradient, rule: CanvasFillRule = 'nonzero') {
  context.fillStyle = ink
  context.fill(path, rule)
}

export function fillAndStroke(context: Canvas2D, path: Path2D, paper: string, ink: string, width: number, opacity = 1) {
  fill(context, path, paper)
  stroke(context, path, ink, width, opacity)
}

/** Fills the whole card with one colour. */
export const ground = (context: Canvas2D, ink: string) => fill(context, rectangle(WHOLE_CARD), ink)

/**
 * Returns a leaf from its stem at the origin, pointing up. The numbers are the control points of its right edge, as shares of its length:
 * the point beside the stem, then the one beside the tip.
 */
export const leaf = (length: number, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
  new Path2D(
    `M0 0C${length * x1} ${-length * y1} ${length * x2} ${-length * y2} 0 ${-length}C${-length * x2} ${-length * y2} ${-length * x1} ${-length * y1} 0 0Z`,
  )

/** Strokes a frame along the edge of the card, `inset` px inside it. */
export const frame = (
  context: Canvas2D,
  { inset, radius = 0 }: { inset: number; radius?: number },
  ink: string,
  width: number,
  opacity = 1,
) => stroke(context, rectangle(expanded(WHOLE_CARD, -inset), radius), ink, width, opacity)

export function line(
  context: Canvas2D,
  { from, to, y, ink, width = 1.6 }: { from: number; to: number; y: number; ink: string; width?: number },
) {
  context.fillStyle = ink
  context.fillRect(from, y - width / 2, to - from, width)
}

/** Colours from a point on the card's vertical centre line outwards. `middle` is the place of the middle one, by default 0.5. */
type RadialColours<Colour> = { y: number; radius: number; colours: readonly Colour[]; middle?: number }

/** Returns each colour with its place: 0 at the centre, 1 at the radius. */
const colourStopsOf = <Colour>({ colours, middle = 0.5 }: RadialColours<Colour>) =>
  colours.map((colour, index) => ({ colour, at: index === 0 ? 0 : index === colours.length - 1 ? 1 : middle }))

/** Returns a gradient for lines that fade. */
export function fadingGradient(context: Canvas2D, fade: RadialColours<string>) {
  const gradient = context.createRadialGradient(CENTRE_X, fade.y, 0, CENTRE_X, fade.y, fade.radius)
  for (const { at, colour } of colourStopsOf(fade)) gradient.addColorStop(at, colour)
  return gradient
}

const colourChannels = (colour: string) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

/** Paints a background that changes outwards, in rings one shade apart. A dithered gradient makes the PNG five times as large. */
export function shadedRings(context: Canvas2D, shape: Path2D, shades: RadialColours<`#${string}`>) {
  const rings: { reach: number; colour: string }[] = []
  const stops = colourStopsOf(shades)
  stops.forEach(({ at, colour }, index) => {
    const { at: nextAt, colour: nextColour } = stops[index + 1] ?? { at, colour }
    const [from, to] = [colourChannels(colour), colourChannels(nextColour)]
    const steps = Math.max(1, ...from.map((value, channel) => Math.abs((to[channel] ?? value) - value)))
    for (let step = 0; step < steps; step++) {
      const part = step / steps
      rings.push({
        reach: shades.radius * (at + (nextAt - at) * ((step + 1) / steps)),
        colour: `rgb(${from.map((value, channel) => Math.round(value + ((to[channel] ?? value) - value) * part)).join(' ')})`,
      })
    }
  })
  clipped(context, shape, () => {
    fill(context, rectangle(WHOLE_CARD), rings.at(-1)?.colour ?? '#ffffff')
    for (const { reach, colour } of rings.slice(0, -1).reverse()) fill(context, circle(CENTRE_X, shades.y, reach), colour)
  })
}

/** Paints the whole card as `shadedRings` does. */
export const shadedGround = (context: Canvas2D, rings: Parameters<typeof shadedRings>[2]) =>
  shadedRings(context, rectangle(WHOLE_CARD), rings)

/** Returns the outline of stars and crosses over a rectangle; `origin` is a corner of one tile. Clip the drawing for another shape. */
export function lattice({ x, y, width, height }: Rectangle, size: number, origin: { x: number; y: number }) {
  const half = size / 2
  const tile = new Path2D()
  tile.addPath(star(half, half, half))
  tile.addPath(star(half, half, half * 0.52, Math.PI / 8))
  for (const quarter of [0, 1, 2, 3]) {
    const angle = (quarter * Math.PI) / 2 + Math.PI / 4
    tile.moveTo(half + half * Math.cos(angle), half + half * Math.sin(angle))
    tile.lineTo(half + size * Math.SQRT1_2 * Math.cos(angle), half + size * Math.SQRT1_2 * Math.sin(angle))
  }
  const firstTileStart = (start: number, from: number) => from - Math.ceil((from - start) / size) * size
  const path = new Path2D()
  for (let left = firstTileStart(x, origin.x); left < x + width; left += size)
    for (let top = firstTileStart(y, origin.y); top < y + height; top += size) path.addPath(tile, new DOMMatrix([1, 0, 0, 1, left, top]))
  return path
}

/** Calls `draw` with all drawing clipped to a shape. */
export function clipped(context: Canvas2D, shape: Path2D, draw: () => void, rule: CanvasFillRule = 'nonzero') {
  context.save()
  context.clip(shape, rule)
  draw()
  context.restore()
}

/** Calls `draw` twice: unchanged, and mirrored at the card's vertical centre line. */
export function mirrored(context: Canvas2D, draw: () => void) {
  draw()
  context.save()
  context.translate(CARD_WIDTH, 0)
  context.scale(-1, 1)
  draw()
  context.restore()
}

/** Calls `draw` with the origin moved to a point and rotated by `turn` radians. */
export function rotated(context: Canvas2D, { x, y, turn }: { x: number; y: number; turn: number }, draw: () => void) {
  context.save()
  context.translate(x, y)
  context.rotate(turn)
  draw()
  context.restore()
}

/** Calls `draw` scaled by `scale` around a point on the card's vertical centre line. */
export function scaled(context: Canvas2D, { y, scale }: { y: number; scale: number }, draw: () => void) {
  context.save()
  context.translate(CENTRE_X, y)
  context.scale(scale, scale)
  context.translate(-CENTRE_X, -y)
  draw()
  context.restore()
}
