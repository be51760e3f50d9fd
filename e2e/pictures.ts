import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Reads the QR code of an image with another decoder than the product's. */
export async function readCode(picture: Buffer | string): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })?.data
}

/** Reads the QR code of an image with ZBar, on which many scanners at doors are built. */
export async function readWithZBar(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).flatten().greyscale().raw().toBuffer({ resolveWithObject: true })
  const [code] = await scanGrayBuffer(new Uint8Array(data).buffer, info.width, info.height)
  return code?.decode()
}

const CAMERA = { width: 1280, height: 720 }
const FRAMES = 15

/** Writes the video of a camera in front of a card's code, in the format of Chromium's fake camera: JPEGs one after another. */
export async function writeCardVideo(card: Buffer, file: string) {
  const { width = 0, height = 0 } = await sharp(card).metadata()
  const viewHeight = Math.round((width * CAMERA.height) / CAMERA.width)
  const top = Math.min(height - viewHeight, Math.round(height * 0.8 - viewHeight / 2))
  const view = await sharp(card)
    .extract({ left: 0, top, width, height: viewHeight })
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

/** The long side (px) and the JPEG quality to which messengers recompress an image. */
export const MESSENGERS = [1600, 1280, 640].flatMap(longSide => [80, 60, 50].map(quality => ({ longSide, quality })))

export const sentByMessenger = (card: Buffer, { longSide, quality }: (typeof MESSENGERS)[number]) =>
  sharp(card)
    .flatten({ background: '#ffffff' })
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer()

let reader: Promise<unknown> | undefined

/** Reads the QR code of an image with the scanner's decoder and its options. */
export async function readLikeDoors(picture: Buffer): Promise<string | undefined> {
  reader ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then(bytes =>
    prepareZXingModule({ overrides: { wasmBinary: bytes.buffer }, fireImmediately: true }),
  )
  await reader
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' } as ImageData
  const codes = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain' })
  return codes.find(({ isValid, text }) => isValid && text !== '')?.text
}

/** Returns an image with another one over it, as a PNG. */
export const laidOver = (ground: Buffer, image: { input: Buffer; left: number; top: number }) =>
  sharp(ground).composite([image]).png({ compressionLevel: 1 }).toBuffer()
