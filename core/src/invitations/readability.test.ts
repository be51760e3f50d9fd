import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DESIGN_SIZES, PICTURE_SIZES, SHORT_CODE_MODULES } from './card.ts'
import { CODE_SIZE } from './look.ts'
import { contrast, isTooFine, MESSENGER_SIDES, type Readability, readability } from './readability.ts'

/** The code of a guest whose name is of ordinary length. */
const FULL = 53

describe('whether a code is read after a messenger has shrunk the card', () => {
  const { whatsapp, others, preview } = MESSENGER_SIDES
  const after = (modules: number, side: number) => [whatsapp, others, preview].map(longSide => readability({ modules, side, longSide }))

  test('the full code of a ready design is read easily, and not in a small preview', () => {
    expect(after(FULL, DESIGN_SIZES.code)).toEqual(['easy', 'easy', 'doubtful'])
  })

  test('the full code of an uploaded picture wants a close camera', () => {
    expect(after(FULL, PICTURE_SIZES.code)).toEqual(['easy', 'near', 'doubtful'])
  })

  test('the short code is read easily even from a small preview', () => {
    expect(after(SHORT_CODE_MODULES, PICTURE_SIZES.code)).toEqual(['easy', 'easy', 'easy'])
  })

  test('on a picture a code of 57 modules is too fine at its first size and not at a larger one; the short code never is', () => {
    expect([53, 57].map(modules => isTooFine(modules, PICTURE_SIZES.code))).toEqual([false, true])
    expect(isTooFine(57, 202)).toBe(false)
    expect(isTooFine(SHORT_CODE_MODULES, CODE_SIZE.min)).toBe(false)
  })

  test('a picture that is not shrunk is not made larger either', () => {
    expect(readability({ modules: FULL, side: 140, longSide: 9_000 })).toBe(readability({ modules: FULL, side: 140, longSide: 1_800 }))
  })

  test('what was measured: 180 pixels are enough for 57 modules with a close camera, 120 are not; 100 are enough for 29', () => {
    expect(readability({ modules: 57, side: 180, longSide: 1_800 })).toBe('near')
    expect(readability({ modules: 57, side: 120, longSide: 1_800 })).toBe('doubtful')
    expect(readability({ modules: 29, side: 100, longSide: 1_800 })).toBe('easy')
  })

  test('a larger code, fewer modules or a larger picture never make it worse', () => {
    const order: Readability[] = ['doubtful', 'near', 'easy']
    const code = fc.record({
      modules: fc.integer({ min: 21, max: 177 }),
      side: fc.integer({ min: 140, max: 520 }),
      longSide: fc.integer({ min: 200, max: 3_000 }),
    })
    fc.assert(
      fc.property(code, fc.nat(100), fc.nat(100), fc.nat(500), (seen, larger, fewer, longer) => {
        const better = { modules: Math.max(21, seen.modules - fewer), side: seen.side + larger, longSide: seen.longSide + longer }
        expect(order.indexOf(readability(better))).toBeGreaterThanOrEqual(order.indexOf(readability(seen)))
      }),
    )
  })
})

test('contrast is counted as WCAG counts it, whichever colour comes first', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#0f4a38', '#0f4a38')).toBe(1)
})
