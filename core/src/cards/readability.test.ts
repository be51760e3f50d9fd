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

  test('the full code on a template is `easy` at the sizes of messengers', () => {
    expect(readabilityAfterShrinking(FULL_CODE_MODULES, CARD_SIZES_ON_TEMPLATE.code)).toEqual(['easy', 'easy', 'doubtful'])
  })

  test('the full code on a picture is `easy` in WhatsApp, `near` elsewhere', () => {
    expect(readabilityAfterShrinking(FULL_CODE_MODULES, CARD_SIZES_ON_PICTURE.code)).toEqual(['easy', 'near', 'doubtful'])
  })

  test('the short code on a picture is `easy` at every size', () => {
    expect(readabilityAfterShrinking(SHORT_CODE_MODULES, CARD_SIZES_ON_PICTURE.code)).toEqual(['easy', 'easy', 'easy'])
  })

  test('isCodeTooFine returns true for 57 modules at the default size', () => {
    expect([53, 57].map(modules => isCodeTooFine(modules, CARD_SIZES_ON_PICTURE.code))).toEqual([false, true])
    expect(isCodeTooFine(57, 202)).toBe(false)
    expect(isCodeTooFine(SHORT_CODE_MODULES, CODE_SIZE_LIMITS.min)).toBe(false)
  })

  test('readabilityOf ignores an image size above the card’s height', () => {
    expect(readabilityOf({ modules: FULL_CODE_MODULES, side: 140, longSide: 9_000 })).toBe(
      readabilityOf({ modules: FULL_CODE_MODULES, side: 140, longSide: 1_800 }),
    )
  })

  test('readabilityOf returns `near` for 57 modules at 180 px', () => {
    expect(readabilityOf({ modules: 57, side: 180, longSide: 1_800 })).toBe('near')
    expect(readabilityOf({ modules: 57, side: 120, longSide: 1_800 })).toBe('doubtful')
    expect(readabilityOf({ modules: 29, side: 100, longSide: 1_800 })).toBe('easy')
  })

  test('readabilityOf is not worse with a larger code or fewer modules', () => {
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

test('contrastRatio returns the WCAG contrast ratio, in either order', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#0f4a38', '#0f4a38')).toBe(1)
})
