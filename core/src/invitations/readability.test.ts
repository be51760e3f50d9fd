import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DESIGN_SIZES, PICTURE_SIZES, SHORT_CODE_MODULES } from './card.ts'
import { CODE_SIZE } from './look.ts'
import { contrast, isTooFine, MESSENGER_SIDES, type Readability, readability } from './readability.ts'

/** The modules a side of a full code for a guest whose name has an ordinary length. */
const FULL = 53

describe('readability of a code after a messenger has shrunk the card', () => {
  const { whatsapp, others, preview } = MESSENGER_SIDES
  const after = (modules: number, side: number) => [whatsapp, others, preview].map(longSide => readability({ modules, side, longSide }))

  test('the full code of a built-in template is easy, and doubtful in a small preview', () => {
    expect(after(FULL, DESIGN_SIZES.code)).toEqual(['easy', 'easy', 'doubtful'])
  })

  test('the full code on an uploaded picture is easy from WhatsApp, near from other messengers, doubtful in a preview', () => {
    expect(after(FULL, PICTURE_SIZES.code)).toEqual(['easy', 'near', 'doubtful'])
  })

  test('the short code is easy even in a small preview', () => {
    expect(after(SHORT_CODE_MODULES, PICTURE_SIZES.code)).toEqual(['easy', 'easy', 'easy'])
  })

  test('on a picture isTooFine is true for 57 modules at the default size, false at a larger size, and false for the short code', () => {
    expect([53, 57].map(modules => isTooFine(modules, PICTURE_SIZES.code))).toEqual([false, true])
    expect(isTooFine(57, 202)).toBe(false)
    expect(isTooFine(SHORT_CODE_MODULES, CODE_SIZE.min)).toBe(false)
  })

  test('an image smaller than the messenger’s limit is not enlarged', () => {
    expect(readability({ modules: FULL, side: 140, longSide: 9_000 })).toBe(readability({ modules: FULL, side: 140, longSide: 1_800 }))
  })

  test('as measured, 57 modules are near at 180 px and doubtful at 120 px, and 29 modules are easy at 100 px', () => {
    expect(readability({ modules: 57, side: 180, longSide: 1_800 })).toBe('near')
    expect(readability({ modules: 57, side: 120, longSide: 1_800 })).toBe('doubtful')
    expect(readability({ modules: 29, side: 100, longSide: 1_800 })).toBe('easy')
  })

  test('a larger code, fewer modules or a larger image never lower the readability', () => {
    const order: Readability[] = ['doubtful', 'near', 'easy']
    const code = fc.record({
      modules: fc.integer({ min: 21, max: 177 }),
      side: fc.integer({ min: 140, max: 520 }),
      longSide: fc.integer({ min: 200, max: 3_000 }),
    })
    fc.assert(
      fc.property(code, fc.nat(100), fc.nat(100), fc.nat(500), (baseCode, larger, fewer, longer) => {
        const better = {
          modules: Math.max(21, baseCode.modules - fewer),
          side: baseCode.side + larger,
          longSide: baseCode.longSide + longer,
        }
        expect(order.indexOf(readability(better))).toBeGreaterThanOrEqual(order.indexOf(readability(baseCode)))
      }),
    )
  })
})

test('contrast returns the contrast ratio of WCAG for two colours in either order', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#0f4a38', '#0f4a38')).toBe(1)
})
