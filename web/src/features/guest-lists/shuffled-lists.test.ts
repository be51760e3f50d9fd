import { summariseGuest } from '@hudur/core/testing/guest-lists/corpus'
import { workbookOf } from '@hudur/core/testing/guest-lists/list-files'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readList } from './read-list.ts'

/** For each column, headings with the same meaning. */
const HEADINGS = {
  name: ['الاسم', 'اسم الضيف', 'الاسم الكامل', 'Name', 'Full Name', 'guest_name', 'المدعو', 'Nom complet'],
  phone: ['الجوال', 'رقم الهاتف', 'واتساب', 'Mobile', 'Phone Number', 'phone_number', 'موبايل', 'Téléphone'],
  persons: ['العدد', 'عدد الأشخاص', 'Guest count', 'Seats', 'عدد الأفراد', 'Nombre de personnes', 'party size'],
  table: ['الطاولة', 'رقم الطاولة', 'Table', 'Table No'],
} as const
type Kind = keyof typeof HEADINGS
const KINDS = Object.keys(HEADINGS) as Kind[]

const NAMES = ['خالد باوزير', 'هند العمودي', 'سعيد الكثيري', 'ريم السقاف', 'أروى الحكيمي', 'بلقيس الشامي', 'ياسر الإرياني', 'نورة العولقي']

type Guest = Record<Kind, string>

const guestsArbitrary = fc
  .uniqueArray(fc.nat({ max: NAMES.length - 1 }), { minLength: 2, maxLength: 8 })
  .map(indexes =>
    indexes.map(
      (index): Guest => ({ name: NAMES[index]!, phone: `77712345${index}`, persons: `${(index % 4) + 2}`, table: `${index + 10}` }),
    ),
  )

const listArbitrary = fc.record({
  guests: guestsArbitrary,
  order: fc.shuffledSubarray(KINDS, { minLength: KINDS.length }),
  headings: fc.record({
    name: fc.constantFrom(...HEADINGS.name),
    phone: fc.constantFrom(...HEADINGS.phone),
    persons: fc.constantFrom(...HEADINGS.persons),
    table: fc.constantFrom(...HEADINGS.table),
  }),
  /** The positions of empty columns, and how many rows of titles are above the headings. */
  empty: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
  titles: fc.array(fc.constantFrom('قائمة المدعوين', 'Guests', 'الضيوف', 'زفاف محمد وسارة', ''), { maxLength: 3 }),
  hasEmail: fc.boolean(),
})
type List = typeof listArbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the rows of a list, with its titles, headings and empty columns. */
function rowsOf({ guests, order, headings, empty, titles, hasEmail }: List): string[][] {
  const rows = [order.map((kind): string => headings[kind]), ...guests.map(guest => order.map(kind => guest[kind]))]
  for (const [index, row] of rows.entries()) {
    for (const at of empty) row.splice(Math.min(at, row.length), 0, '')
    if (hasEmail) row.push(index === 0 ? 'Email' : `a${index}@example.com`)
  }
  return [...titles.map(title => [title, ...rows[0]!.slice(1).map(() => '')]), ...rows]
}

const expectedOf = (guests: readonly Guest[]) =>
  guests.map(({ name, phone, persons, table }) => `${name} ×${persons} +967${phone} [${table}]`).toSorted()

const isReadOrAsked = async (source: Blob, guests: readonly Guest[]) => {
  const { guests: read, clear } = await readList(source, '967')
  const found = read.map(guest => summariseGuest({ ...guest, side: null })).toSorted()
  if (clear) expect(found).toEqual(expectedOf(guests))
  return { found, clear }
}

describe('lists of the same guests in other forms', () => {
  test('shuffled columns, empty columns, titles and other headings give the same guests', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, fc.constantFrom(',', ';', '\t'), async (list, separator) => {
        const text = rowsOf(list)
          .map(row => row.join(separator))
          .join('\r\n')
        const { found } = await isReadOrAsked(new Blob([text]), list.guests)
        expect(found).toEqual(expectedOf(list.guests))
      }),
    )
  })

  test('two sheets give the guests of both, and a question', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, listArbitrary, async (one, other) => {
        const sheets = [one, other].map((list, index) => ({ name: ['الرجال', 'النساء'][index]!, rows: rowsOf(list) }))
        const { guests, clear } = await readList(new Blob([workbookOf(sheets)]), '967')
        expect(clear).toBe(false)
        // A guest of both sheets is asked about, and may be left out.
        const found = new Set(guests.map(guest => summariseGuest({ ...guest, side: null })))
        expect(expectedOf([...one.guests, ...other.guests]).filter(guest => !found.has(guest))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test('hidden rows and hidden sheets give no guests, and a question', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, async list => {
        const rows = rowsOf(list)
        const hidden = { name: 'قديم', isHidden: true, rows: [['الاسم'], ['سالم بن بريك']] }
        const file = workbookOf([hidden, { name: 'القائمة', rows, hiddenRows: [rows.length] }])
        const { found, clear } = await isReadOrAsked(new Blob([file]), list.guests)
        expect(clear).toBe(false)
        expect(found).toEqual(expectedOf(list.guests.slice(0, -1)))
      }),
      { numRuns: 50 },
    )
  })
})
