import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DESIGN_SIZES, PICTURE_SIZES, SHORT_CODE_MODULES } from './card.ts'
import { CODE_SIZE_LIMITS } from './look.ts'
import { contrastRatio, isCodeTooFine, MESSENGER_SIDES, type Readability, readability } from './readability.ts'

/** The modules a side of a full code for a guest whose name has an ordinary length. */
const FULL = 53

describe('readability of a code after a messenger has shrunk the card', () => {
  const { whatsapp, others, preview } = MESSENGER_SIDES
  const after = (modules: number, side: number) => [whatsapp, others, preview].map(longSide => readability({ modules, side, longSide }))

  test('readability of the full code on a built-in template is `easy` at the image sizes of messengers and `doubtful` in a small preview', () => {
    expect(after(FULL, DESIGN_SIZES.code)).toEqual(['easy', 'easy', 'doubtful'])
  })

  test('readability of the full code on a picture is `easy` at WhatsApp’s image size, `near` at other messengers’, `doubtful` in a small preview', () => {
    expect(after(FULL, PICTURE_SIZES.code)).toEqual(['easy', 'near', 'doubtful'])
  })

  test('readability of the short code on a picture is `easy` at every image size of messengers, also in a small preview', () => {
    expect(after(SHORT_CODE_MODULES, PICTURE_SIZES.code)).toEqual(['easy', 'easy', 'easy'])
  })

  test('isCodeTooFine returns true for a code of 57 modules at a picture’s default size, and false for a larger code or fewer modules', () => {
    expect([53, 57].map(modules => isCodeTooFine(modules, PICTURE_SIZES.code))).toEqual([false, true])
    expect(isCodeTooFine(57, 202)).toBe(false)
    expect(isCodeTooFine(SHORT_CODE_MODULES, CODE_SIZE_LIMITS.min)).toBe(false)
  })

  test('readability returns the same for an image size above the card’s height as for the card’s height', () => {
    expect(readability({ modules: FULL, side: 140, longSide: 9_000 })).toBe(readability({ modules: FULL, side: 140, longSide: 1_800 }))
  })

  test('readability returns `near` for 57 modules at 180 px, `doubtful` for 57 at 120 px, and `easy` for 29 at 100 px', () => {
    expect(readability({ modules: 57, side: 180, longSide: 1_800 })).toBe('near')
    expect(readability({ modules: 57, side: 120, longSide: 1_800 })).toBe('doubtful')
    expect(readability({ modules: 29, side: 100, longSide: 1_800 })).toBe('easy')
  })

  test('readability does not become worse with a larger code, fewer modules or a larger image', () => {
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

test('contrastRatio returns the contrast ratio of WCAG for two colours, in either order', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#0f4a38', '#0f4a38')).toBe(1)
})
