import { expect, test } from 'vitest'
import { guestGenderOf } from './form-of-guest.ts'

test.each([
  ['she', ['أم محمد', 'الأستاذة هيام', 'سارة علي', 'أسماء', 'ليلى الكبسي', 'هدى', 'مريم أحمد', 'أروى وأولادها']],
  ['he', ['أبو مريم', 'حمزة', 'علاء الدين', 'مصطفى', 'يحيى ليلى', 'عبد الله', 'عبدالله الكثيري', 'نصرالله', 'عائلة صالح', 'نور الدين', '']],
] as const)('guestGenderOf returns «%s» for each of the names %j', (form, names) => {
  expect(names.filter(name => guestGenderOf(name) !== form)).toEqual([])
})
