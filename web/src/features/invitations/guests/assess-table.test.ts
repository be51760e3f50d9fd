import { NewInvitation } from '@hudur/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { internationalPhone } from '../../../text/international-phone.ts'
import { type Assessment, assessTable, type ImportChoice } from './assess-table.ts'
import { checkRowCount, recogniseColumns } from './columns.ts'
import { GATE_TEXT_LENGTHS, GATE_TEXTS, guestOf, invitationFor } from './guest.ts'
import { TableRefused } from './table.ts'

const assess = (rows: string[][], choice: Partial<ImportChoice> = {}) =>
  assessTable({ rows }, { ...recogniseColumns({ rows }), edits: {}, ...choice }, '967')

/** Returns the guests of the rows that an assessment does not leave out. */
const guestsOf = ({ rows }: Assessment) =>
  rows.filter(({ isOut }) => !isOut).map(({ row, name, phone, persons }) => ({ row, name, phone, persons }))
/** Returns the number and the reason of each row that an assessment leaves out. */
const leftOutRows = ({ rows }: Assessment) => rows.filter(({ isOut }) => isOut).map(({ row, why }) => `${row} ${why}`)
const doubtsOf = ({ rows }: Assessment) => rows.flatMap(({ row, doubts }) => doubts.map(({ about }) => `${row} ${about}`))

describe('internationalPhone', () => {
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
  ])('converts %s with calling code %s to %s', (rawPhone, callingCode, phone) => {
    expect(internationalPhone(rawPhone, callingCode)).toBe(phone)
  })

  test.each([
    ['0512345678', '967'],
    ['777123', '967'],
    ['7771234567', '967'],
    ['777123456 / 733000111', '967'],
    ['لا يوجد', '967'],
    ['9.68E+11', '967'],
    ['777123456', undefined],
  ])('returns undefined for a number whose country is unclear: %s with calling code %s', (rawPhone, callingCode) => {
    expect(internationalPhone(rawPhone, callingCode)).toBeUndefined()
  })

  test('returns, for any input, undefined or an international number that it returns unchanged when called again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789٧+ -') }), rawPhone => {
        const phone = internationalPhone(rawPhone, '967')
        if (phone === undefined) return
        expect(phone).toMatch(/^\+\d{7,15}$/)
        expect(internationalPhone(phone, '966')).toBe(phone)
      }),
    )
  })
})

describe('the columns of a table of guests', () => {
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
      ['name', 'phone', 'persons', 'note'],
    ],
    [
      ['الاسم', 'الطاولة', 'ملاحظات', 'كبار الضيوف', 'الجهة'],
      ['name', 'table', 'note', 'vip', 'side'],
    ],
    [
      ['مهم', 'طاولة', 'الطرف', 'ملاحظة', 'اسم الضيف', 'رقم الطاولة'],
      ['vip', 'table', 'side', 'note', 'name', 'ignored'],
    ],
    [
      ['Name', 'Table', 'VIP', 'Side', 'note'],
      ['name', 'table', 'vip', 'side', 'note'],
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
  ])('are recognised from the headings %j', (headings, uses) => {
    expect(recogniseColumns({ rows: [headings, headings.map(() => '')] })).toEqual({ headings: 1, uses })
  })

  test('are recognised from headings below a title', () => {
    const rows = [
      ['قائمة ضيوف زفاف خالد', ''],
      ['', ''],
      ['الاسم', 'الجوال'],
      ['هند', '777123456'],
    ]
    expect(recogniseColumns({ rows })).toEqual({ headings: 3, uses: ['name', 'phone'] })
    expect(guestsOf(assess(rows))).toEqual([{ row: 4, name: 'هند', phone: '+967777123456', persons: 1 }])
  })

  test('are recognised from the cells if there are no headings, without taking row numbers for persons', () => {
    const rows = [
      ['1', 'أسماء الحكيمي', '777123456', '2'],
      ['2', 'خالد', '733 000 111', '5'],
      ['3', 'هند', '', '2'],
    ]
    expect(recogniseColumns({ rows })).toEqual({ headings: 0, uses: ['ignored', 'name', 'phone', 'persons'] })
  })

  test('are not taken from a row of a guest with companions that says «VIP»', () => {
    const rows = [
      ['خالد', 'مع مرافق', 'VIP'],
      ['هند', '', ''],
    ]
    expect(recogniseColumns({ rows }).headings).toBe(0)
  })

  test('are accepted with ten thousand rows, and refused with one more', () => {
    const rows = [['الاسم'], ...Array.from({ length: 10_000 }, (_, n) => [`ضيف ${n}`])]
    checkRowCount({ rows }, recogniseColumns({ rows }))
    rows.push(['ضيف آخر'])
    expect(() => checkRowCount({ rows }, recogniseColumns({ rows }))).toThrow(TableRefused)
  })
})

describe('the assessment of an imported table', () => {
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

  test('has a guest or a reason for leaving out for every row that is not empty, and a proposal for doubtful rows', () => {
    const assessment = assess(rows)
    expect(guestsOf(assessment)).toEqual([
      { row: 2, name: 'أحمد', phone: '+967777123456', persons: 3 },
      { row: 7, name: 'هند', phone: null, persons: 1 },
      { row: 8, name: '=1+1', phone: null, persons: 2 },
    ])
    expect(leftOutRows(assessment)).toEqual(['4 same', '5 nameless', '6 long'])
    expect(doubtsOf(assessment)).toEqual(['4 same', '6 long', '7 phone', '7 persons'])
  })

  test('replaces a proposal by the user’s choice, and still lists the question', () => {
    const assessment = assess(rows, {
      edits: { 4: { isOut: false }, 6: { name: 'نور' }, 7: { phone: '٧٣٣٠٠٠١١١', persons: 4 }, 8: { isOut: true } },
    })
    expect(guestsOf(assessment).map(({ row }) => row)).toEqual([2, 4, 6, 7])
    expect(guestsOf(assessment).at(-1)).toEqual({ row: 7, name: 'هند', phone: '+967733000111', persons: 4 })
    expect(doubtsOf(assessment)).toContain('7 phone')
  })

  test('keeps an unclear telephone number as written if the server accepts it', () => {
    const assessment = assess([
      ['الاسم', 'الجوال'],
      ['خالد', '73312345'],
      ['هند', 'لا يوجد'],
    ])
    expect(guestsOf(assessment).map(({ phone }) => phone)).toEqual(['73312345', null])
    expect(doubtsOf(assessment)).toEqual(['2 phone', '3 phone'])
  })

  test('parses a cell of names like a line of a list, but prefers phone and count of the row’s other cells', () => {
    const assessment = assess([
      ['الاسم', 'الجوال', 'العدد'],
      ['١) أم محمد + 3', '', ''],
      ['٢) أم علي + 3 🌹 777123456', '733000111', '2'],
      ['المجموع', '', '6'],
    ])
    expect(guestsOf(assessment)).toEqual([
      { row: 2, name: 'أم محمد', phone: null, persons: 4 },
      { row: 3, name: 'أم علي', phone: '+967733000111', persons: 2 },
    ])
    expect(leftOutRows(assessment)).toEqual(['4 total'])
  })

  test('does not read a number of persons before a telephone number as its first digits', () => {
    const rows = ['سعاد (×2) 777 123 456', 'هدى × 3 777 123 457', 'ليلى (*2) 777123458'].map(line => [line])
    expect(guestsOf(assess(rows)).map(({ name, phone, persons }) => [name, phone, persons])).toEqual([
      ['سعاد', '+967777123456', 2],
      ['هدى', '+967777123457', 3],
      ['ليلى', '+967777123458', 2],
    ])
  })

  test('recognises a telephone number in the column of names, and a number of persons in the column of telephone numbers', () => {
    const assessment = assess([
      ['خالد', '777123456'],
      ['عبده الجندي', '+2'],
      ['777123457', 'هند'],
      ['علي', 'وعائلته'],
      ['سعيد', 'لا يوجد'],
    ])
    expect(guestsOf(assessment)).toEqual([
      { row: 1, name: 'خالد', phone: '+967777123456', persons: 1 },
      { row: 2, name: 'عبده الجندي', phone: null, persons: 3 },
      { row: 3, name: 'هند', phone: '+967777123457', persons: 1 },
      { row: 4, name: 'علي وعائلته', phone: null, persons: 2 },
      { row: 5, name: 'سعيد', phone: null, persons: 1 },
    ])
    expect(doubtsOf(assessment)).toEqual(['4 family', '5 phone'])
  })

  test('counts the guest and the companions together', () => {
    const assessment = assess([
      ['الاسم', 'عدد المرافقين'],
      ['هند', '2'],
      ['خالد', '0'],
      ['ريم', ''],
      ['سارة', '100'],
    ])
    expect(guestsOf(assessment).map(({ persons }) => persons)).toEqual([3, 1, 1, 1])
    expect(doubtsOf(assessment)).toEqual(['5 persons'])
  })

  test('has, for any table, every row that is not empty, with a name or a reason for leaving it out', () => {
    const cell = fc.constantFrom('', ' ', 'خالد', 'هند', '777123456', '3', 'x', '\u200f')
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 30 }), given => {
        const { rows } = assess(given, { headings: 0, uses: ['name', 'phone', 'persons'] })
        const empty = given.flatMap((cells, index) => (cells.every(text => /^[\s\u200f]*$/.test(text)) ? [index + 1] : []))
        expect([...rows.map(({ row }) => row), ...empty].sort((one, other) => one - other)).toEqual(given.map((_, index) => index + 1))
        for (const { persons, isOut, why, name } of rows) {
          expect(persons).toBeGreaterThanOrEqual(1)
          if (isOut) expect(why).toBeDefined()
          else expect(name).not.toBe('')
        }
      }),
    )
  })

  const gateHeadings = ['الاسم', 'الطاولة', 'ملاحظة', 'VIP', 'الجهة']
  const gateFieldsOf = ({ rows }: Assessment) =>
    rows
      .filter(({ isOut }) => !isOut)
      .map(row => invitationFor(guestOf(row)))
      .map(({ guestName, ...others }) => [guestName, others])

  test('reads table, note, VIP and side of a guest, and leaves out the fields of empty cells', () => {
    const assessment = assess([gateHeadings, ['هند', '١٢', ' معها كرسي\nمتحرّك ', 'نعم', 'أهل العروس'], ['خالد', '', '', '', '']])
    const one = { generationType: 'names', maxScans: 1, phone: null }
    expect(gateFieldsOf(assessment)).toEqual([
      ['هند', { ...one, table: '١٢', note: 'معها كرسي متحرّك', isVip: true, side: 'أهل العروس' }],
      ['خالد', one],
    ])
    expect(doubtsOf(assessment)).toEqual([])
  })

  test.each([
    ['نعم', true],
    ['Yes', true],
    ['1', true],
    ['١', true],
    ['✓', true],
    ['✔️', true],
    ['vip', true],
    ['من كبار الضيوف', true],
    ['لا', false],
    ['No', false],
    ['0', false],
    ['-', false],
    ['', false],
  ])('reads «%s» in the column of VIPs as %s', (cell, isVip) => {
    const assessment = assess([gateHeadings, ['هند', '', '', cell, '']])
    expect(assessment.rows.map(row => row.isVip)).toEqual([isVip])
    expect(doubtsOf(assessment)).toEqual([])
  })

  test('asks about another text in the column of VIPs, and takes the user’s answer', () => {
    const rows = [gateHeadings, ['هند', '', '', 'وزيرة', '']]
    const assessment = assess(rows)
    expect(doubtsOf(assessment)).toEqual(['2 vip'])
    expect(assessment.rows[0]).toMatchObject({ isVip: false, isOut: false, written: 'هند · وزيرة' })
    expect(assess(rows, { edits: { 2: { isVip: true } } }).rows[0]).toMatchObject({ isVip: true })
  })

  test.each(GATE_TEXTS)('asks about a %s that is too long, keeps its whole text, and adds the guest once it is shorter', field => {
    const column = { table: 1, note: 2, side: 4 }[field]
    const longest = 'ن'.repeat(GATE_TEXT_LENGTHS[field])
    const rowWith = (text: string) => [gateHeadings, ['هند', '', '', '', ''].with(column, text)]
    expect(doubtsOf(assess(rowWith(longest)))).toEqual([])
    const assessment = assess(rowWith(`${longest}ن`))
    expect(doubtsOf(assessment)).toEqual([`2 ${field}`])
    expect(assessment.rows[0]).toMatchObject({ [field]: `${longest}ن`, isOut: true, why: 'longField' })
    const edited = assess(rowWith(`${longest}ن`), { edits: { 2: { [field]: longest } } })
    expect(edited.rows[0]).toMatchObject({ [field]: longest, isOut: false })
    expect(doubtsOf(edited)).toEqual([`2 ${field}`])
  })

  test.each(GATE_TEXTS)('accepts a %s as long as the contract does', field => {
    const isAccepted = (length: number) =>
      NewInvitation.safeParse({ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'هند', [field]: 'ن'.repeat(length) }).success
    expect([isAccepted(GATE_TEXT_LENGTHS[field]), isAccepted(GATE_TEXT_LENGTHS[field] + 1)]).toEqual([true, false])
  })

  test('leads to one invitation for several people if a guest has companions', () => {
    expect(invitationFor({ name: 'هند', phone: null, persons: 3 })).toMatchObject({ generationType: 'custom', maxScans: 3 })
    expect(invitationFor({ name: 'هند', phone: null, persons: 1 })).toMatchObject({ generationType: 'names', maxScans: 1 })
  })
})
