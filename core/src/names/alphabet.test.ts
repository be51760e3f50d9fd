import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alphabetKey, groupByLetter } from './alphabet.ts'

const letterGroupsOf = (names: readonly string[]) => groupByLetter(names, name => name).map(({ letter, rows }) => [letter, ...rows])

describe('alphabetKey', () => {
  test.each([
    ['الشامي', 'شامي'],
    ['الـشـامي', 'شامي'],
    ['اَلشَّامِيّ', 'شامي'],
    ['ٱلشامي', 'شامي'],
    // A hamza on the alef shows that the name has no article.
    ['إلهام', 'الهام'],
    ['آلاء', 'الاء'],
    ['ألطاف', 'الطاف'],
    // «الهام» and «الياس» are often written without their hamza; «الهاشمي» has an article.
    ['الهام سعيد', 'الهام سعيد'],
    ['الياس', 'الياس'],
    ['الهاشمي', 'هاشمي'],
    // Only the first word loses its article.
    ['محمد الشامي', 'محمد الشامي'],
    ['عبد الله', 'عبدالله'],
    ['عبدالرحمن', 'عبدالرحمن'],
    ['آل باوزير', 'ال باوزير'],
    ['ال باوزير', 'ال باوزير'],
    // Titles before a name are ignored, with their article.
    ['الشيخ حسين الكثيري', 'حسين الكثيري'],
    ['الأستاذ الدكتور عبدالرحمن', 'عبدالرحمن'],
    ['الخالة', 'خاله'],
    // Signs before a name are ignored.
    ['«أبو فهد»', 'ابو فهد»'],
    ['🌹 نورة', 'نوره'],
    // Digits become Western digits, and Latin letters become lower case.
    ['ضيف ٧', 'ضيف 7'],
    ['Zoë', 'zoë'],
    // A name without letters and digits has an empty key.
    ['🌹', ''],
    ['', ''],
  ])('alphabetKey returns for the name «%s» the sort key «%s»', (name, key) => {
    expect(alphabetKey(name)).toBe(key)
  })
})

describe('groupByLetter', () => {
  test('groupByLetter groups Arabic letters first, then Latin, then others', () => {
    const names = [
      '',
      'يارا',
      'John',
      '12 أ',
      'الشامي',
      'إيمان',
      'أحمد',
      'آمنة',
      'ثريا',
      'تقى',
      '5 ب',
      'Anne',
      'شادي',
      'هدى',
      'وليد',
      'نورة',
    ]
    expect(letterGroupsOf(names)).toEqual([
      ['ا', 'أحمد', 'آمنة', 'إيمان'],
      ['ت', 'تقى'],
      ['ث', 'ثريا'],
      ['ش', 'شادي', 'الشامي'],
      ['ن', 'نورة'],
      ['ه', 'هدى'],
      ['و', 'وليد'],
      ['ي', 'يارا'],
      ['A', 'Anne'],
      ['J', 'John'],
      ['', '5 ب', '12 أ', ''],
    ])
  })

  test('groupByLetter sorts all 28 Arabic letters in alphabetical order', () => {
    const letters = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي']
    expect(groupByLetter([...letters].reverse(), letter => `${letter}ا`).map(({ letter }) => letter)).toEqual(letters)
  })

  test('groupByLetter lists all spellings of a name next to each other', () => {
    const names = ['عبد الله', 'عبدالعزيز', 'عبدالله', 'عَبْدُ اللهِ', 'عبدالملك']
    expect(letterGroupsOf(names)).toEqual([['ع', 'عبدالعزيز', 'عبد الله', 'عبدالله', 'عَبْدُ اللهِ', 'عبدالملك']])
  })

  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'اأإآٱءبتةىيئؤوهلالـَُّ کیپ 12٣aZé«🌹'), maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )

  test('groupByLetter returns every row once, and each letter once', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), names => {
        const rows = names.map((guestName, id) => ({ guestName, id }))
        const groups = groupByLetter(rows, ({ guestName }) => guestName)
        const ids = groups.flatMap(group => group.rows.map(({ id }) => id))
        expect([...ids].sort((one, other) => one - other)).toEqual(rows.map(({ id }) => id))
        const letters = groups.map(({ letter }) => letter)
        expect(new Set(letters).size).toBe(letters.length)
        expect(groups.every(group => group.rows.length > 0)).toBe(true)
        expect(letters.indexOf('')).toBe(letters.includes('') ? letters.length - 1 : -1)
      }),
    )
  })

  test('groupByLetter returns the same order when the input is reversed', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), names => {
        const sortKeysOf = (rows: readonly string[]) =>
          groupByLetter(rows, row => row).flatMap(group => group.rows.map(row => [group.letter, alphabetKey(row)].join(' ')))
        const order = new Intl.Collator('ar', { numeric: true }).compare
        const [one, other] = [sortKeysOf(names), sortKeysOf([...names].reverse())]
        expect(one.length).toBe(other.length)
        for (const [n, key] of one.entries()) expect(order(key, other[n]!)).toBe(0)
      }),
    )
  })
})
