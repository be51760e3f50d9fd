import { describe, expect, test } from 'vitest'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  codeBoxes,
  cover,
  DEFAULT_PLACES,
  DESIGN_SIZES,
  isReadable,
  keepPlace,
  nameBox,
  overlap,
  PICTURE_SIZES,
} from './card.ts'

describe('an uploaded picture', () => {
  test('carries the code of 200 in a white box of 240 at 50 and 80 percent', () => {
    expect(codeBoxes(DEFAULT_PLACES.code)).toEqual({
      box: { x: 480, y: 1320, width: 240, height: 240 },
      code: { x: 500, y: 1340, width: 200, height: 200 },
    })
  })

  test('gives a short name a box of 400 by 120 at 50 and 60 percent', () => {
    expect(nameBox('خالد', DEFAULT_PLACES.name)).toEqual({ x: 400, y: 1020, width: 400, height: 120 })
  })

  test('gives a longer name 25 pixels a character, never more than the card without its margins', () => {
    expect(nameBox('ن'.repeat(30), DEFAULT_PLACES.name).width).toBe(750)
    expect(nameBox('ن'.repeat(200), DEFAULT_PLACES.name)).toEqual({ x: 60, y: 1020, width: 1080, height: 120 })
  })
})

test('a ready design carries a larger code about the same middle', () => {
  expect(codeBoxes(DEFAULT_PLACES.code, DESIGN_SIZES)).toEqual({
    box: { x: 430, y: 1270, width: 340, height: 340 },
    code: { x: 460, y: 1300, width: 280, height: 280 },
  })
})

test('a ready design gives every name the same line, and a shorter one near an edge', () => {
  expect(nameBox('خالد', DEFAULT_PLACES.name, DESIGN_SIZES)).toEqual({ x: 190, y: 1020, width: 820, height: 120 })
  expect(nameBox('خالد', { x: 30, y: 60 }, DESIGN_SIZES)).toEqual({ x: 60, y: 1020, width: 600, height: 120 })
  expect(nameBox('خالد', { x: 10, y: 60 }, DESIGN_SIZES)).toEqual({ x: 60, y: 1020, width: 400, height: 120 })
})

test('x is measured from the left of the picture', () => {
  expect(codeBoxes({ x: 20, y: 80 }).box.x).toBe(120)
})

test('nothing leaves the card at the ends of the sliders', () => {
  for (const sizes of [PICTURE_SIZES, DESIGN_SIZES]) {
    for (const x of [10, 90]) {
      for (const y of [10, 90]) {
        for (const box of [codeBoxes({ x, y }, sizes).box, nameBox('اسم طويل جداً على البطاقة كلها', { x, y }, sizes)]) {
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(CARD_WIDTH)
          expect(box.y + box.height).toBeLessThanOrEqual(CARD_HEIGHT)
        }
      }
    }
  }
})

test('a place is kept in whole percents from 10 to 90', () => {
  expect(keepPlace({ x: 3, y: 97.2 })).toEqual({ x: 10, y: 90 })
  expect(keepPlace({ x: 44.6, y: 50 })).toEqual({ x: 45, y: 50 })
})

test('a picture of another shape covers the whole card, cut evenly', () => {
  expect(cover(1200, 1800)).toEqual({ x: 0, y: 0, width: 1200, height: 1800 })
  expect(cover(3600, 1800)).toEqual({ x: -1200, y: 0, width: 3600, height: 1800 })
  expect(cover(600, 1800)).toEqual({ x: 0, y: -900, width: 1200, height: 3600 })
})

test('boxes that only touch do not overlap', () => {
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 })).toBe(false)
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 9, y: 9, width: 10, height: 10 })).toBe(true)
})

test('a code is readable from three pixels a module', () => {
  expect(isReadable(57, 200)).toBe(true)
  expect(isReadable(69, 200)).toBe(false)
})
