import { MAX_PICTURE_BYTES } from '@hudur/core/cards/contract'
import { CARD_HEIGHT, CARD_WIDTH, coverRectangle } from '@hudur/core/cards/geometry'
import { encodeCanvas } from './canvas-file.ts'

/**
 * An uploaded picture, turned upright and cropped to the card. If the picture is saved on the server, `id` is its id there, and `keptFor`
 * is the id of the user who owns it.
 */
export type CardPicture = { id: string; name: string; canvas: HTMLCanvasElement; keptFor?: string }

/** Draws a stored picture at the card's size. Throws if its content is damaged. */
export const cropToCard = async (file: Blob) => drawOnCard(await createImageBitmap(file, { imageOrientation: 'from-image' }))

/** Draws a decoded picture at the card's size, and releases it. */
export function drawOnCard(bitmap: ImageBitmap) {
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
