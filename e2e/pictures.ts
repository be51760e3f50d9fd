import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Reads the QR code of an image with jsQR, a decoder that the product does not use. Returns undefined when it finds no code. */
export async function readWithJsQr(picture: Buffer | string): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })?.data
}

/** Reads the QR code of an image with ZBar, a decoder that many other scanners use. Returns undefined when it finds no code. */
export async function readWithZBar(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).flatten().greyscale().raw().toBuffer({ resolveWithObject: true })
  const [code] = await scanGrayBuffer(new Uint8Array(data).buffer, info.width, info.height)
  return code?.decode()
}

const CAMERA_SIZE = { width: 1280, height: 720 }
const VIDEO_FRAME_COUNT = 15

/** Writes a video that shows the QR code of a card, in the format of Chromium's fake camera: JPEGs one after another. */
export async function writeCardVideo(card: Buffer, file: string) {
  const { width = 0, height = 0 } = await sharp(card).metadata()
  const viewHeight = Math.round((width * CAMERA_SIZE.height) / CAMERA_SIZE.width)
  const top = Math.min(height - viewHeight, Math.round(height * 0.8 - viewHeight / 2))
  const view = await sharp(card)
    .extract({ left: 0, top, width, height: viewHeight })
    .resize(CAMERA_SIZE.width, CAMERA_SIZE.height)
    .toColourspace('srgb')
    .toBuffer()
  const frames = await Promise.all(
    Array.from({ length: VIDEO_FRAME_COUNT }, (_, n) =>
      sharp(view)
        .modulate({ brightness: 0.8 + (n % 5) * 0.05 })
        .removeAlpha()
        .jpeg({ quality: 85, chromaSubsampling: '4:2:0' })
        .toBuffer(),
    ),
  )
  await writeFile(file, Buffer.concat(frames))
}

/** Long sides (px) and JPEG qualities to which messengers recompress an image. */
export const MESSENGER_COMPRESSIONS = [1600, 1280, 640].flatMap(longSide => [80, 60, 50].map(quality => ({ longSide, quality })))

/** Returns a card as a messenger delivers it: a JPEG of that long side and quality. */
export const recompressLikeMessenger = (card: Buffer, { longSide, quality }: (typeof MESSENGER_COMPRESSIONS)[number]) =>
  sharp(card)
    .flatten({ background: '#ffffff' })
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer()

let decoderStart: Promise<unknown> | undefined

/** Reads a QR code with the decoder of the product's scanner and its options. Returns undefined when it finds none. */
export async function readWithScannerDecoder(picture: Buffer): Promise<string | undefined> {
  decoderStart ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then(bytes =>
    prepareZXingModule({ overrides: { wasmBinary: bytes.buffer }, fireImmediately: true }),
  )
  await decoderStart
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' } as ImageData
  const codes = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain' })
  return codes.find(({ isValid, text }) => isValid && text !== '')?.text
}

/** Draws `image` over `background`. Returns a PNG. */
export const overlayImage = (background: Buffer, image: { input: Buffer; left: number; top: number }) =>
  sharp(background).composite([image]).png({ compressionLevel: 1 }).toBuffer()
