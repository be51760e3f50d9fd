import { CARD_HEIGHT, CARD_WIDTH, cover, ID_BYTES, idFrom, lookAtPicture, PICTURE_HEAD_BYTES, type PictureProblem } from '@hudur/core'

/** An uploaded picture, turned upright and cut to the card. */
export type CardPicture = { id: string; name: string; canvas: HTMLCanvasElement }

export type PictureReading = { ok: true; picture: CardPicture } | { ok: false; reason: PictureProblem }

/** Reads a file by its content and draws it once at the card's size, so that a large photograph is not kept in memory. */
export async function readCardPicture(file: File): Promise<PictureReading> {
  const found = lookAtPicture(new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()))
  if (!found.ok) return found
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const canvas = document.createElement('canvas')
    canvas.width = CARD_WIDTH
    canvas.height = CARD_HEIGHT
    const context = canvas.getContext('2d')
    if (!context) return { ok: false, reason: 'not-an-image' }
    const { x, y, width, height } = cover(bitmap.width, bitmap.height)
    // What is transparent in the picture is paper on the card.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, width, height)
    bitmap.close()
    return { ok: true, picture: { id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))), name: file.name, canvas } }
  } catch {
    // The header was right and the rest is not.
    return { ok: false, reason: 'not-an-image' }
  }
}
