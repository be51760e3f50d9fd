import { expect, test } from 'vitest'
import { toDialableNumber, toInternationalDigits } from './phone.ts'

test.each([
  ['+967 1 000-000', '+9671000000'],
  ['٠٥٥ ١٢٠ ٤٤١٧', '0551204417'],
  [' (01) 234567', '01234567'],
])('toDialableNumber reads the telephone number «%s» as %s', (phoneText, number) => {
  expect(toDialableNumber(phoneText)).toBe(number)
})

test.each([
  ['+966 55 120 4417', '966551204417'],
  ['00966551204417', '966551204417'],
  ['967770000000', '967770000000'],
  ['966551204417', '966551204417'],
  ['٠٥٥ ١٢٠ ٤٤١٧', '966551204417'],
  ['770000000', '967770000000'],
  ['0770 000 000', '967770000000'],
  ['967 12', '96796712'],
])('toInternationalDigits reads «%s» with the calling code 967 as %s', (phoneText, digits) => {
  expect(toInternationalDigits(phoneText, '967')).toBe(digits)
})
