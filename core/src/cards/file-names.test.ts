import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCodePoint } from '../../testing/code-points.ts'
import { cardFileNames } from './file-names.ts'

const fileNameOf = (guestName: string, eventName = 'زفاف محمّد وسارة') => cardFileNames([{ guestName, eventName }], 'png')[0]

test('cardFileNames joins «دعوة», guest and event with underscores', () => {
  expect(fileNameOf('خالد باوزير')).toBe('دعوة_خالد باوزير_زفاف محمّد وسارة.png')
  expect(fileNameOf('د. سميّة/الإرياني: «أم علي»')).toBe('دعوة_د سميّة الإرياني أم علي_زفاف محمّد وسارة.png')
  expect(fileNameOf('')).toBe('دعوة_زفاف محمّد وسارة.png')
  expect(fileNameOf('../../etc/passwd', '..')).toBe('دعوة_etc passwd.png')
})

test('cardFileNames appends « (2)» to a name that differs only in case', () => {
  const cards = ['علي', 'علي', 'Ali', 'ALI', 'علي!'].map(guestName => ({ guestName, eventName: 'حفل' }))
  expect(cardFileNames(cards, 'png')).toEqual([
    'دعوة_علي_حفل.png',
    'دعوة_علي_حفل (2).png',
    'دعوة_Ali_حفل.png',
    'دعوة_ALI_حفل (2).png',
    'دعوة_علي_حفل (3).png',
  ])
})

test('cardFileNames returns unique names of at most 255 bytes', () => {
  const wide = fc.string({ unit: fc.constantFrom('മ', '\uFEFB', 'ﷺ', '字', 'ع'), minLength: 100, maxLength: 300 })
  const text = fc.oneof(fc.string({ unit: anyCodePoint, maxLength: 300 }), wide)
  fc.assert(
    fc.property(fc.array(fc.record({ guestName: text, eventName: text }), { maxLength: 20 }), cards => {
      const names = cardFileNames(cards, 'png')
      expect(new Set(names.map(each => each.toLowerCase())).size).toBe(cards.length)
      for (const each of names) {
        expect(each).toMatch(/^دعوة[\p{L}\p{M}\p{N} _]*(?: \(\d+\))?\.png$/u)
        expect(each).not.toMatch(/[ .]\.png$/)
        expect(new TextEncoder().encode(each).length).toBeLessThanOrEqual(255)
      }
    }),
    { numRuns: 500 },
  )
})
