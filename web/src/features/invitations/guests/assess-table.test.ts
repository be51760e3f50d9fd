import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessTable, type ImportChoice } from './assess-table.ts'
import { measureTable, recogniseColumns } from './columns.ts'
import { invitationFor } from './guest.ts'
import { internationalPhone } from './phone.ts'
import { TableRefused } from './table.ts'

const assess = (rows: string[][], choice: Partial<ImportChoice> = {}) =>
  assessTable({ rows }, { ...recogniseColumns({ rows }), edits: {}, keepsRepeated: false, ...choice }, '967')

describe('telephone numbers', () => {
  test.each([
    ['777123456', '967', '+967777123456'],
    ['٧٧٧ ١٢٣ ٤٥٦', '967', '+967777123456'],
    ['00967-777-123-456', '967', '+967777123456'],
    ['967777123456', '967', '+967777123456'],
    ['+966 51 234 5678', '967', '+966512345678'],
    ['966512345678+', '967', '+966512345678'],
    ['966512345678', '967', '+966512345678'],
    ['0512345678', '966', '+966512345678'],
    ['512345678', '966', '+966512345678'],
    ['+967777123456', undefined, '+967777123456'],
  ])('%s with %s is %s', (written, callingCode, phone) => {
    expect(internationalPhone(written, callingCode)).toBe(phone)
  })

  test.each([
    ['0512345678', '967'],
    ['777123', '967'],
    ['7771234567', '967'],
    ['777123456 / 733000111', '967'],
    ['لا يوجد', '967'],
    ['9.68E+11', '967'],
    ['777123456', undefined],
  ])('%s with %s is unclear', (written, callingCode) => {
    expect(internationalPhone(written, callingCode)).toBeUndefined()
  })

  test('whatever is written, what comes out is international and stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789٧+ -') }), written => {
        const phone = internationalPhone(written, '967')
        if (phone === undefined) return
        expect(phone).toMatch(/^\+\d{7,15}$/)
        expect(internationalPhone(phone, '966')).toBe(phone)
      }),
    )
  })
})

describe('columns', () => {
  test.each([
    [
      ['الاسم', 'رقم الجوال', 'عدد الأشخاص'],
      ['name', 'phone', 'persons'],
    ],
    [
      ['م', 'إسم الضيف', 'الهاتف', 'العدد'],
      ['ignored', 'name', 'phone', 'persons'],
    ],
    [
      ['اسم المدعو', 'واتساب', 'المرافقين'],
      ['name', 'phone', 'companions'],
    ],
    [
      ['Guest name', 'Mobile', 'Seats', 'Notes'],
      ['name', 'phone', 'persons', 'ignored'],
    ],
    [
      ['Phone number', 'Full Name', 'Guest count'],
      ['phone', 'name', 'persons'],
    ],
    [
      ['الاسم الأول', 'اسم العائلة', 'عدد الضيوف'],
      ['name', 'name', 'persons'],
    ],
    [
      ['أسماء المعازيم', 'هاتف', 'هاتف آخر'],
      ['name', 'phone', 'ignored'],
    ],
  ])('headings %j', (headings, uses) => {
    expect(recogniseColumns({ rows: [headings, headings.map(() => '')] })).toEqual({ headings: 1, uses })
  })

  test('headings may stand beneath a title', () => {
    const rows = [
      ['قائمة ضيوف زفاف خالد', ''],
      ['', ''],
      ['الاسم', 'الجوال'],
      ['هند', '777123456'],
    ]
    expect(recogniseColumns({ rows })).toEqual({ headings: 3, uses: ['name', 'phone'] })
    expect(assess(rows).guests).toEqual([{ row: 4, name: 'هند', phone: '+967777123456', persons: 1 }])
  })

  test('without headings by what stands in them; row numbers are nobody', () => {
    const rows = [
      ['1', 'أسماء الحكيمي', '777123456', '2'],
      ['2', 'خالد', '733 000 111', '5'],
      ['3', 'هند', '', '2'],
    ]
    expect(recogniseColumns({ rows })).toEqual({ headings: 0, uses: ['ignored', 'name', 'phone', 'persons'] })
  })

  test('ten thousand rows are taken and one more is refused with their number', () => {
    const rows = [['الاسم'], ...Array.from({ length: 10_000 }, (_, n) => [`ضيف ${n}`])]
    measureTable({ rows }, recogniseColumns({ rows }))
    rows.push(['ضيف آخر'])
    expect(() => measureTable({ rows }, recogniseColumns({ rows }))).toThrow(TableRefused)
  })
})

describe('what will be made', () => {
  const rows = [
    ['الاسم', 'الجوال', 'العدد'],
    ['أحمد', '777123456', '٣'],
    ['', '', ''],
    ['احمد', '967777123456', '3'],
    ['', '733000111', ''],
    ['ن'.repeat(201), '', ''],
    ['هند', '12', '0'],
    ['=1+1', '', '2 أشخاص'],
  ]

  test('every oddity is named by its row', () => {
    expect(assess(rows)).toEqual({
      guests: [
        { row: 2, name: 'أحمد', phone: '+967777123456', persons: 3 },
        { row: 7, name: 'هند', phone: null, persons: 1 },
        { row: 8, name: '=1+1', phone: null, persons: 2 },
      ],
      empty: [3],
      nameless: [5],
      tooLong: [6],
      leftOut: [],
      repeated: [{ name: 'أحمد', rows: [2, 4] }],
      questions: [
        { row: 7, name: 'هند', about: 'phone', written: '12', isOpen: true },
        { row: 7, name: 'هند', about: 'persons', written: '0', isOpen: true },
      ],
    })
  })

  test('answers close questions, and the repeated may stay', () => {
    const { guests, questions } = assess(rows, {
      edits: { 7: { phone: '٧٣٣٠٠٠١١١', persons: '' }, 8: { isOut: true } },
      keepsRepeated: true,
    })
    expect(questions.map(({ isOpen }) => isOpen)).toEqual([false, false])
    expect(guests.map(({ row }) => row)).toEqual([2, 4, 7])
    expect(guests[2]).toMatchObject({ phone: '+967733000111', persons: 1 })
  })

  test('companions come with the guest', () => {
    const made = assess([
      ['الاسم', 'عدد المرافقين'],
      ['هند', '2'],
      ['خالد', '0'],
      ['ريم', ''],
      ['سارة', '100'],
    ])
    expect(made.guests.map(({ persons }) => persons)).toEqual([3, 1, 1, 1])
    expect(made.questions).toMatchObject([{ row: 5, about: 'persons' }])
  })

  test('every row is a guest or is named with its number', () => {
    const cell = fc.constantFrom('', ' ', 'خالد', 'هند', '777123456', '3', 'x', '\u200f')
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 30 }), given => {
        const uses: ImportChoice['uses'] = ['name', 'phone', 'persons']
        const made = assess(given, { headings: 0, uses })
        const told = [
          ...made.guests.map(({ row }) => row),
          ...made.empty,
          ...made.nameless,
          ...made.repeated.flatMap(({ rows }) => rows.slice(1)),
        ]
        expect(told.sort((one, other) => one - other)).toEqual(given.map((_, index) => index + 1))
        for (const guest of made.guests) expect(guest.persons).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  test('more than one person is an invitation for so many', () => {
    expect(invitationFor({ name: 'هند', phone: null, persons: 3 })).toMatchObject({ generationType: 'custom', maxScans: 3 })
    expect(invitationFor({ name: 'هند', phone: null, persons: 1 })).toMatchObject({ generationType: 'names', maxScans: 1 })
  })
})
