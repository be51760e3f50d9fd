import { createJpeg, createPng, createWebp, jpegSegment, pngChunk, webpChunk } from '@hudur/core/testing/pictures'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanPicture } from './picture-file.ts'

const latin1Bytes = (text: string) => Buffer.from(text, 'latin1')

/** Cleans a picture, and throws when it is refused. Returns the bytes as text, so that a failed comparison is readable. */
function cleanedText(bytes: Uint8Array) {
  const clean = cleanPicture(bytes)
  if (!clean.ok) throw new Error(clean.reason)
  return Buffer.from(clean.bytes).toString('latin1')
}
const latin1Text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const refusalReasonOf = (bytes: Uint8Array) => {
  const clean = cleanPicture(bytes)
  return clean.ok ? 'clean' : clean.reason
}

const SECRET = latin1Bytes('15.3694 N 44.1910 E, of somebody')
const exif = jpegSegment(0xe1, Buffer.concat([latin1Bytes('Exif\0\0MM\0*'), SECRET]))
const samples = { png: createPng(), jpeg: createJpeg(), webp: createWebp(), 'extended webp': createWebp({}, { flags: 0 }) }

/** Generates the content of metadata, and the kinds of PNG chunks, JPEG segments and WebP chunks that contain metadata. */
const randomMetadata = fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.concat([SECRET, bytes]))
const pngMetadata = fc.array(fc.tuple(fc.constantFrom('tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt', 'caBX'), randomMetadata), {
  maxLength: 4,
})
const jpegMetadata = fc.array(fc.tuple(fc.constantFrom(0xe1, 0xe2, 0xe3, 0xec, 0xed, 0xef, 0xfe), randomMetadata), { maxLength: 4 })
const webpMetadata = fc.array(fc.tuple(fc.constantFrom('EXIF', 'XMP ', 'ABCD'), randomMetadata), { maxLength: 4 })

describe('keeps the picture and its colours, but no ICC profile', () => {
  test.each(Object.entries(samples))('cleanPicture leaves a picture without metadata unchanged: %s', (_, bytes) =>
    expect(cleanedText(bytes)).toBe(latin1Text(bytes)),
  )

  test('cleanPicture keeps PNG colour chunks and the JPEG Adobe segment', () => {
    const colours = ['gAMA', 'cHRM', 'sRGB', 'pHYs', 'tRNS'].map(type => pngChunk(type, latin1Bytes('colour')))
    expect(cleanedText(createPng({}, colours))).toBe(latin1Text(createPng({}, colours)))
    const segments = [jpegSegment(0xee, latin1Bytes('Adobe\0d\0\0\0\0\x01'))]
    expect(cleanedText(createJpeg({}, segments))).toBe(latin1Text(createJpeg({}, segments)))
  })

  test('cleanPicture removes the ICC profile, however long it is', () => {
    expect(cleanedText(createPng({}, [pngChunk('iCCP', Buffer.alloc(1_000_000, 7))]))).toBe(latin1Text(createPng()))
    expect(cleanedText(createJpeg({}, Array(20).fill(jpegSegment(0xe2, latin1Bytes(`ICC_PROFILE\0\x01\x14${'c'.repeat(60_000)}`)))))).toBe(
      latin1Text(createJpeg()),
    )
    const chunks = { flags: 0x30, chunks: [webpChunk('ICCP', Buffer.alloc(1_000_000, 7))] }
    expect(cleanedText(createWebp({}, chunks))).toBe(latin1Text(createWebp({}, { flags: 0x10 })))
  })
})

describe('removes only metadata and trailing bytes', () => {
  test('cleanPicture removes metadata and trailing bytes from a PNG', () => {
    fc.assert(
      fc.property(pngMetadata, pngMetadata, randomMetadata, (before, after, behind) => {
        const [first, last] = [before, after].map(some => some.map(([type, bytes]) => pngChunk(type, bytes)))
        expect(cleanedText(Buffer.concat([createPng({}, first, last), behind]))).toBe(latin1Text(createPng()))
      }),
    )
  })

  test('cleanPicture removes metadata and trailing bytes from a JPEG', () => {
    fc.assert(
      fc.property(jpegMetadata, jpegMetadata, randomMetadata, (before, between, behind) => {
        const [first, later] = [before, between].map(some => some.map(([marker, bytes]) => jpegSegment(marker, bytes)))
        expect(cleanedText(Buffer.concat([createJpeg({}, first, later), behind]))).toBe(latin1Text(createJpeg()))
      }),
    )
    expect(cleanedText(createJpeg({}, [exif, jpegSegment(0xe0, latin1Bytes('JFXX\0\x10thumbnail'))]))).toBe(latin1Text(createJpeg()))
  })

  test('cleanPicture removes metadata and trailing bytes from a WebP', () => {
    fc.assert(
      fc.property(webpMetadata, randomMetadata, (metadata, behind) => {
        const chunks = metadata.map(([type, bytes]) => webpChunk(type, bytes))
        expect(cleanedText(Buffer.concat([createWebp({}, { flags: 0x0c, chunks }), behind]))).toBe(latin1Text(createWebp({}, { flags: 0 })))
      }),
    )
    expect(cleanedText(Buffer.concat([createWebp(), SECRET]))).toBe(latin1Text(createWebp()))
  })
})

describe('refuses an uploaded picture', () => {
  test('cleanPicture refuses an animated PNG or WebP, and a GIF', () => {
    expect(refusalReasonOf(createPng({}, [pngChunk('acTL', Buffer.alloc(8))]))).toBe('animated')
    expect(refusalReasonOf(createWebp({}, { flags: 0x02 }))).toBe('animated')
    expect(refusalReasonOf(createWebp({}, { flags: 0, chunks: [webpChunk('ANMF', Buffer.alloc(16))] }))).toBe('animated')
    expect(refusalReasonOf(latin1Bytes('GIF89a\x01\0\x01\0\x80\0\0'))).toBe('not-an-image')
  })

  test.each(Object.entries(samples))('cleanPicture refuses a %s file that is truncated after any byte', (_, bytes) => {
    for (let length = 1; length < bytes.length; length++) expect(cleanPicture(bytes.subarray(0, length)).ok, `at ${length}`).toBe(false)
    expect(refusalReasonOf(bytes.subarray(0, bytes.length - 1))).toBe('broken')
    expect(refusalReasonOf(new Uint8Array())).toBe('empty')
  })

  test('cleanPicture refuses a PNG with any byte after the signature changed', () => {
    const whole = createPng({}, [pngChunk('gAMA', Buffer.alloc(4))])
    fc.assert(
      fc.property(fc.integer({ min: 8, max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changedFile = Uint8Array.from(whole)
        changedFile[at] = changedFile[at]! ^ by
        expect(cleanPicture(changedFile).ok).toBe(false)
      }),
    )
  })

  test('cleanPicture refuses a JPEG with more than 100 scans', () => {
    const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([1])])
    const jpegWithScans = (count: number) => createJpeg({}, [], Array(count - 2).fill(scan))
    expect(refusalReasonOf(jpegWithScans(100))).toBe('clean')
    expect(refusalReasonOf(jpegWithScans(101))).toBe('too-many-scans')
  })

  test('cleanPicture refuses contradictory, duplicate or unknown parts', () => {
    expect(refusalReasonOf(createWebp({}, { flags: 0, canvas: { width: 5, height: 6 } }))).toBe('broken')
    expect(refusalReasonOf(createWebp({}, { flags: 0, chunks: [webpChunk('VP8 ', Buffer.alloc(10))] }))).toBe('broken')
    expect(refusalReasonOf(createJpeg({}, [jpegSegment(0xc0, Buffer.from([8, 0, 6, 0, 4, 1, 1, 0x11, 0]))]))).toBe('broken')
    expect(refusalReasonOf(createPng({}, [pngChunk('CgBI', Buffer.alloc(4))]))).toBe('broken')
    expect(refusalReasonOf(createPng({}, [pngChunk('IHDR', Buffer.alloc(13))]))).toBe('broken')
  })

  test('cleanPicture never throws for a picture with random changed bytes', () => {
    const sample = fc.constantFrom(...Object.values(samples))
    const flips = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(sample, flips, (bytes, changes) => {
        const changedFile = Uint8Array.from(bytes)
        for (const [at, value] of changes) changedFile[at % changedFile.length] = value
        const clean = cleanPicture(changedFile)
        if (clean.ok) expect(cleanPicture(clean.bytes)).toEqual(clean)
      }),
      { numRuns: 2_000 },
    )
  })
})
