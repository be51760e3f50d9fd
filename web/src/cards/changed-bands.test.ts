import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceOf } from '../../testing/pixels.ts'
import { findInkedBands } from './changed-bands.ts'

const transparentPixels = (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4), width, height })

test('findInkedBands returns one band for each group of inked rows', () => {
  const picture = transparentPixels(60, 100)
  for (const [x, y] of [
    [20, 10],
    [30, 14],
    [5, 60],
    [59, 99],
  ] as const)
    picture.data[(y * 60 + x) * 4 + 3] = 1
  expect(findInkedBands(sourceOf(picture))).toEqual([
    { top: 8, bottom: 17, left: 18, right: 33 },
    { top: 58, bottom: 63, left: 3, right: 8 },
    { top: 97, bottom: 100, left: 57, right: 60 },
  ])
})

test('findInkedBands returns no bands for a fully transparent picture', () => {
  expect(findInkedBands(sourceOf(transparentPixels(3, 3)))).toEqual([])
})

test('findInkedBands covers every inked pixel with separate bands', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 150 }),
      fc.array(fc.tuple(fc.nat(29), fc.nat(149)), { maxLength: 12 }),
      (width, height, dots) => {
        const picture = transparentPixels(width, height)
        const inked = dots.map(([x, y]) => ({ x: x % width, y: y % height }))
        for (const { x, y } of inked) picture.data[(y * width + x) * 4 + 3] = 255
        const bands = findInkedBands(sourceOf(picture))
        for (const { x, y } of inked)
          expect(bands.some(({ top, bottom, left, right }) => top <= y && y < bottom && left <= x && x < right)).toBe(true)
        bands.forEach(({ top, bottom, left, right }, n) => {
          expect(top).toBeGreaterThan(bands[n - 1]?.bottom ?? -1)
          expect([0 <= left, left < right, right <= width, bottom <= height]).toEqual([true, true, true, true])
        })
      },
    ),
  )
})
