import { expect, test } from 'vitest'
import { readNeighbourNumber, toDialableNumber, toInternationalDigits } from './phone.ts'

test.each([
  ['+967 1 000-000', '+9671000000'],
  ['٠٥٥ ١٢٠ ٤٤١٧', '0551204417'],
  [' (01) 234567', '01234567'],
  ['00967 1 000000', '+9671000000'],
  ['9671000000+', '+9671000000'],
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

test.each([
  ['0551204417', '971', '971551204417'],
  ['0551204417', '966', '966551204417'],
  ['0551204417', '965', '966551204417'],
])('toInternationalDigits reads «%s» with the calling code %s as %s', (phoneText, callingCode, digits) => {
  expect(toInternationalDigits(phoneText, callingCode)).toBe(digits)
})

test.each([
  ['٠٥٥ ١٢٠ ٤٤١٧', '967', '+966551204417'],
  ['551204417', '967', '+966551204417'],
  ['777 123 456', '966', '+967777123456'],
  ['0551204417', '966', undefined],
  ['0551204417', '971', undefined],
  ['777123456', '967', undefined],
  ['+966551204417', '967', undefined],
  ['05512044', '967', undefined],
  ['0551204417 (واتس)', '967', undefined],
])('readNeighbourNumber reads «%s» with the calling code %s as %s', (phoneText, callingCode, phone) => {
  expect(readNeighbourNumber(phoneText, callingCode)?.phone).toBe(phone)
})
