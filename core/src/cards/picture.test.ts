import { expect, test } from 'vitest'
import { inspectPicture } from './picture.ts'

const asciiBytes = (text: string) => Array.from(text, letter => letter.charCodeAt(0))
const bigEndian16 = (value: number) => [(value >> 8) & 255, value & 255]
const bigEndian32 = (value: number) => [...bigEndian16(value >>> 16), ...bigEndian16(value & 0xffff)]
const littleEndian24 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255]

const createPng = (width: number, height: number) =>
  Uint8Array.from([
    0x89,
    ...asciiBytes('PNG\r\n\x1a\n'),
    ...bigEndian32(13),
    ...asciiBytes('IHDR'),
    ...bigEndian32(width),
    ...bigEndian32(height),
    8,
    6,
    0,
    0,
    0,
  ])
const jpegSegment = (marker: number, body: number[]) => [0xff, marker, ...bigEndian16(body.length + 2), ...body]
const createJpeg = (width: number, height: number, before: number[] = []) =>
  Uint8Array.from([
    0xff,
    0xd8,
    ...jpegSegment(0xe0, asciiBytes('JFIF\0')),
    ...before,
    ...jpegSegment(0xc2, [8, ...bigEndian16(height), ...bigEndian16(width), 3, 0, 0, 0]),
  ])
const createWebp = (chunk: string, body: number[]) =>
  Uint8Array.from([...asciiBytes('RIFF'), 0, 0, 0, 0, ...asciiBytes(`WEBP${chunk}`), 0, 0, 0, 0, ...body])

test('inspectPicture recognises PNG, JPEG and three kinds of WebP', () => {
  expect(inspectPicture(createPng(1200, 1800))).toEqual({ ok: true, format: 'png', width: 1200, height: 1800 })
  expect(inspectPicture(createJpeg(4000, 3000))).toEqual({ ok: true, format: 'jpeg', width: 4000, height: 3000 })
  expect(inspectPicture(createWebp('VP8X', [0, 0, 0, 0, ...littleEndian24(1199), ...littleEndian24(1799)]))).toEqual({
    ok: true,
    format: 'webp',
    width: 1200,
    height: 1800,
  })
  expect(inspectPicture(createWebp('VP8L', [0x2f, 0xaf, 0xc4, 0xc1, 0x01]))).toEqual({
    ok: true,
    format: 'webp',
    width: 1200,
    height: 1800,
  })
  expect(inspectPicture(createWebp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0xb0, 0x04, 0x08, 0x07]))).toEqual({
    ok: true,
    format: 'webp',
    width: 1200,
    height: 1800,
  })
})

test('inspectPicture finds a JPEG’s size after metadata and fill bytes', () => {
  const before = [...jpegSegment(0xe1, asciiBytes(`Exif\0\0${'x'.repeat(500)}\xff\xd8\xff\xc0`)), 0xff, ...jpegSegment(0xc4, [1, 2, 3])]
  expect(inspectPicture(createJpeg(640, 480, before))).toEqual({ ok: true, format: 'jpeg', width: 640, height: 480 })
})

test('inspectPicture refuses an image above 40 million pixels', () => {
  expect(inspectPicture(createPng(5000, 8000)).ok).toBe(true)
  expect(inspectPicture(createPng(5000, 8001))).toEqual({ ok: false, reason: 'too-many-pixels' })
  expect(inspectPicture(createJpeg(65_000, 65_000))).toEqual({ ok: false, reason: 'too-many-pixels' })
})

test('inspectPicture refuses an image with a side above 12,000 pixels', () => {
  expect(inspectPicture(createPng(12_000, 3_000)).ok).toBe(true)
  expect(inspectPicture(createPng(3_000, 12_000)).ok).toBe(true)
  for (const picture of [
    createPng(12_001, 1),
    createPng(1, 12_001),
    createJpeg(12_001, 10),
    createWebp('VP8X', [0, 0, 0, 0, ...littleEndian24(9), ...littleEndian24(12_000)]),
  ])
    expect(inspectPicture(picture)).toEqual({ ok: false, reason: 'too-long' })
})

test('inspectPicture refuses an empty file with the reason `empty`', () => {
  expect(inspectPicture(new Uint8Array())).toEqual({ ok: false, reason: 'empty' })
})

test('inspectPicture refuses other file types as `not-an-image`', () => {
  for (const content of ['%PDF-1.7 ...', 'GIF89a.......', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'PK\x03\x04....', 'x'])
    expect(inspectPicture(Uint8Array.from(asciiBytes(content)))).toEqual({ ok: false, reason: 'not-an-image' })
})

test('inspectPicture refuses an image truncated anywhere in its header', () => {
  for (const whole of [
    createPng(10, 10),
    createJpeg(10, 10, jpegSegment(0xe1, asciiBytes('Exif'))),
    createWebp('VP8X', [0, 0, 0, 0, ...littleEndian24(9), ...littleEndian24(9)]),
  ]) {
    const header = whole.length - (whole[0] === 0x89 ? 5 : whole[0] === 0xff ? 4 : 0)
    for (let length = 1; length < header; length++)
      expect(inspectPicture(whole.subarray(0, length))).toEqual({ ok: false, reason: 'not-an-image' })
  }
})

test('inspectPicture refuses a JPEG with impossible segment lengths', () => {
  expect(inspectPicture(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0])).ok).toBe(false)
  expect(inspectPicture(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])).ok).toBe(false)
  expect(inspectPicture(Uint8Array.from([0xff, 0xd8, ...new Array(10_000).fill(0xff)])).ok).toBe(false)
  expect(inspectPicture(createPng(0, 10)).ok).toBe(false)
  expect(inspectPicture(createJpeg(10, 0)).ok).toBe(false)
})

test('inspectPicture refuses a JPEG with more than 100 scans', () => {
  const scan = [...jpegSegment(0xda, [1, 1, 0, 0, 63, 0]), 1, 0xff, 0, 2, 0xff, 0xd0, 3]
  const jpegWithScans = (count: number) =>
    Uint8Array.from([...createJpeg(640, 480), ...Array.from({ length: count }, () => scan).flat(), 0xff, 0xd9])
  expect(inspectPicture(jpegWithScans(100)).ok).toBe(true)
  expect(inspectPicture(jpegWithScans(101))).toEqual({ ok: false, reason: 'too-many-scans' })
  expect(inspectPicture(jpegWithScans(5000))).toEqual({ ok: false, reason: 'too-many-scans' })
})
