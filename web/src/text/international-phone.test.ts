import { toInternationalDigits } from '@hudur/core/phone'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInternationalPhone } from './international-phone.ts'

/** The mobile numbers of neighbouring countries: the calling code, and numbers after the trunk zero. */
const NUMBERS = [
  { callingCode: '967', national: fc.stringMatching(/^7[0137]\d{7}$/) },
  { callingCode: '966', national: fc.stringMatching(/^5[05]\d{7}$/) },
  { callingCode: '971', national: fc.stringMatching(/^5[05]\d{7}$/) },
  { callingCode: '965', national: fc.stringMatching(/^[569]0\d{6}$/) },
  { callingCode: '20', national: fc.stringMatching(/^10\d{8}$/) },
]
const numberOfCountry = fc.oneof(
  ...NUMBERS.map(({ callingCode, national }) => fc.record({ callingCode: fc.constant(callingCode), national })),
)
const SPELLINGS: ((callingCode: string, national: string) => string)[] = [
  (code, national) => `+${code} ${national}`,
  (code, national) => `00${code}-${national}`,
  (code, national) => `${code}${national}+`,
  (code, national) => `\u202A+${code} (${national.slice(0, 2)}) ${national.slice(2)}\u202C`,
  (code, national) => `+${code}${national}`.replace(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!),
  (_, national) => national,
  (_, national) => `0${national}`,
]

test('toInternationalDigits returns the digits of each number that toInternationalPhone returns', () => {
  let read = 0
  fc.assert(
    fc.property(numberOfCountry, fc.constantFrom(...SPELLINGS), ({ callingCode, national }, spell) => {
      const written = spell(callingCode, national)
      const phone = toInternationalPhone(written, callingCode)
      if (phone === undefined) return
      read++
      expect(`+${toInternationalDigits(written, callingCode)}`).toBe(phone)
    }),
  )
  expect(read).toBeGreaterThan(50)
})

test.each([
  ['\u202A+967 777 123 456\u202C', '+967777123456'],
  ['‎+967 777‑123‑456', '+967777123456'],
  ["'777123456", '+967777123456'],
  ['777123456\u200F', '+967777123456'],
])('toInternationalPhone reads «%s», as phones and spreadsheets copy it', (written, phone) => {
  expect(toInternationalPhone(written, '967')).toBe(phone)
})

// The smallest metadata of libphonenumber-js takes them for numbers of Kuwait.
test.each(['2026 1127', '20261127', '2026-11-27'])('toInternationalPhone finds no telephone number in the date «%s»', date => {
  expect(toInternationalPhone(date, '965')).toBeUndefined()
})
