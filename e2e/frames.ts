import { encodeQR } from 'qr'
import sharp from 'sharp'

/** Computes the image of a camera: a QR code on white paper, sharp or degraded. The same seed gives the same image. */

const FRAME_SIZE = { width: 1280, height: 720 }

/** The width of the light margin around a code, in modules, as on cards. */
const CODE_MARGIN_MODULES = 2

/** Returns a generator of random numbers from 0 to 1 that repeats for the same seed (mulberry32). */
function createRandomGenerator(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type RandomGenerator = ReturnType<typeof createRandomGenerator>

const randomBetween = (random: RandomGenerator, from: number, to: number) => from + random() * (to - from)

/** The position and the degradation of a code in a frame. */
export type Degradation = {
  /** The width of the code with its margin, in pixels. */
  size: number
  /** The rotation, in degrees. */
  rotation?: number
  /** The largest displacement of each corner, as a part of `size`. Displaced corners imitate perspective. */
  tilt?: number
  /** The contrast between black and white modules, as a part of the full contrast. */
  contrast?: number
  /** The sigma of a Gaussian blur, in pixels. */
  blur?: number
  /** The sigma of Gaussian noise, in levels of 255. */
  noise?: number
  /** The strength of a lamp's reflection on the code, from 0 to 1. */
  glare?: number
  /** The brightness of the code, as a part of that of white paper. */
  brightness?: number
  /** The screen that shows the code: the pitch of its pixels, in pixels of the frame, and the darkness of the lines between them, from 0 to 1. */
  screen?: { pitch: number; lines: number }
}

type Point = { x: number; y: number }

/** Returns the projection of the unit square onto four corners: the coefficients of (a·u + b·v + c) / (g·u + h·v + 1) (Heckbert, 1989). */
function computeProjection([p0, p1, p2, p3]: [Point, Point, Point, Point]) {
  const [dx1, dx2, dx3] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x]
  const [dy1, dy2, dy3] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / determinant
  const h = (dx1 * dy3 - dx3 * dy1) / determinant
  return [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x, p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y, g, h, 1] as const
}

/** Returns a function that maps pixels back to the unit square by the adjoint of the projection, which is its inverse up to a factor. */
function createInverseProjection(corners: [Point, Point, Point, Point]) {
  const [a, b, c, d, e, f, g, h, i] = computeProjection(corners)
  const back = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  const [A, B, C, D, E, F, G, H, I] = back as [number, number, number, number, number, number, number, number, number]
  return (x: number, y: number) => {
    const w = G * x + H * y + I
    return { u: (A * x + B * y + C) / w, v: (D * x + E * y + F) / w }
  }
}

function computeCorners(
  { size, rotation = 0, tilt = 0 }: Degradation,
  centre: Point,
  random: RandomGenerator,
): [Point, Point, Point, Point] {
  const angle = (rotation * Math.PI) / 180
  const computeCorner = (x: number, y: number): Point => {
    const [moved, lifted] = [x + randomBetween(random, -tilt, tilt), y + randomBetween(random, -tilt, tilt)]
    return {
      x: centre.x + size * (moved * Math.cos(angle) - lifted * Math.sin(angle)),
      y: centre.y + size * (moved * Math.sin(angle) + lifted * Math.cos(angle)),
    }
  }
  return [computeCorner(-0.5, -0.5), computeCorner(0.5, -0.5), computeCorner(0.5, 0.5), computeCorner(-0.5, 0.5)]
}

/** The number of samples per pixel in each direction. A pixel that lies across two modules becomes grey, as on the sensor of a camera. */
const SAMPLES_PER_PIXEL_SIDE = 3

/** Returns the frame of a camera with the QR code of `text`, as a JPEG. */
export async function renderFrame(text: string, degradation: Degradation, seed: number): Promise<Buffer> {
  const random = createRandomGenerator(seed)
  const { width, height } = FRAME_SIZE
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: CODE_MARGIN_MODULES })
  const count = modules.length
  const { size, contrast = 1, glare = 0, noise = 0, blur = 0, brightness = 1, screen } = degradation
  const centreMargin = size * 0.75
  const centre = {
    x: randomBetween(random, Math.min(centreMargin, width / 2), Math.max(width - centreMargin, width / 2)),
    y: randomBetween(random, Math.min(centreMargin, height / 2), Math.max(height - centreMargin, height / 2)),
  }
  const corners = computeCorners(degradation, centre, random)
  const toUnitSquare = createInverseProjection(corners)
  const [white, black] = [brightness * (128 + 112 * contrast), brightness * (128 - 112 * contrast)]
  const [left, right] = [randomBetween(random, 70, 110), randomBetween(random, 120, 170)]
  const pixels = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = left + ((right - left) * (x + y / 2)) / (width + height / 2)

  const computeBounds = (axis: 'x' | 'y', last: number) => {
    const all = corners.map(corner => corner[axis])
    return [Math.max(0, Math.floor(Math.min(...all)) - 2), Math.min(last, Math.ceil(Math.max(...all)) + 2)] as const
  }
  const [[fromX, toX], [fromY, toY]] = [computeBounds('x', width - 1), computeBounds('y', height - 1)]
  for (let y = fromY; y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      let [sum, inside] = [0, 0]
      for (let sample = 0; sample < SAMPLES_PER_PIXEL_SIDE * SAMPLES_PER_PIXEL_SIDE; sample++) {
        const { u, v } = toUnitSquare(
          x + ((sample % SAMPLES_PER_PIXEL_SIDE) + 0.5) / SAMPLES_PER_PIXEL_SIDE,
          y + (Math.floor(sample / SAMPLES_PER_PIXEL_SIDE) + 0.5) / SAMPLES_PER_PIXEL_SIDE,
        )
        if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
        inside++
        sum += modules[Math.floor(v * count)]?.[Math.floor(u * count)] ? black : white
      }
      // The sensor takes the grid of the screen at the centre of each of its pixels, so that a grid of nearly the same pitch gives moiré.
      if (screen && inside > 0) sum *= computeScreenLight(toUnitSquare(x + 0.5, y + 0.5), size, screen)
      const at = y * width + x
      if (inside > 0)
        pixels[at] =
          (sum + (SAMPLES_PER_PIXEL_SIDE * SAMPLES_PER_PIXEL_SIDE - inside) * (pixels[at] ?? 0)) /
          (SAMPLES_PER_PIXEL_SIDE * SAMPLES_PER_PIXEL_SIDE)
    }
  }

  if (glare > 0)
    addGlare(
      pixels,
      { x: centre.x + randomBetween(random, -0.25, 0.25) * size, y: centre.y + randomBetween(random, -0.25, 0.25) * size },
      size * randomBetween(random, 0.1, 0.2),
      glare,
    )
  const grey = Buffer.from(Uint8ClampedArray.from(pixels).buffer)
  const raw = { raw: { width, height, channels: 1 as const } }
  const blurred = blur > 0 ? await sharp(grey, raw).blur(blur).toColourspace('b-w').raw().toBuffer() : grey
  if (noise > 0)
    for (let at = 0; at < blurred.length; at++) blurred[at] = Math.min(255, Math.max(0, (blurred[at] ?? 0) + noise * randomNormal(random)))
  return sharp(blurred, raw).toColourspace('srgb').jpeg({ quality: 88, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** Returns how much of its light a screen gives at a point of the unit square, from 0 to 1: less between its pixels. */
function computeScreenLight({ u, v }: { u: number; v: number }, size: number, { pitch, lines }: NonNullable<Degradation['screen']>) {
  const wave = (at: number) => (1 + Math.cos((2 * Math.PI * at * size) / pitch)) / 2
  return (1 - lines * wave(u)) * (1 - lines * wave(v))
}

function addGlare(pixels: Float32Array, { x: centreX, y: centreY }: Point, radius: number, strength: number) {
  const { width, height } = FRAME_SIZE
  const extent = radius * 3
  for (let y = Math.max(0, Math.floor(centreY - extent)); y < Math.min(height, centreY + extent); y++) {
    for (let x = Math.max(0, Math.floor(centreX - extent)); x < Math.min(width, centreX + extent); x++) {
      const distance = ((x - centreX) ** 2 + (y - centreY) ** 2) / radius ** 2
      const light = strength * Math.exp(-distance / 2)
      const at = y * width + x
      pixels[at] = (pixels[at] ?? 0) * (1 - light) + 255 * light
    }
  }
}

/** Returns a normally distributed random number (Box and Muller). */
const randomNormal = (random: RandomGenerator) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Kinds of degradation. Each has a number of frames and a function that returns a random degradation of its kind. */
type DegradationKinds = Record<string, { frames: number; createDegradation: (random: RandomGenerator) => Degradation }>

/** The kinds of degradation of codes on paper, 400 frames in all. */
export const PAPER_KINDS: DegradationKinds = {
  clean: { frames: 30, createDegradation: random => ({ size: randomBetween(random, 180, 340) }) },
  blur: { frames: 50, createDegradation: random => ({ size: randomBetween(random, 180, 340), blur: randomBetween(random, 0.8, 2.4) }) },
  turn: {
    frames: 50,
    createDegradation: random => ({
      size: randomBetween(random, 180, 340),
      rotation: randomBetween(random, 5, 45) * (random() < 0.5 ? -1 : 1),
    }),
  },
  perspective: { frames: 50, createDegradation: random => ({ size: randomBetween(random, 200, 340), tilt: 0.1 }) },
  'low contrast': {
    frames: 40,
    createDegradation: random => ({ size: randomBetween(random, 180, 340), contrast: randomBetween(random, 0.12, 0.42) }),
  },
  small: { frames: 50, createDegradation: random => ({ size: randomBetween(random, 110, 220) }) },
  glare: { frames: 40, createDegradation: random => ({ size: randomBetween(random, 180, 340), glare: randomBetween(random, 0.4, 0.9) }) },
  noise: { frames: 40, createDegradation: random => ({ size: randomBetween(random, 180, 340), noise: randomBetween(random, 10, 35) }) },
  mixed: {
    frames: 50,
    createDegradation: random => ({
      size: randomBetween(random, 180, 320),
      rotation: randomBetween(random, -30, 30),
      tilt: 0.05,
      contrast: randomBetween(random, 0.45, 0.9),
      blur: randomBetween(random, 0.4, 1.4),
      noise: randomBetween(random, 4, 14),
    }),
  },
}

/** Returns a random position of a phone whose screen shows the code. */
const createScreenPosition = (random: RandomGenerator) => ({
  size: randomBetween(random, 220, 380),
  rotation: randomBetween(random, -15, 15),
})

/** The kinds of degradation of codes on the screens of phones, 60 frames in all. */
export const SCREEN_KINDS: DegradationKinds = {
  'screen pixels': {
    frames: 20,
    createDegradation: random => ({
      ...createScreenPosition(random),
      screen: { pitch: randomBetween(random, 2, 5), lines: randomBetween(random, 0.2, 0.6) },
    }),
  },
  'dark screen': {
    frames: 20,
    createDegradation: random => ({
      ...createScreenPosition(random),
      brightness: randomBetween(random, 0.2, 0.5),
      noise: randomBetween(random, 2, 6),
      screen: { pitch: randomBetween(random, 2, 4), lines: randomBetween(random, 0.1, 0.4) },
    }),
  },
  moiré: {
    frames: 20,
    createDegradation: random => ({
      ...createScreenPosition(random),
      tilt: 0.03,
      screen: { pitch: randomBetween(random, 1.02, 1.2), lines: randomBetween(random, 0.2, 0.6) },
    }),
  },
}

/** Returns the degradations of all frames of `kinds`, each with its kind and the seed of its frame. The same seed gives the same list. */
export function createFrameDegradations(seed: number, kinds: DegradationKinds): { kind: string; degradation: Degradation; seed: number }[] {
  const random = createRandomGenerator(seed)
  return Object.entries(kinds).flatMap(([kind, { frames, createDegradation }]) =>
    Array.from({ length: frames }, (_, index) => ({
      kind,
      degradation: createDegradation(random),
      seed: seed * 1_000_003 + index + kind.length * 7_919,
    })),
  )
}
