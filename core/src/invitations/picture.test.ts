import { expect, test } from 'vitest'
import { inspectPicture } from './picture.ts'

const ascii = (text: string) => Array.from(text, letter => letter.charCodeAt(0))
const be16 = (value: number) => [(value >> 8) & 255, value & 255]
const be32 = (value: number) => [...be16(value >>> 16), ...be16(value & 0xffff)]
const le24 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255]

const png = (width: number, height: number) =>
  Uint8Array.from([0x89, ...ascii('PNG\r\n\x1a\n'), ...be32(13), ...ascii('IHDR'), ...be32(width), ...be32(height), 8, 6, 0, 0, 0])
const segment = (marker: number, body: number[]) => [0xff, marker, ...be16(body.length + 2), ...body]
const jpeg = (width: number, height: number, before: number[] = []) =>
  Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xe0, ascii('JFIF\0')),
    ...before,
    ...segment(0xc2, [8, ...be16(height), ...be16(width), 3, 0, 0, 0]),
  ])
const webp = (chunk: string, body: number[]) =>
  Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii(`WEBP${chunk}`), 0, 0, 0, 0, ...body])

test('inspectPicture recognises PNG, JPEG and the three kinds of WebP by their content, and returns width and height', () => {
  expect(inspectPicture(png(1200, 1800))).toEqual({ ok: true, format: 'png', width: 1200, height: 1800 })
  expect(inspectPicture(jpeg(4000, 3000))).toEqual({ ok: true, format: 'jpeg', width: 4000, height: 3000 })
  expect(inspectPicture(webp('VP8X', [0, 0, 0, 0, ...le24(1199), ...le24(1799)]))).toEqual({
    ok: true,
    format: 'webp',
    width: 1200,
    height: 1800,
  })
  expect(inspectPicture(webp('VP8L', [0x2f, 0xaf, 0xc4, 0xc1, 0x01]))).toEqual({ ok: true, format: 'webp', width: 1200, height: 1800 })
  expect(inspectPicture(webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0xb0, 0x04, 0x08, 0x07]))).toEqual({
    ok: true,
    format: 'webp',
    width: 1200,
    height: 1800,
  })
})

test('inspectPicture finds the size of a JPEG after metadata, a thumbnail, tables and fill bytes', () => {
  const before = [...segment(0xe1, ascii(`Exif\0\0${'x'.repeat(500)}\xff\xd8\xff\xc0`)), 0xff, ...segment(0xc4, [1, 2, 3])]
  expect(inspectPicture(jpeg(640, 480, before))).toEqual({ ok: true, format: 'jpeg', width: 640, height: 480 })
})

test('inspectPicture accepts an image of 40 million pixels and refuses an image with more pixels as `too-many-pixels`', () => {
  expect(inspectPicture(png(5000, 8000)).ok).toBe(true)
  expect(inspectPicture(png(5000, 8001))).toEqual({ ok: false, reason: 'too-many-pixels' })
  expect(inspectPicture(jpeg(65_000, 65_000))).toEqual({ ok: false, reason: 'too-many-pixels' })
})

test('inspectPicture refuses an image with a side longer than 12,000 pixels as `too-long`', () => {
  expect(inspectPicture(png(12_000, 3_000)).ok).toBe(true)
  expect(inspectPicture(png(3_000, 12_000)).ok).toBe(true)
  for (const picture of [png(12_001, 1), png(1, 12_001), jpeg(12_001, 10), webp('VP8X', [0, 0, 0, 0, ...le24(9), ...le24(12_000)])])
    expect(inspectPicture(picture)).toEqual({ ok: false, reason: 'too-long' })
})

test('inspectPicture refuses an empty file with the reason `empty`', () => {
  expect(inspectPicture(new Uint8Array())).toEqual({ ok: false, reason: 'empty' })
})

test('inspectPicture refuses a PDF, a GIF, an SVG, a ZIP and other content as `not-an-image`', () => {
  for (const content of ['%PDF-1.7 ...', 'GIF89a.......', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'PK\x03\x04....', 'x'])
    expect(inspectPicture(Uint8Array.from(ascii(content)))).toEqual({ ok: false, reason: 'not-an-image' })
})

test('inspectPicture refuses an image that is truncated anywhere in its header as `not-an-image`', () => {
  for (const whole of [png(10, 10), jpeg(10, 10, segment(0xe1, ascii('Exif'))), webp('VP8X', [0, 0, 0, 0, ...le24(9), ...le24(9)])]) {
    const header = whole.length - (whole[0] === 0x89 ? 5 : whole[0] === 0xff ? 4 : 0)
    for (let length = 1; length < header; length++)
      expect(inspectPicture(whole.subarray(0, length))).toEqual({ ok: false, reason: 'not-an-image' })
  }
})

test('inspectPicture refuses a JPEG with impossible segment lengths, and an image with a width or height of 0', () => {
  expect(inspectPicture(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0])).ok).toBe(false)
  expect(inspectPicture(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])).ok).toBe(false)
  expect(inspectPicture(Uint8Array.from([0xff, 0xd8, ...new Array(10_000).fill(0xff)])).ok).toBe(false)
  expect(inspectPicture(png(0, 10)).ok).toBe(false)
  expect(inspectPicture(jpeg(10, 0)).ok).toBe(false)
})
