import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyChosenSizes,
  CARD_HEIGHT,
  CARD_SIZES_ON_PICTURE,
  CARD_SIZES_ON_TEMPLATE,
  CARD_WIDTH,
  clampPosition,
  codeBoxes,
  coverRectangle,
  DEFAULT_POSITIONS,
  nameBox,
  PANEL_SIZES,
  panelBox,
  rectanglesOverlap,
  SHORT_CODE_MODULES,
} from './geometry.ts'
import { CardLook, CODE_SIZE_LIMITS, DEFAULT_LOOK, NAME_SIZE_LIMITS } from './look.ts'

describe('a card on an uploaded picture', () => {
  test('codeBoxes returns a code of 200 px in a white box of 240 px', () => {
    expect(codeBoxes(DEFAULT_POSITIONS.code)).toEqual({
      box: { x: 480, y: 1320, width: 240, height: 240 },
      code: { x: 500, y: 1340, width: 200, height: 200 },
    })
  })

  test('nameBox returns a box of 400 × 120 px for a short name', () => {
    expect(nameBox('خالد', DEFAULT_POSITIONS.name)).toEqual({ x: 400, y: 1020, width: 400, height: 120 })
  })

  test('nameBox widens a long name’s box, at most to the card’s margins', () => {
    expect(nameBox('ن'.repeat(30), DEFAULT_POSITIONS.name).width).toBe(750)
    expect(nameBox('ن'.repeat(200), DEFAULT_POSITIONS.name)).toEqual({ x: 60, y: 1020, width: 1080, height: 120 })
  })
})

test('codeBoxes returns a larger code for a template than for a picture', () => {
  expect(codeBoxes(DEFAULT_POSITIONS.code, CARD_SIZES_ON_TEMPLATE)).toEqual({
    box: { x: 430, y: 1270, width: 340, height: 340 },
    code: { x: 460, y: 1300, width: 280, height: 280 },
  })
})

test('nameBox returns a narrower box near an edge of the card', () => {
  expect(nameBox('خالد', DEFAULT_POSITIONS.name, CARD_SIZES_ON_TEMPLATE)).toEqual({ x: 180, y: 990, width: 840, height: 180 })
  expect(nameBox('خالد', { x: 30, y: 60 }, CARD_SIZES_ON_TEMPLATE)).toEqual({ x: 60, y: 990, width: 600, height: 180 })
  expect(nameBox('خالد', { x: 10, y: 60 }, CARD_SIZES_ON_TEMPLATE)).toEqual({ x: 60, y: 990, width: 400, height: 180 })
})

test('codeBoxes keeps the code inside the frame of a template only', () => {
  expect(codeBoxes({ x: 10, y: 90 }, CARD_SIZES_ON_TEMPLATE).box).toMatchObject({ x: 114, y: 1346 })
  expect(codeBoxes({ x: 10, y: 90 }, CARD_SIZES_ON_PICTURE).box).toMatchObject({ x: 0, y: 1500 })
})

test('codeBoxes measures x from the left edge of the card', () => {
  expect(codeBoxes({ x: 20, y: 80 }).box.x).toBe(120)
})

test('nameBox and codeBoxes stay inside the card at 10 % and 90 %', () => {
  for (const sizes of [CARD_SIZES_ON_PICTURE, CARD_SIZES_ON_TEMPLATE]) {
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

const NO_CHOSEN_SIZES = { letters: null, code: null, isShort: false }

describe('chosen sizes', () => {
  test('applyChosenSizes returns the background’s sizes without a choice', () => {
    expect(applyChosenSizes(CARD_SIZES_ON_PICTURE, NO_CHOSEN_SIZES)).toEqual(CARD_SIZES_ON_PICTURE)
    expect(applyChosenSizes(CARD_SIZES_ON_TEMPLATE, NO_CHOSEN_SIZES)).toEqual(CARD_SIZES_ON_TEMPLATE)
  })

  test('nameBox returns a higher box for larger letters', () => {
    const sizes = applyChosenSizes(CARD_SIZES_ON_PICTURE, { ...NO_CHOSEN_SIZES, letters: 128 })
    expect(nameBox('خالد', DEFAULT_POSITIONS.name, sizes)).toEqual({ x: 400, y: 960, width: 400, height: 240 })
    expect(nameBox('ن'.repeat(12), DEFAULT_POSITIONS.name, sizes).width).toBe(600)
  })

  test('applyChosenSizes keeps 120 px of height for smaller letters', () => {
    expect(applyChosenSizes(CARD_SIZES_ON_PICTURE, { ...NO_CHOSEN_SIZES, letters: 28 }).nameHeight).toBe(120)
  })

  test('applyChosenSizes enlarges the white box with the code', () => {
    expect(applyChosenSizes(CARD_SIZES_ON_PICTURE, { ...NO_CHOSEN_SIZES, code: 400 })).toMatchObject({ code: 400, codeBox: 480 })
  })

  test('applyChosenSizes gives the short code a wider white margin', () => {
    expect(applyChosenSizes(CARD_SIZES_ON_PICTURE, { ...NO_CHOSEN_SIZES, isShort: true })).toMatchObject({ code: 200, codeBox: 278 })
  })

  test('codeBoxes makes a code of few modules smaller to keep its margin', () => {
    expect(codeBoxes(DEFAULT_POSITIONS.code, CARD_SIZES_ON_PICTURE, SHORT_CODE_MODULES)).toEqual({
      box: { x: 480, y: 1320, width: 240, height: 240 },
      code: { x: 514, y: 1354, width: 172, height: 172 },
    })
    expect(codeBoxes(DEFAULT_POSITIONS.code, CARD_SIZES_ON_PICTURE, 53).code.width).toBe(200)
  })

  const percent = fc.integer({ min: 10, max: 90 })
  const place = fc.record({ x: percent, y: percent })
  const chosenSizes = fc.record({
    letters: fc.option(fc.integer(NAME_SIZE_LIMITS)),
    code: fc.option(fc.integer(CODE_SIZE_LIMITS)),
    isShort: fc.boolean(),
  })
  const base = fc.constantFrom(CARD_SIZES_ON_PICTURE, CARD_SIZES_ON_TEMPLATE)
  const name = fc.string({ maxLength: 200, unit: 'grapheme' })
  const modules = fc.integer({ min: 0, max: 39 }).map(version => SHORT_CODE_MODULES + 4 * version)

  test('boxes stay inside the card for all chosen sizes and positions', () => {
    fc.assert(
      fc.property(base, chosenSizes, place, place, name, (background, sizes, forName, forCode, guest) => {
        const chosenCardSizes = applyChosenSizes(background, sizes)
        for (const box of [nameBox(guest, forName, chosenCardSizes), codeBoxes(forCode, chosenCardSizes).box]) {
          expect(Object.values(box).every(Number.isInteger)).toBe(true)
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(CARD_WIDTH)
          expect(box.y + box.height).toBeLessThanOrEqual(CARD_HEIGHT)
        }
      }),
    )
  })

  test('codeBoxes gives every code a margin of at least four modules', () => {
    fc.assert(
      fc.property(base, chosenSizes, place, modules, (background, sizes, forCode, count) => {
        const { box, code } = codeBoxes(forCode, applyChosenSizes(background, sizes), count)
        const margin = code.x - box.x
        expect(Number.isInteger(margin)).toBe(true)
        expect(box.width - code.width).toBe(2 * margin)
        expect(margin).toBeGreaterThanOrEqual((4 * code.width) / count)
      }),
    )
  })
})

test('clampPosition limits a position to whole percents from 10 to 90', () => {
  expect(clampPosition({ x: 3, y: 97.2 })).toEqual({ x: 10, y: 90 })
  expect(clampPosition({ x: 44.6, y: 50 })).toEqual({ x: 45, y: 50 })
})

test('coverRectangle cuts both sides of a picture equally', () => {
  expect(coverRectangle(1200, 1800)).toEqual({ x: 0, y: 0, width: 1200, height: 1800 })
  expect(coverRectangle(3600, 1800)).toEqual({ x: -1200, y: 0, width: 3600, height: 1800 })
  expect(coverRectangle(600, 1800)).toEqual({ x: 0, y: -900, width: 1200, height: 3600 })
})

test('rectanglesOverlap returns false for rectangles that only touch', () => {
  expect(rectanglesOverlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 })).toBe(false)
  expect(rectanglesOverlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 9, y: 9, width: 10, height: 10 })).toBe(true)
})

test('panelBox returns a higher box around the same centre for more lines', () => {
  expect(panelBox(DEFAULT_POSITIONS.panel, 0)).toEqual({ x: 160, y: 246, width: PANEL_SIZES.width, height: 300 })
  expect(panelBox(DEFAULT_POSITIONS.panel, 112)).toEqual({ x: 160, y: 190, width: PANEL_SIZES.width, height: 412 })
  for (const x of [10, 90])
    for (const y of [10, 90]) {
      const box = panelBox({ x, y }, 240)
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(CARD_SIZES_ON_PICTURE.margin)
      expect(box.x + box.width).toBeLessThanOrEqual(CARD_WIDTH - CARD_SIZES_ON_PICTURE.margin)
      expect(box.y + box.height).toBeLessThanOrEqual(CARD_HEIGHT - CARD_SIZES_ON_PICTURE.margin)
    }
})

test('CardLook accepts a letter size from 44 px on, and none', () => {
  const parseLookWithNameSize = (size: number | null) => CardLook.safeParse({ ...DEFAULT_LOOK, name: { ...DEFAULT_LOOK.name, size } })
  expect(parseLookWithNameSize(44).data?.name.size).toBe(44)
  expect(parseLookWithNameSize(null).data?.name.size).toBeNull()
  expect(parseLookWithNameSize(43).success).toBe(false)
})
