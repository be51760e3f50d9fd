import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTypedGuest } from './typed-guest.ts'

const read = (written: string) => {
  const guest = readTypedGuest(written, '967')
  return guest && [guest.name, guest.persons, guest.phone, guest.questions]
}

test.each([
  ['خالة منى +2 777000111', 'خالة منى', 3, '+967777000111', []],
  ['سعاد (×2) 777 123 456', 'سعاد', 2, '+967777123456', []],
  ['هدى ٧٧٧١٢٣٤٥٦', 'هدى', 1, '+967777123456', []],
  ['هدى 0512345678', 'هدى', 1, '+966512345678', ['رقم واحد يبدأ بـ05، أهو سعودي؟ (مثل: \u2068هدى 0512345678\u2069)']],
  ['ام عبدالله باعباد ٣', 'ام عبدالله باعباد', 3, null, ['3 معها، أم 3 جميعاً؟']],
])('«%s» is read as a name, a number of persons and a telephone number', (written, ...guest) => {
  expect(read(written)).toEqual(guest)
})

test.each(['خالة منى', '  خالة   منى ', 'الأستاذ خالد باوزير وعائلته', 'عائلة باسليم', 'خالد (طاولة 4)', '', '777000111', '=cmd|calc'])(
  '«%s» stays as it was typed',
  written => {
    expect(read(written)).toBeUndefined()
  },
)

test('name, companions and number of a guest are found with any separator', () => {
  const names = fc.constantFrom('خالة منى', 'علي حسن', 'أم محمد', 'هدى الكثيري')
  const numbers = fc.integer({ min: 777_000_000, max: 777_999_999 })
  fc.assert(
    fc.property(
      names,
      fc.integer({ min: 2, max: 9 }),
      numbers,
      fc.constantFrom(' ', '  ', ' - ', '، '),
      (name, companions, number, gap) => {
        expect(read([name, `+${companions}`, number].join(gap))?.slice(0, 3)).toEqual([name, companions + 1, `+967${number}`])
      },
    ),
  )
})
