import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { qrCodeText } from '@hudur/core/check-in/card-text'
import type { PictureWithETag } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { encodeQR } from 'qr'

const SIZE_PX = 300
/** The width of the quiet zone around the code, in modules. */
const MARGIN_MODULES = 2

function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Returns a square black-and-white PNG with one bit a pixel (PNG specification, third edition); `isDark` returns the colour of a pixel. */
function bitmapPng(size: number, isDark: (x: number, y: number) => boolean) {
  const rowBytes = Math.ceil(size / 8) + 1
  const pixels = Buffer.alloc(rowBytes * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) pixels[y * rowBytes + 1 + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Draws an invitation's QR code as a PNG of 300 × 300 px: whole pixels for each module, and a quiet zone of at least two modules. */
export function qrPng(invitation: Invitation): PictureWithETag {
  const text = qrCodeText(invitation)
  // The tag (ETag) is a hash of everything that the bytes depend on. A change of the drawing code must change the prefix `png 1`.
  const tag = createHash('sha256').update(`png 1 ${text}`).digest('base64url')
  return { tag, bytes: async () => drawQrPng(text) }
}

function drawQrPng(text: string): Uint8Array<ArrayBuffer> {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN_MODULES })
  const scale = Math.floor(SIZE_PX / modules.length)
  const offset = Math.floor((SIZE_PX - scale * modules.length) / 2)
  return bitmapPng(SIZE_PX, (x, y) => modules[Math.floor((y - offset) / scale)]?.[Math.floor((x - offset) / scale)] ?? false)
}
