import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CARD_SIZES_ON_PICTURE, CARD_SIZES_ON_TEMPLATE, SHORT_CODE_MODULES } from './geometry.ts'
import { CODE_SIZE_LIMITS } from './look.ts'
import { contrastRatio, isCodeTooFine, MESSENGER_IMAGE_SIDES, type Readability, readabilityOf } from './readability.ts'

/** The modules a side of a full code for a guest whose name has an ordinary length. */
const FULL_CODE_MODULES = 53

describe('readability of a code after a messenger has shrunk the card', () => {
  const { whatsapp, others, preview } = MESSENGER_IMAGE_SIDES
  const readabilityAfterShrinking = (modules: number, side: number) =>
    [whatsapp, others, preview].map(longSide => readabilityOf({ modules, side, longSide }))

  test('readability of the full code on a built-in template is `easy` at the image sizes of messengers and `doubtful` in a small preview', () => {
    expect(readabilityAfterShrinking(FULL_CODE_MODULES, CARD_SIZES_ON_TEMPLATE.code)).toEqual(['easy', 'easy', 'doubtful'])
  })

  test('readability of the full code on a picture is `easy` at WhatsApp’s image size, `near` at other messengers’, `doubtful` in a small preview', () => {
    expect(readabilityAfterShrinking(FULL_CODE_MODULES, CARD_SIZES_ON_PICTURE.code)).toEqual(['easy', 'near', 'doubtful'])
  })

  test('readability of the short code on a picture is `easy` at every image size of messengers, also in a small preview', () => {
    expect(readabilityAfterShrinking(SHORT_CODE_MODULES, CARD_SIZES_ON_PICTURE.code)).toEqual(['easy', 'easy', 'easy'])
  })

  test('isCodeTooFine returns true for a code of 57 modules at a picture’s default size, and false for a larger code or fewer modules', () => {
    expect([53, 57].map(modules => isCodeTooFine(modules, CARD_SIZES_ON_PICTURE.code))).toEqual([false, true])
    expect(isCodeTooFine(57, 202)).toBe(false)
    expect(isCodeTooFine(SHORT_CODE_MODULES, CODE_SIZE_LIMITS.min)).toBe(false)
  })

  test('readabilityOf returns the same for an image size above the card’s height as for the card’s height', () => {
    expect(readabilityOf({ modules: FULL_CODE_MODULES, side: 140, longSide: 9_000 })).toBe(
      readabilityOf({ modules: FULL_CODE_MODULES, side: 140, longSide: 1_800 }),
    )
  })

  test('readabilityOf returns `near` for 57 modules at 180 px, `doubtful` for 57 at 120 px, and `easy` for 29 at 100 px', () => {
    expect(readabilityOf({ modules: 57, side: 180, longSide: 1_800 })).toBe('near')
    expect(readabilityOf({ modules: 57, side: 120, longSide: 1_800 })).toBe('doubtful')
    expect(readabilityOf({ modules: 29, side: 100, longSide: 1_800 })).toBe('easy')
  })

  test('readabilityOf does not become worse with a larger code, fewer modules or a larger image', () => {
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
        expect(order.indexOf(readabilityOf(better))).toBeGreaterThanOrEqual(order.indexOf(readabilityOf(baseCode)))
      }),
    )
  })
})

test('contrastRatio returns the contrast ratio of WCAG for two colours, in either order', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#0f4a38', '#0f4a38')).toBe(1)
})
