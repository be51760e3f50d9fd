import { writeFile } from 'node:fs/promises'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** Reads a picture's QR code with a decoder that is not the product's. */
export async function readCode(picture: Buffer | string): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })?.data
}

const CAMERA = { width: 1280, height: 720 }
const FRAMES = 15

/** A camera that is held before the code of a card: what Chromium's fake camera plays, a file of JPEGs one after another. */
export async function filmCard(card: Buffer, file: string) {
  const { width = 0, height = 0 } = await sharp(card).metadata()
  const seen = Math.round((width * CAMERA.height) / CAMERA.width)
  const top = Math.min(height - seen, Math.round(height * 0.8 - seen / 2))
  const view = await sharp(card)
    .extract({ left: 0, top, width, height: seen })
    .resize(CAMERA.width, CAMERA.height)
    .toColourspace('srgb')
    .toBuffer()
  const frames = await Promise.all(
    Array.from({ length: FRAMES }, (_, n) =>
      sharp(view)
        .modulate({ brightness: 0.8 + (n % 5) * 0.05 })
        .removeAlpha()
        .jpeg({ quality: 85, chromaSubsampling: '4:2:0' })
        .toBuffer(),
    ),
  )
  await writeFile(file, Buffer.concat(frames))
}
