import { expect, test } from 'vitest'
import { formatCardDay, formatCardPeople, formatCardTable, formatCardTime } from './card-format.ts'
import { formatTableName } from './table-name.ts'

test('formatCardPeople writes numbers up to ten as words', () => {
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
  for (const [people, words] of Object.entries(said)) expect(formatCardPeople(Number(people)), people).toBe(words)
})

test('formatCardTime adds «الساعة» before a digit', () => {
  expect(formatCardTime('8:30 مساءً')).toBe('الساعة ٨:٣٠ مساءً')
  expect(formatCardTime('٨ مساءً')).toBe('الساعة ٨ مساءً')
  expect(formatCardTime(' الثامنة مساءً ')).toBe('الثامنة مساءً')
  expect(formatCardTime('بعد صلاة العشاء، 7 مساءً')).toBe('بعد صلاة العشاء، ٧ مساءً')
  expect(formatCardTime('  ')).toBe('')
})

test('formatCardDay formats a day as Hijri, Gregorian or both', () => {
  expect(formatCardDay('2027-01-14', 'both')).toBe('الخميس ٦ شعبان ١٤٤٨هـ، الموافق ١٤ يناير ٢٠٢٧م')
  expect(formatCardDay('2027-01-14', 'hijri')).toBe('الخميس ٦ شعبان ١٤٤٨هـ')
  expect(formatCardDay('2029-08-11', 'both')).toBe('السبت ١ ربيع الآخر ١٤٥١هـ، الموافق ١١ أغسطس ٢٠٢٩م')
  expect(formatCardDay('2027-01-14', 'gregorian')).toBe('الخميس ١٤ يناير ٢٠٢٧م')
})

test.each([
  ['12', 'الطاولة ١٢', 'طاولة 12'],
  ['العروس', 'الطاولة العروس', 'طاولة العروس'],
  ['طاولات الأهل', 'الطاولة طاولات الأهل', 'طاولة طاولات الأهل'],
  ['طاولة 1', 'طاولة ١', '\u2068طاولة 1\u2069'],
  ['الطاوله ٣', 'الطاوله ٣', '\u2068الطاوله ٣\u2069'],
  ['Table 5', 'Table ٥', '\u2068Table 5\u2069'],
])('the word for “table” is added to «%s» only if it is missing', (table, onCard, onScreen) => {
  expect(formatCardTable(table)).toBe(onCard)
  expect(formatTableName(table, name => `طاولة ${name}`)).toBe(onScreen)
})
