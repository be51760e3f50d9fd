import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  codeBoxes,
  cover,
  DEFAULT_PLACES,
  DESIGN_SIZES,
  keepPlace,
  nameBox,
  overlap,
  PANEL,
  PICTURE_SIZES,
  panelBox,
  resized,
  SHORT_CODE_MODULES,
} from './card.ts'
import { CardLook, CODE_SIZE, FIRST_LOOK, NAME_SIZE } from './look.ts'

describe('a card on an uploaded picture', () => {
  test('has a code of 200 px in a white box of 240 px, centred at 50 % and 80 %', () => {
    expect(codeBoxes(DEFAULT_PLACES.code)).toEqual({
      box: { x: 480, y: 1320, width: 240, height: 240 },
      code: { x: 500, y: 1340, width: 200, height: 200 },
    })
  })

  test('gives a short name a box of 400 × 120 px, centred at 50 % and 60 %', () => {
    expect(nameBox('خالد', DEFAULT_PLACES.name)).toEqual({ x: 400, y: 1020, width: 400, height: 120 })
  })

  test('gives a longer name a box of 25 px a character, at most as wide as the card without its margins', () => {
    expect(nameBox('ن'.repeat(30), DEFAULT_PLACES.name).width).toBe(750)
    expect(nameBox('ن'.repeat(200), DEFAULT_PLACES.name)).toEqual({ x: 60, y: 1020, width: 1080, height: 120 })
  })
})

test('a built-in template has a larger code, centred at the same position as on a picture', () => {
  expect(codeBoxes(DEFAULT_PLACES.code, DESIGN_SIZES)).toEqual({
    box: { x: 430, y: 1270, width: 340, height: 340 },
    code: { x: 460, y: 1300, width: 280, height: 280 },
  })
})

test('a built-in template gives every name a box of the same width, and a narrower one near an edge', () => {
  expect(nameBox('خالد', DEFAULT_PLACES.name, DESIGN_SIZES)).toEqual({ x: 180, y: 990, width: 840, height: 180 })
  expect(nameBox('خالد', { x: 30, y: 60 }, DESIGN_SIZES)).toEqual({ x: 60, y: 990, width: 600, height: 180 })
  expect(nameBox('خالد', { x: 10, y: 60 }, DESIGN_SIZES)).toEqual({ x: 60, y: 990, width: 400, height: 180 })
})

test('a built-in template keeps the code inside its frame; on a picture the code reaches the edge', () => {
  expect(codeBoxes({ x: 10, y: 90 }, DESIGN_SIZES).box).toMatchObject({ x: 114, y: 1346 })
  expect(codeBoxes({ x: 10, y: 90 }, PICTURE_SIZES).box).toMatchObject({ x: 0, y: 1500 })
})

test('codeBoxes measures x from the left edge of the card', () => {
  expect(codeBoxes({ x: 20, y: 80 }).box.x).toBe(120)
})

test('name and code stay on the card when their sliders are at 10 % and 90 %', () => {
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

const NO_CHOICE = { letters: null, code: null, isShort: false }

describe('chosen sizes', () => {
  test('are those of the background when the user chose none', () => {
    expect(resized(PICTURE_SIZES, NO_CHOICE)).toEqual(PICTURE_SIZES)
    expect(resized(DESIGN_SIZES, NO_CHOICE)).toEqual(DESIGN_SIZES)
  })

  test('larger letters give the name a higher box with the same centre', () => {
    const sizes = resized(PICTURE_SIZES, { ...NO_CHOICE, letters: 128 })
    expect(nameBox('خالد', DEFAULT_PLACES.name, sizes)).toEqual({ x: 400, y: 960, width: 400, height: 240 })
    expect(nameBox('ن'.repeat(12), DEFAULT_PLACES.name, sizes).width).toBe(600)
  })

  test('smaller letters leave the name’s box 120 px high', () => {
    expect(resized(PICTURE_SIZES, { ...NO_CHOICE, letters: 28 }).nameHeight).toBe(120)
  })

  test('a larger code enlarges its white box in proportion', () => {
    expect(resized(PICTURE_SIZES, { ...NO_CHOICE, code: 400 })).toMatchObject({ code: 400, codeBox: 480 })
  })

  test('the short code gets a wider white margin', () => {
    expect(resized(PICTURE_SIZES, { ...NO_CHOICE, isShort: true })).toMatchObject({ code: 200, codeBox: 278 })
  })

  test('a code with fewer modules than its box was made for is drawn smaller, and the box keeps its size', () => {
    expect(codeBoxes(DEFAULT_PLACES.code, PICTURE_SIZES, SHORT_CODE_MODULES)).toEqual({
      box: { x: 480, y: 1320, width: 240, height: 240 },
      code: { x: 514, y: 1354, width: 172, height: 172 },
    })
    expect(codeBoxes(DEFAULT_PLACES.code, PICTURE_SIZES, 53).code.width).toBe(200)
  })

  const percent = fc.integer({ min: 10, max: 90 })
  const place = fc.record({ x: percent, y: percent })
  const chosenSizes = fc.record({
    letters: fc.option(fc.integer(NAME_SIZE)),
    code: fc.option(fc.integer(CODE_SIZE)),
    isShort: fc.boolean(),
  })
  const base = fc.constantFrom(PICTURE_SIZES, DESIGN_SIZES)
  const name = fc.string({ maxLength: 200, unit: 'grapheme' })
  const modules = fc.integer({ min: 0, max: 39 }).map(version => SHORT_CODE_MODULES + 4 * version)

  test('name and code stay on the card, on whole pixels, for all sizes and positions', () => {
    fc.assert(
      fc.property(base, chosenSizes, place, place, name, (background, sizes, forName, forCode, guest) => {
        const chosenCardSizes = resized(background, sizes)
        for (const box of [nameBox(guest, forName, chosenCardSizes), codeBoxes(forCode, chosenCardSizes).box]) {
          expect(Object.values(box).every(Number.isInteger)).toBe(true)
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(CARD_WIDTH)
          expect(box.y + box.height).toBeLessThanOrEqual(CARD_HEIGHT)
        }
      }),
    )
  })

  test('every code is centred in its box on whole pixels, with a margin of at least four modules', () => {
    fc.assert(
      fc.property(base, chosenSizes, place, modules, (background, sizes, forCode, count) => {
        const { box, code } = codeBoxes(forCode, resized(background, sizes), count)
        const margin = code.x - box.x
        expect(Number.isInteger(margin)).toBe(true)
        expect(box.width - code.width).toBe(2 * margin)
        expect(margin).toBeGreaterThanOrEqual((4 * code.width) / count)
      }),
    )
  })
})

test('keepPlace rounds a position to whole percents from 10 to 90', () => {
  expect(keepPlace({ x: 3, y: 97.2 })).toEqual({ x: 10, y: 90 })
  expect(keepPlace({ x: 44.6, y: 50 })).toEqual({ x: 45, y: 50 })
})

test('cover scales a picture of another shape over the whole card and cuts both sides equally', () => {
  expect(cover(1200, 1800)).toEqual({ x: 0, y: 0, width: 1200, height: 1800 })
  expect(cover(3600, 1800)).toEqual({ x: -1200, y: 0, width: 3600, height: 1800 })
  expect(cover(600, 1800)).toEqual({ x: 0, y: -900, width: 1200, height: 3600 })
})

test('overlap returns false for boxes that only touch', () => {
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 })).toBe(false)
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 9, y: 9, width: 10, height: 10 })).toBe(true)
})

test('panelBox grows with the lines about the same centre and stays on the card', () => {
  expect(panelBox(DEFAULT_PLACES.panel, 0)).toEqual({ x: 160, y: 246, width: PANEL.width, height: 300 })
  expect(panelBox(DEFAULT_PLACES.panel, 112)).toEqual({ x: 160, y: 190, width: PANEL.width, height: 412 })
  for (const x of [10, 90])
    for (const y of [10, 90]) {
      const box = panelBox({ x, y }, 240)
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(PICTURE_SIZES.margin)
      expect(box.x + box.width).toBeLessThanOrEqual(CARD_WIDTH - PICTURE_SIZES.margin)
      expect(box.y + box.height).toBeLessThanOrEqual(CARD_HEIGHT - PICTURE_SIZES.margin)
    }
})

test('a look that was saved with smaller letters than are offered now is read with the least size', () => {
  const withSize = (size: number | null) => CardLook.safeParse({ ...FIRST_LOOK, name: { ...FIRST_LOOK.name, size } })
  expect(withSize(28).data?.name.size).toBe(NAME_SIZE.min)
  expect(withSize(44).data?.name.size).toBe(44)
  expect(withSize(null).data?.name.size).toBeNull()
  expect(withSize(27).success).toBe(false)
})
