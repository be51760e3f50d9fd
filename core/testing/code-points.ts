import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const MAX_CODE_POINT = 0x10ffff

const textOf = (number: number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count)

/**
 * Returns the number for which `textOf` returns this text. Throws an `Error` when there is none, as fast-check expects of an inverse
 * function.
 */
function numberOf(text: unknown) {
  const point = (typeof text === 'string' && text.codePointAt(0)) || 0
  const number = point < SURROGATES.first ? point : point - SURROGATES.count
  if (textOf(number) !== text) throw new Error('This is not one code point.')
  return number
}

/**
 * Generates any code point of Unicode except surrogates, as a text of one character. fast-check's own unit `binary` generates the same, but
 * builds a table of all code points in each process, which takes almost a second of processor time. With `numberOf`, fast-check also
 * generates texts that are risky as the name of a property, such as `__proto__`.
 */
export const anyCodePoint = fc.integer({ min: 0, max: MAX_CODE_POINT - SURROGATES.count }).map(textOf, numberOf)
