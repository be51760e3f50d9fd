import { expect, test } from 'vitest'
import { cardDay, cardPersons, cardTable, cardTime, counted, gregorianDay, hijriDay, plainDay, tableText, wholeNumber } from './format.ts'

test('writes numbers with commas and the digits 0-9', () => {
  expect(wholeNumber(1_234_567)).toBe('1,234,567')
})

test('writes a number before its noun with commas', () => {
  const WORD = { one: 'سطر واحد', two: 'سطران', few: 'أسطر', many: 'سطراً', other: 'سطر' }
  expect(counted(2, WORD)).toBe('سطران')
  expect(counted(12_345, WORD)).toBe('12,345 سطراً')
  expect(counted(10_000, WORD)).toBe('10,000 سطر')
})

test('writes a day in both calendars, in the digits 0-9', () => {
  expect(gregorianDay('2027-01-14')).toBe('الخميس، 14 يناير 2027')
  expect(hijriDay('2027-01-14')).toMatch(/^الخميس، 6 شعبان 1448/)
  expect(plainDay('2027-01-14')).toBe('14/01/2027')
})

test('hijriDay and gregorianDay return «تاريخ غير صحيح» for an invalid day', () => {
  expect(hijriDay('')).toBe('تاريخ غير صحيح')
  expect(gregorianDay('2027-13-40')).toBe('تاريخ غير صحيح')
})

test('writes the number of people on cards in words up to ten, then in ٠-٩, and nothing for one', () => {
  const said = {
    1: '',
    2: 'لشخصين',
    3: 'لثلاثة أشخاص',
    5: 'لخمسة أشخاص',
    8: 'لثمانية أشخاص',
    10: 'لعشرة أشخاص',
    11: 'لـ١١ شخصاً',
    12: 'لـ١٢ شخصاً',
    99: 'لـ٩٩ شخصاً',
    100: 'لـ١٠٠ شخص',
    102: 'لـ١٠٢ شخص',
    105: 'لـ١٠٥ أشخاص',
    250: 'لـ٢٥٠ شخصاً',
    1000: 'لـ١٬٠٠٠ شخص',
  }
  for (const [people, words] of Object.entries(said)) expect(cardPersons(Number(people)), people).toBe(words)
})

test('writes a time on cards in ٠-٩, with «الساعة» before a time that begins with a digit', () => {
  expect(cardTime('8:30 مساءً')).toBe('الساعة ٨:٣٠ مساءً')
  expect(cardTime('٨ مساءً')).toBe('الساعة ٨ مساءً')
  expect(cardTime(' الثامنة مساءً ')).toBe('الثامنة مساءً')
  expect(cardTime('بعد صلاة العشاء، 7 مساءً')).toBe('بعد صلاة العشاء، ٧ مساءً')
  expect(cardTime('  ')).toBe('')
})

test('writes the day on cards in both calendars or in one of them', () => {
  expect(cardDay('2027-01-14', 'both')).toBe('الخميس ٦ شعبان ١٤٤٨هـ، الموافق ١٤ يناير ٢٠٢٧م')
  expect(cardDay('2027-01-14', 'hijri')).toBe('الخميس ٦ شعبان ١٤٤٨هـ')
  expect(cardDay('2027-01-14', 'gregorian')).toBe('الخميس ١٤ يناير ٢٠٢٧م')
})

test.each([
  ['12', 'الطاولة ١٢', 'طاولة 12'],
  ['العروس', 'الطاولة العروس', 'طاولة العروس'],
  ['طاولات الأهل', 'الطاولة طاولات الأهل', 'طاولة طاولات الأهل'],
  ['طاولة 1', 'طاولة ١', '\u2068طاولة 1\u2069'],
  ['الطاوله ٣', 'الطاوله ٣', '\u2068الطاوله ٣\u2069'],
  ['Table 5', 'Table ٥', '\u2068Table 5\u2069'],
])('the word for a table is not repeated before «%s»', (table, onCard, onScreen) => {
  expect(cardTable(table)).toBe(onCard)
  expect(tableText(table, name => `طاولة ${name}`)).toBe(onScreen)
})
