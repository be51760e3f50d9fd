import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const MAX_CODE_POINT = 0x10ffff

/**
 * Generates any code point of Unicode except surrogates, as a text of one character. fast-check's own unit `binary` does the same, but
 * builds a table of all code points in each process, which takes almost a second of processor time.
 */
export const anyCodePoint = fc
  .integer({ min: 0, max: MAX_CODE_POINT - SURROGATES.count })
  .map(number => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count))
