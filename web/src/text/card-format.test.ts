import { expect, test } from 'vitest'
import { cardDay, cardPersons, cardTable, cardTime } from './card-format.ts'
import { tableText } from './table-text.ts'

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
