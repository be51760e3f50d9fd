import { expect, test } from 'vitest'
import { hasOtherLetters } from './page-letters.ts'

test.each([
  ['الأستاذ خالد سعيد باوزير', false],
  ['محمّد ٱلعلی کریم پرویز گل ژاله ڤيكتور چمن', false],
  ['Ali Hassan 123', false],
  ['ہما', true],
  ['ڈاکٹر', true],
  ['نوشیروان یوسفے', true],
  ['ئاوارە', true],
  ['ضيف ۵', true],
])('hasOtherLetters finds letters that the usual typefaces of the page lack: in «%s» %s', (text, isFound) => {
  expect(hasOtherLetters(text)).toBe(isFound)
})
