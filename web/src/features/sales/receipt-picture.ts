import { encodeCanvas } from '../../cards/canvas-file.ts'
import { decodePictureFile } from '../../cards/decode-picture-file.ts'

/** The longest side of a stored picture of a receipt, in pixels: enough to read a photographed paper. */
const MAX_SIDE = 2000

/**
 * Returns a chosen picture as it is uploaded: upright, on white, at most 2000 pixels on a side, as JPEG. The server removes what a camera
 * writes beside the picture, and with it the rotation. Returns the problem, in Arabic, of a file that is refused.
 */
export async function prepareReceiptPicture(file: Blob, timeoutMs?: number): Promise<{ picture: Blob } | { problem: string }> {
  const decoding = await decodePictureFile(file, timeoutMs)
  if (!decoding.ok) return decoding
  const { bitmap } = decoding
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return { picture: await encodeCanvas(canvas, { type: 'image/jpeg', quality: 0.85 }) }
}
