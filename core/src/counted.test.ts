import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCount } from './counted.ts'
import * as texts from './texts.ts'

const NAME_PLURAL_FORMS = { one: 'اسم واحد', two: 'اسمان', few: 'أسماء', many: 'اسماً', other: 'اسم' }

test.each([
  [0, '0 اسم'],
  [1, 'اسم واحد'],
  [2, 'اسمان'],
  [3, '3 أسماء'],
  [10, '10 أسماء'],
  [11, '11 اسماً'],
  [99, '99 اسماً'],
  [100, '100 اسم'],
  [102, '102 اسم'],
  [103, '103 أسماء'],
  [12_345, '12345 اسماً'],
])('formatCount writes the number %i with its Arabic noun as «%s»', (count, expected) => {
  expect(formatCount(count, NAME_PLURAL_FORMS)).toBe(expected)
})

test('formatCount chooses the plural form by the number’s last two digits', () => {
  const FORMS = { one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
  const pluralFormByLastDigits = (count: number) => (count % 100 < 3 ? 'other' : count % 100 <= 10 ? 'few' : 'many')
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), count => {
      expect(formatCount(count, FORMS, () => '').trim()).toBe({ 1: 'one', 2: 'two' }[count] ?? pluralFormByLastDigits(count))
    }),
  )
})

test('formatCount writes the number in place of # in the noun', () => {
  const skipped = { one: 'تُجوهل سطر', two: 'تُجوهل سطران', few: 'تُجوهلت # أسطر', many: 'تُجوهل # سطراً', other: 'تُجوهل # سطر' }
  expect([1, 2, 3, 11, 100].map(count => formatCount(count, skipped))).toEqual([
    'تُجوهل سطر',
    'تُجوهل سطران',
    'تُجوهلت 3 أسطر',
    'تُجوهل 11 سطراً',
    'تُجوهل 100 سطر',
  ])
})

test('the message functions in `texts` use the plural form of their number', () => {
  expect(texts.tooLong(200)).toBe('النص أطول من 200 حرف')
  expect(texts.tooLong(50)).toBe('النص أطول من 50 حرفاً')
  expect(texts.tooLong(5000)).toBe('النص أطول من 5000 حرف')
  expect(texts.tooLong(8)).toBe('النص أطول من 8 أحرف')
  expect(texts.activity.created(1, 'زفاف')).toBe('أُنشئت دعوة لمناسبة «زفاف»')
  expect(texts.activity.created(2, 'زفاف')).toBe('أُنشئت دعوتان لمناسبة «زفاف»')
  expect(texts.activity.created(7, 'زفاف')).toBe('أُنشئت 7 دعوات لمناسبة «زفاف»')
  expect(texts.activity.created(11, 'زفاف')).toBe('أُنشئت 11 دعوة لمناسبة «زفاف»')
  expect(texts.tooMany(10_000)).toBe('لا يمكن توليد أكثر من 10000 دعوة في المرة الواحدة')
  expect(texts.picture.tooMany(50)).toBe('لديك 50 صورة، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة')
})
