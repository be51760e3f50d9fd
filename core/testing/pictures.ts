import { crc32, deflateSync } from 'node:zlib'

const latin1Bytes = (text: string) => Buffer.from(text, 'latin1')
const bigEndian16 = (value: number) => Buffer.from([value >> 8, value & 255])
const bigEndian32 = (value: number) => Buffer.concat([bigEndian16(value >>> 16), bigEndian16(value & 0xffff)])
const littleEndian24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16])
const littleEndian32 = (value: number) => Buffer.concat([littleEndian24(value & 0xffffff), Buffer.from([value >>> 24])])

/** Joins parts into one array with an ArrayBuffer of its own, as browsers send bytes. */
const joinBytes = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.concat(parts))

export const pngChunk = (type: string, data: Uint8Array = Buffer.alloc(0)) => {
  const body = Buffer.concat([latin1Bytes(type), data])
  return Buffer.concat([bigEndian32(data.length), body, bigEndian32(crc32(body))])
}

type PictureSize = { width?: number; height?: number }

/** Returns a valid PNG of one grey, with the chunks `before` and `after` its pixels. */
export function createPng(
  { width = 4, height = 6, grey = 128 }: PictureSize & { grey?: number } = {},
  before: Buffer[] = [],
  after: Buffer[] = [],
) {
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, grey)])))
  return joinBytes(
    latin1Bytes('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Buffer.concat([bigEndian32(width), bigEndian32(height), Buffer.from([8, 0, 0, 0, 0])])),
    ...before,
    pngChunk('IDAT', deflateSync(rows)),
    ...after,
    pngChunk('IEND'),
  )
}

export const jpegSegment = (marker: number, data: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, marker]), bigEndian16(data.length + 2), data])

/** Returns a file with the structure of a JPEG, without real pixels. */
export function createJpeg({ width = 4, height = 6 }: PictureSize = {}, before: Buffer[] = [], between: Buffer[] = []) {
  const frame = Buffer.concat([Buffer.from([8]), bigEndian16(height), bigEndian16(width), Buffer.from([1, 1, 0x11, 0])])
  const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])])
  return joinBytes(
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, latin1Bytes('JFIF\0\x01\x02\0\0\x01\0\x01\0\0')),
    ...before,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc2, frame),
    scan,
    ...between,
    scan,
    Buffer.from([0xff, 0xd9]),
  )
}

export const webpChunk = (type: string, data: Uint8Array) =>
  Buffer.concat([latin1Bytes(type), littleEndian32(data.length), data, Buffer.alloc(data.length % 2)])

const riffFile = (...chunks: Buffer[]) =>
  joinBytes(latin1Bytes('RIFF'), littleEndian32(chunks.reduce((sum, { length }) => sum + length, 4)), latin1Bytes('WEBP'), ...chunks)

const lossyChunk = ({ width = 4, height = 6 }: PictureSize) =>
  webpChunk(
    'VP8 ',
    Buffer.concat([
      Buffer.from([0x10, 2, 0, 0x9d, 1, 0x2a]),
      littleEndian24(width).subarray(0, 2),
      littleEndian24(height).subarray(0, 2),
      Buffer.alloc(7, 9),
    ]),
  )

/**
 * Returns a file with the structure of a WebP: with `flags` (the first byte of VP8X) an extended one that ends with `chunks`, otherwise a
 * simple one without `chunks`.
 */
export function createWebp(
  size: PictureSize = {},
  { flags, chunks = [], canvas = size }: { flags?: number; chunks?: Buffer[]; canvas?: PictureSize } = {},
) {
  if (flags === undefined) return riffFile(lossyChunk(size))
  const { width = 4, height = 6 } = canvas
  const header = webpChunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), littleEndian24(width - 1), littleEndian24(height - 1)]))
  return riffFile(header, lossyChunk(size), ...chunks)
}
