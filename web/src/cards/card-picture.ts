import { MAX_PICTURE_BYTES } from '@hudur/core/cards/contract'
import { CARD_HEIGHT, CARD_WIDTH, coverRectangle } from '@hudur/core/cards/geometry'
import { inspectPicture, PICTURE_HEAD_BYTES, type PictureProblem } from '@hudur/core/cards/picture'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import { encodeCanvas } from './canvas-file.ts'

/**
 * An uploaded picture, turned upright and cropped to the card. If the picture is saved on the server, `id` is its id there, and `keptFor`
 * is the id of the user who owns it.
 */
export type CardPicture = { id: string; name: string; canvas: HTMLCanvasElement; keptFor?: string }

export type PictureReading = { ok: true; picture: CardPicture } | { ok: false; reason: PictureProblem }

/** Reads a picture file, recognised by its content. Only the picture cropped to the card stays in memory, because photographs are large. */
export async function readCardPicture(file: File): Promise<PictureReading> {
  const found = inspectPicture(new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()))
  if (!found.ok) return found
  try {
    const canvas = await cropToCard(file)
    return { ok: true, picture: { id: idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES))), name: file.name, canvas } }
  } catch {
    // The header was valid, but the rest is damaged.
    return { ok: false, reason: 'not-an-image' }
  }
}

/** Draws a picture at the card's size, turned upright. Throws if its content is damaged. */
export async function cropToCard(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  canvas.width = CARD_WIDTH
  canvas.height = CARD_HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  const { x, y, width, height } = coverRectangle(bitmap.width, bitmap.height)
  // Transparent parts of the picture become white paper.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height)
  bitmap.close()
  return canvas
}

/** The largest PNG size, in bytes, of a picture that counts as a drawing. Photographs are larger as PNG. */
const MAX_DRAWING_BYTES = 1024 * 1024

/** Encodes the picture for the server: a drawing without loss, a photograph as JPEG. Both stay within the server's limit. */
export async function encodePicture({ canvas }: CardPicture): Promise<Blob> {
  const png = await encodeCanvas(canvas, { type: 'image/png' })
  if (png.size <= MAX_DRAWING_BYTES) return png
  const jpeg = await encodeCanvas(canvas, { type: 'image/jpeg', quality: 0.92 })
  return jpeg.size <= MAX_PICTURE_BYTES ? jpeg : encodeCanvas(canvas, { type: 'image/jpeg', quality: 0.7 })
}
