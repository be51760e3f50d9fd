import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNames } from './file-name.ts'

const name = (guestName: string, eventName = 'زفاف محمّد وسارة') => fileNames([{ guestName, eventName }], 'png')[0]

test('the file name of a card has the prefix, the guest and the event, without punctuation', () => {
  expect(name('خالد باوزير')).toBe('دعوة_خالد باوزير_زفاف محمّد وسارة.png')
  expect(name('د. سميّة/الإرياني: «أم علي»')).toBe('دعوة_د سميّة الإرياني أم علي_زفاف محمّد وسارة.png')
  expect(name('')).toBe('دعوة_زفاف محمّد وسارة.png')
  expect(name('../../etc/passwd', '..')).toBe('دعوة_etc passwd.png')
})

test('equal file names are numbered, also where they differ only in case', () => {
  const cards = ['علي', 'علي', 'Ali', 'ALI', 'علي!'].map(guestName => ({ guestName, eventName: 'حفل' }))
  expect(fileNames(cards, 'png')).toEqual([
    'دعوة_علي_حفل.png',
    'دعوة_علي_حفل (2).png',
    'دعوة_Ali_حفل.png',
    'دعوة_ALI_حفل (2).png',
    'دعوة_علي_حفل (3).png',
  ])
})

test('for any guests and events, file names are unique, at most 255 bytes long, and have only letters, marks, digits, spaces and _', () => {
  const wide = fc.string({ unit: fc.constantFrom('മ', '\uFEFB', 'ﷺ', '字', 'ع'), minLength: 100, maxLength: 300 })
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), wide)
  fc.assert(
    fc.property(fc.array(fc.record({ guestName: text, eventName: text }), { maxLength: 20 }), cards => {
      const names = fileNames(cards, 'png')
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
