import {
  CARD_HEIGHT,
  CARD_WIDTH,
  cover,
  ID_BYTES,
  idFrom,
  lookAtPicture,
  MAX_PICTURE_BYTES,
  PICTURE_HEAD_BYTES,
  type PictureProblem,
} from '@hudur/core'
import { canvasFile } from '../../../cards/canvas-file.ts'

/**
 * An uploaded picture, turned upright and cut to the card. A picture saved on the server has its id from there, and its owner's id in
 * `keptFor`.
 */
export type CardPicture = { id: string; name: string; canvas: HTMLCanvasElement; keptFor?: string }

export type PictureReading = { ok: true; picture: CardPicture } | { ok: false; reason: PictureProblem }

/** Reads a picture file, recognised by its content. Only the card-sized picture is kept in memory, because photographs are large. */
export async function readCardPicture(file: File): Promise<PictureReading> {
  const found = lookAtPicture(new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()))
  if (!found.ok) return found
  try {
    const canvas = await cutToCard(file)
    return { ok: true, picture: { id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))), name: file.name, canvas } }
  } catch {
    // The header was valid, but the rest is damaged.
    return { ok: false, reason: 'not-an-image' }
  }
}

/** Draws a picture at the card's size, turned upright. Throws if its content is damaged. */
export async function cutToCard(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  canvas.width = CARD_WIDTH
  canvas.height = CARD_HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  const { x, y, width, height } = cover(bitmap.width, bitmap.height)
  // Transparent parts of the picture become white paper.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height)
  bitmap.close()
  return canvas
}

/** Size limit in bytes below which a picture counts as a drawing: drawings compress to less without loss, photographs do not. */
const FLAT_BYTES = 1024 * 1024

/** Encodes the picture for the server: a drawing without loss, a photograph as JPEG. Both stay within the server's limit. */
export async function encodePicture({ canvas }: CardPicture): Promise<Blob> {
  const exact = await canvasFile(canvas, { type: 'image/png' })
  if (exact.size <= FLAT_BYTES) return exact
  const fine = await canvasFile(canvas, { type: 'image/jpeg', quality: 0.92 })
  return fine.size <= MAX_PICTURE_BYTES ? fine : canvasFile(canvas, { type: 'image/jpeg', quality: 0.7 })
}
