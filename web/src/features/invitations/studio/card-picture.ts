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

/** An uploaded picture, turned upright and cut to the card. One that is kept already has its id from there, and says whose it is. */
export type CardPicture = { id: string; name: string; canvas: HTMLCanvasElement; keptFor?: string }

export type PictureReading = { ok: true; picture: CardPicture } | { ok: false; reason: PictureProblem }

/** Reads a file by its content; only its card-sized picture stays, so that a large photograph is not kept in memory. */
export async function readCardPicture(file: File): Promise<PictureReading> {
  const found = lookAtPicture(new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()))
  if (!found.ok) return found
  try {
    const canvas = await cutToCard(file)
    return { ok: true, picture: { id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))), name: file.name, canvas } }
  } catch {
    // The header was right and the rest is not.
    return { ok: false, reason: 'not-an-image' }
  }
}

/** Draws a picture once at the card's size, turned upright. Fails where its content is broken. */
export async function cutToCard(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  canvas.width = CARD_WIDTH
  canvas.height = CARD_HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  const { x, y, width, height } = cover(bitmap.width, bitmap.height)
  // What is transparent in the picture is paper on the card.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height)
  bitmap.close()
  return canvas
}

/** A drawing compresses to less than this without loss; a photograph does not. */
const FLAT_BYTES = 1024 * 1024

/** The picture as it is kept: a drawing exactly, a photograph as JPEG, small enough for the server either way. */
export async function encodePicture({ canvas }: CardPicture): Promise<Blob> {
  const exact = await toBlob(canvas, 'image/png')
  if (exact.size <= FLAT_BYTES) return exact
  const fine = await toBlob(canvas, 'image/jpeg', 0.92)
  return fine.size <= MAX_PICTURE_BYTES ? fine : toBlob(canvas, 'image/jpeg', 0.7)
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error(`the picture could not be written as ${type}`))), type, quality),
  )
