import { crc32 } from 'node:zlib'
import {
  END_OF_IMAGE,
  inspectPicture,
  isFrameMarker,
  jpegSegments,
  type PictureInspection,
  type PictureProblem,
  START_OF_SCAN,
} from '@hudur/core/cards/picture'

type PictureFault = 'animated' | 'broken'
export type CleanPicture =
  | (PictureInspection & { ok: true; bytes: Uint8Array<ArrayBuffer> })
  | { ok: false; reason: PictureProblem | PictureFault }
type PictureParts = Buffer[] | PictureFault

/** Returns whether a JPEG segment is needed to draw the picture: frames, tables and scans. */
const isDrawingSegment = (marker: number) => (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdf)
/** The application segments that state the colour space, by their markers. Those of an ICC profile are dropped. */
const COLOUR_SEGMENTS: Record<number, string> = { 224: 'JFIF\0', 238: 'Adobe' }

function readJpegParts(file: Buffer): PictureParts {
  const parts = [file.subarray(0, 2)]
  let [frames, scans] = [0, 0]
  for (const { marker, from, to } of jpegSegments(file)) {
    if (marker === END_OF_IMAGE) return frames === 1 && scans > 0 ? [...parts, file.subarray(from, to)] : 'broken'
    if (isFrameMarker(marker)) frames++
    if (marker === START_OF_SCAN) scans++
    const name = COLOUR_SEGMENTS[marker]
    if (isDrawingSegment(marker) || (name !== undefined && file.toString('latin1', from + 4, from + 4 + name.length) === name))
      parts.push(file.subarray(from, to))
  }
  return 'broken'
}

/** The PNG chunks that are stored: those of the pixels and of their colours, without the ICC profile. */
const PNG_CHUNKS = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['gAMA', 'cHRM', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'hIST', 'pHYs'],
])

function readPngParts(file: Buffer): PictureParts {
  const parts = [file.subarray(0, 8)]
  let hasPixels = false
  for (let at = 8; ; ) {
    const end = at + 12 + file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return 'broken'
    if (type === 'acTL') return 'animated'
    // A capital first letter marks a critical chunk: a decoder that does not know it cannot draw the picture.
    const isCritical = (file.readUInt8(at + 4) & 0x20) === 0
    if ((isCritical && !PNG_CHUNKS.has(type)) || (type === 'IHDR') !== (at === 8)) return 'broken'
    if (PNG_CHUNKS.has(type)) parts.push(file.subarray(at, end))
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') return hasPixels ? parts : 'broken'
    at = end
  }
}

const WEBP_PIXELS = new Set(['VP8 ', 'VP8L'])
const WEBP_CHUNKS = new Set(['VP8X', 'ALPH', ...WEBP_PIXELS])
const ANIMATION_FLAG = 0x02
/** The header flags for an ICC profile, EXIF and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04

function joinWebpChunks(chunks: Buffer[]) {
  const body = Buffer.concat(chunks.flatMap(chunk => (chunk.length % 2 ? [chunk, Buffer.alloc(1)] : [chunk])))
  const head = Buffer.from('RIFF....WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return [head, body]
}

/** Returns the extended header without its metadata flags. */
function withoutMetadataFlags(chunk: Buffer) {
  const header = Buffer.from(chunk)
  header[8] = header.readUInt8(8) & ~METADATA_FLAGS
  return header
}

/** Returns whether two pictures have the same width and height: those in an extended header may differ from those of the pixels. */
function isSameSize(one: Buffer, other: Buffer) {
  const [a, b] = [inspectPicture(one), inspectPicture(other)]
  return a.ok && b.ok && a.width === b.width && a.height === b.height
}

function readWebpParts(file: Buffer): PictureParts {
  const length = file.readUInt32LE(4) + 8
  if (length > file.length) return 'broken'
  const chunks: Buffer[] = []
  const pixels: Buffer[] = []
  for (let at = 12; at < length; ) {
    const end = at + 8 + file.readUInt32LE(at + 4)
    if (end > length) return 'broken'
    const [type, chunk] = [file.toString('latin1', at, at + 4), file.subarray(at, end)]
    if (type === 'ANIM' || type === 'ANMF' || (type === 'VP8X' && chunk.readUInt8(8) & ANIMATION_FLAG)) return 'animated'
    if (type === 'VP8X' && at !== 12) return 'broken'
    if (WEBP_PIXELS.has(type)) pixels.push(chunk)
    if (WEBP_CHUNKS.has(type)) chunks.push(type === 'VP8X' ? withoutMetadataFlags(chunk) : chunk)
    at = end + (end % 2)
  }
  const [only, ...others] = pixels
  if (!only || others.length > 0) return 'broken'
  const still = joinWebpChunks([only])
  if (file.toString('latin1', 12, 16) !== 'VP8X') return still
  return isSameSize(file, Buffer.concat(still)) ? joinWebpChunks(chunks) : 'broken'
}

const PART_READERS = { jpeg: readJpegParts, png: readPngParts, webp: readWebpParts }

/** Reads the parts of a file. Reading past its end throws a RangeError, which means that the file is cut short: returns `broken`. */
function readParts(file: Buffer, read: (file: Buffer) => PictureParts): PictureParts {
  try {
    return read(file)
  } catch (cause) {
    if (cause instanceof RangeError) return 'broken'
    throw cause
  }
}

/**
 * Returns a picture as it may be stored: complete, not animated, and without metadata or trailing bytes; or the reason why it is refused.
 * The pixels are neither decoded nor encoded again. An ICC profile is dropped, because it may have any length and content, and the site
 * uploads sRGB.
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture {
  const picture = inspectPicture(bytes)
  if (!picture.ok) return picture
  const parts = readParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), PART_READERS[picture.format])
  if (typeof parts === 'string') return { ok: false, reason: parts }
  return { ...picture, bytes: Buffer.concat(parts) }
}
