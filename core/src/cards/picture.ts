/** Reads the format, the size and the scans of a picture from the file's bytes, and trusts neither its name nor the lengths inside it. */

const MAX_PICTURE_PIXELS = 40_000_000

/** The longest allowed side, in pixels: browsers take longer to draw a narrow strip than its number of pixels suggests. */
const MAX_PICTURE_SIDE = 12_000

/** The most scans of a JPEG. A decoder goes over all pixels for each scan, so thousands of scans take minutes; encoders write at most 14. */
const MAX_JPEG_SCANS = 100

/** How many bytes of a file are inspected. Only the scans of a larger JPEG are beyond them. */
export const INSPECTED_PICTURE_BYTES = 32 * 1024 * 1024

type PictureFormat = 'png' | 'jpeg' | 'webp'
export type PictureProblem = 'empty' | 'not-an-image' | 'too-many-pixels' | 'too-long' | 'too-many-scans'
export type PictureInspection = { ok: true; format: PictureFormat; width: number; height: number } | { ok: false; reason: PictureProblem }

type Size = { width: number; height: number }

const asciiText = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Returns a view whose reads past the end throw a RangeError, which means that the file is truncated. */
const dataViewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function pngSize(bytes: Uint8Array): Size | undefined {
  if (asciiText(bytes, 12, 16) !== 'IHDR') return undefined
  return { width: dataViewOf(bytes).getUint32(16), height: dataViewOf(bytes).getUint32(20) }
}

export const START_OF_SCAN = 0xda
export const END_OF_IMAGE = 0xd9

/** Returns whether a JPEG marker begins a frame, which has the picture's size. */
export const isFrameMarker = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isMarkerWithoutLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Returns whether an ff byte that `next` follows is still part of a scan: 00 means data, d0 to d7 a restart marker, ff a fill byte. */
const isScanDataByte = (next: number) => next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)

/**
 * Yields the segments of a JPEG up to the end of the image. `to` is the offset after a segment, and after the data of a scan. Stops at
 * bytes that do not follow the format, and throws a RangeError when the file is truncated.
 */
export function* jpegSegments(bytes: Uint8Array): Generator<{ marker: number; from: number; to: number }, void, void> {
  const data = dataViewOf(bytes)
  // Each iteration advances by at least one byte, so the loop ends with the file, whatever lengths the file states.
  for (let at = 2; data.getUint8(at) === 0xff; ) {
    const marker = data.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isMarkerWithoutLength(marker)) at += 2
    else if (marker === END_OF_IMAGE) return yield { marker, from: at, to: at + 2 }
    else {
      const length = data.getUint16(at + 2)
      if (length < 2) return
      let to = at + 2 + length
      if (marker === START_OF_SCAN) {
        to = bytes.indexOf(0xff, to)
        while (to !== -1 && isScanDataByte(data.getUint8(to + 1))) to = bytes.indexOf(0xff, to + 1)
        if (to === -1) return
      }
      yield { marker, from: at, to }
      at = to
    }
  }
}

function jpegSize(bytes: Uint8Array): Size | undefined {
  const data = dataViewOf(bytes)
  for (const { marker, from } of jpegSegments(bytes)) {
    if (isFrameMarker(marker)) return { height: data.getUint16(from + 5), width: data.getUint16(from + 7) }
    if (marker === START_OF_SCAN) return undefined
  }
  return undefined
}

/** Returns whether a JPEG has more scans than allowed. */
function hasTooManyScans(bytes: Uint8Array) {
  let scans = 0
  for (const { marker } of jpegSegments(bytes)) if (marker === START_OF_SCAN && ++scans > MAX_JPEG_SCANS) return true
  return false
}

function webpSize(bytes: Uint8Array): Size | undefined {
  const data = dataViewOf(bytes)
  const readThreeBytes = (at: number) => data.getUint16(at, true) + (data.getUint8(at + 2) << 16)
  switch (asciiText(bytes, 12, 16)) {
    case 'VP8X':
      return { width: readThreeBytes(24) + 1, height: readThreeBytes(27) + 1 }
    case 'VP8L': {
      const bits = data.getUint32(21, true)
      return data.getUint8(20) === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
    }
    case 'VP8 ':
      return asciiText(bytes, 23, 26) === '\x9d\x01\x2a'
        ? { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff }
        : undefined
    default:
      return undefined
  }
}

const pictureFormats: { format: PictureFormat; is: (bytes: Uint8Array) => boolean; size: (bytes: Uint8Array) => Size | undefined }[] = [
  { format: 'png', is: bytes => asciiText(bytes, 0, 8) === '\x89PNG\r\n\x1a\n', size: pngSize },
  { format: 'jpeg', is: bytes => asciiText(bytes, 0, 3) === '\xff\xd8\xff', size: jpegSize },
  { format: 'webp', is: bytes => asciiText(bytes, 0, 4) === 'RIFF' && asciiText(bytes, 8, 12) === 'WEBP', size: webpSize },
]

/** Reads a value from a file. Returns undefined when the file is truncated. */
function readWithin<Value>(bytes: Uint8Array, read: (bytes: Uint8Array) => Value): Value | undefined {
  try {
    return read(bytes)
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

/** Returns the format of a file by its first bytes; undefined for a format that is not accepted. */
export const formatOfPicture = (bytes: Uint8Array) => pictureFormats.find(({ is }) => is(bytes))?.format

/** Returns the format and the size of an accepted picture, or the reason against it. The size is as stored, before EXIF orientation. */
export function inspectPicture(bytes: Uint8Array): PictureInspection {
  if (bytes.length === 0) return { ok: false, reason: 'empty' }
  const found = pictureFormats.find(({ is }) => is(bytes))
  const size = found && readWithin(bytes, found.size)
  if (!found || !size || size.width === 0 || size.height === 0) return { ok: false, reason: 'not-an-image' }
  if (size.width * size.height > MAX_PICTURE_PIXELS) return { ok: false, reason: 'too-many-pixels' }
  if (Math.max(size.width, size.height) > MAX_PICTURE_SIDE) return { ok: false, reason: 'too-long' }
  if (found.format === 'jpeg' && readWithin(bytes, hasTooManyScans)) return { ok: false, reason: 'too-many-scans' }
  return { ok: true, format: found.format, ...size }
}
