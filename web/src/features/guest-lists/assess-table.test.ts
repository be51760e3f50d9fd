import { assessTable, type ImportChoice, type TableAssessment } from '@hudur/core/guest-lists/assess-table'
import { checkRowCount, recogniseColumns } from '@hudur/core/guest-lists/columns'
import { guestFromRow, invitationFieldsFor } from '@hudur/core/guest-lists/guest'
import { TableRefusedError } from '@hudur/core/guest-lists/guest-table'
import { guestFields } from '@hudur/core/invitations/guest-fields'
import { LINE_FIELDS } from '@hudur/core/invitations/guest-values'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toInternationalPhone } from '../../text/international-phone.ts'

const assessRows = (rows: string[][], choice: Partial<ImportChoice> = {}) =>
  assessTable({ rows }, { ...recogniseColumns({ rows }), edits: {}, ...choice }, phone => toInternationalPhone(phone, '967'))

/** Returns the guests of the rows that an assessment does not leave out. */
const guestsOf = ({ rows }: TableAssessment) =>
  rows.filter(({ isOut }) => !isOut).map(({ row, name, phone, persons }) => ({ row, name, phone, persons }))
/** Returns the number and the reason of each row that an assessment leaves out. */
const leftOutRows = ({ rows }: TableAssessment) => rows.filter(({ isOut }) => isOut).map(({ row, why }) => `${row} ${why}`)
const doubtsOf = ({ rows }: TableAssessment) => rows.flatMap(({ row, doubts }) => doubts.map(({ about }) => `${row} ${about}`))

describe('toInternationalPhone', () => {
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
  ])('toInternationalPhone converts %s with calling code %s to %s', (rawPhone, callingCode, phone) => {
    expect(toInternationalPhone(rawPhone, callingCode)).toBe(phone)
  })

  test.each([
    ['0512345678', '967'],
    ['777123', '967'],
    ['7771234567', '967'],
    ['777123456 / 733000111', '967'],
    ['لا يوجد', '967'],
    ['9.68E+11', '967'],
    ['777123456', undefined],
  ])('toInternationalPhone rejects %s with calling code %s', (rawPhone, callingCode) => {
    expect(toInternationalPhone(rawPhone, callingCode)).toBeUndefined()
  })

  test('toInternationalPhone leaves an international number unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789٧+ -') }), rawPhone => {
        const phone = toInternationalPhone(rawPhone, '967')
        if (phone === undefined) return
        expect(phone).toMatch(/^\+\d{7,15}$/)
        expect(toInternationalPhone(phone, '966')).toBe(phone)
      }),
    )
  })
})

describe('columns of a guest table', () => {
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
      ['name', 'table', 'note', 'isVip', 'side'],
    ],
    [
      ['مهم', 'طاولة', 'الطرف', 'ملاحظة', 'اسم الضيف', 'رقم الطاولة'],
      ['isVip', 'table', 'side', 'note', 'name', 'ignored'],
    ],
    [
      ['Name', 'Table', 'VIP', 'Side', 'note'],
      ['name', 'table', 'isVip', 'side', 'note'],
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
  ])('recogniseColumns finds the use of each column from the headings %j', (headings, uses) => {
    expect(recogniseColumns({ rows: [headings, headings.map(() => '')] })).toEqual({ headings: 1, uses })
  })

  test('recogniseColumns finds headings below a title row', () => {
    const rows = [
      ['قائمة ضيوف زفاف خالد', ''],
      ['', ''],
      ['الاسم', 'الجوال'],
      ['هند', '777123456'],
    ]
    expect(recogniseColumns({ rows })).toEqual({ headings: 3, uses: ['name', 'phone'] })
    expect(guestsOf(assessRows(rows))).toEqual([{ row: 4, name: 'هند', phone: '+967777123456', persons: 1 }])
  })

  test('recogniseColumns finds columns without headings by their cells', () => {
    const rows = [
      ['1', 'أسماء الحكيمي', '777123456', '2'],
      ['2', 'خالد', '733 000 111', '5'],
      ['3', 'هند', '', '2'],
    ]
    expect(recogniseColumns({ rows })).toEqual({ headings: 0, uses: ['ignored', 'name', 'phone', 'persons'] })
  })

  test('recogniseColumns does not take a guest’s row for headings', () => {
    const rows = [
      ['خالد', 'مع مرافق', 'VIP'],
      ['هند', '', ''],
    ]
    expect(recogniseColumns({ rows }).headings).toBe(0)
  })

  test('checkRowCount accepts 10,000 rows and refuses one more', () => {
    const rows = [['الاسم'], ...Array.from({ length: 10_000 }, (_, n) => [`ضيف ${n}`])]
    checkRowCount({ rows }, recogniseColumns({ rows }))
    rows.push(['ضيف آخر'])
    expect(() => checkRowCount({ rows }, recogniseColumns({ rows }))).toThrow(TableRefusedError)
  })
})

describe('assessment of an imported table', () => {
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

  test('assessTable returns a guest or a reason for every row', () => {
    const assessment = assessRows(rows)
    expect(guestsOf(assessment)).toEqual([
      { row: 2, name: 'أحمد', phone: '+967777123456', persons: 3 },
      { row: 7, name: 'هند', phone: null, persons: 1 },
      { row: 8, name: '=1+1', phone: null, persons: 2 },
    ])
    expect(leftOutRows(assessment)).toEqual(['4 same', '5 nameless', '6 long'])
    expect(doubtsOf(assessment)).toEqual(['4 same', '6 long', '7 phone', '7 persons', '8 leftover'])
  })

  test('assessTable replaces its proposals by the edits of the user', () => {
    const assessment = assessRows(rows, {
      edits: { 4: { isOut: false }, 6: { name: 'نور' }, 7: { phone: '٧٣٣٠٠٠١١١', persons: 4 }, 8: { isOut: true } },
    })
    expect(guestsOf(assessment).map(({ row }) => row)).toEqual([2, 4, 6, 7])
    expect(guestsOf(assessment).at(-1)).toEqual({ row: 7, name: 'هند', phone: '+967733000111', persons: 4 })
    expect(doubtsOf(assessment)).toContain('7 phone')
  })

  test('assessTable keeps an unclear phone number that the server accepts', () => {
    const assessment = assessRows([
      ['الاسم', 'الجوال'],
      ['خالد', '73312345'],
      ['هند', 'لا يوجد'],
    ])
    expect(guestsOf(assessment).map(({ phone }) => phone)).toEqual(['73312345', null])
    expect(doubtsOf(assessment)).toEqual(['2 phone'])
  })

  test('assessTable prefers phone and count from the row’s other cells', () => {
    const assessment = assessRows([
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

  test('assessTable does not read «×2» as digits of the phone number', () => {
    const rows = ['سعاد (×2) 777 123 456', 'هدى × 3 777 123 457', 'ليلى (*2) 777123458'].map(line => [line])
    expect(guestsOf(assessRows(rows)).map(({ name, phone, persons }) => [name, phone, persons])).toEqual([
      ['سعاد', '+967777123456', 2],
      ['هدى', '+967777123457', 3],
      ['ليلى', '+967777123458', 2],
    ])
  })

  test('assessTable recognises a phone number in the column of names', () => {
    const assessment = assessRows([
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
    expect(doubtsOf(assessment)).toEqual(['4 family'])
  })

  test('assessTable adds the guest to a number of companions', () => {
    const assessment = assessRows([
      ['الاسم', 'عدد المرافقين'],
      ['هند', '2'],
      ['خالد', '0'],
      ['ريم', ''],
      ['سارة', '100'],
    ])
    expect(guestsOf(assessment).map(({ persons }) => persons)).toEqual([3, 1, 1, 1])
    expect(doubtsOf(assessment)).toEqual(['5 persons'])
  })

  test('assessTable returns every row that is not empty', () => {
    const cell = fc.constantFrom('', ' ', 'خالد', 'هند', '777123456', '3', 'x', '\u200f')
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 30 }), given => {
        const { rows } = assessRows(given, { headings: 0, uses: ['name', 'phone', 'persons'] })
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
  const gateFieldsOf = ({ rows }: TableAssessment) =>
    rows
      .filter(({ isOut }) => !isOut)
      .map(row => invitationFieldsFor(guestFromRow(row)))
      .map(({ guestName, ...others }) => [guestName, others])

  test('assessTable reads table, note, VIP mark and side', () => {
    const assessment = assessRows([gateHeadings, ['هند', '١٢', ' معها كرسي\nمتحرّك ', 'نعم', 'أهل العروس'], ['خالد', '', '', '', '']])
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
  ])('assessTable reads the cell «%s» in the column of VIPs as isVip %s', (cell, isVip) => {
    const assessment = assessRows([gateHeadings, ['هند', '', '', cell, '']])
    expect(assessment.rows.map(row => row.isVip)).toEqual([isVip])
    expect(doubtsOf(assessment)).toEqual([])
  })

  test('assessTable asks about an unclear VIP cell', () => {
    const rows = [gateHeadings, ['هند', '', '', 'وزيرة', '']]
    const assessment = assessRows(rows)
    expect(doubtsOf(assessment)).toEqual(['2 isVip'])
    expect(assessment.rows[0]).toMatchObject({ isVip: false, isOut: false, written: 'هند · وزيرة' })
    expect(assessRows(rows, { edits: { 2: { isVip: true } } }).rows[0]).toMatchObject({ isVip: true })
  })

  test.each(LINE_FIELDS)('assessTable leaves out a guest whose %s is too long', field => {
    const column = { table: 1, note: 2, side: 4 }[field]
    const longest = 'ن'.repeat(guestFields[field].maxLength)
    const tableWithCell = (text: string) => [gateHeadings, ['هند', '', '', '', ''].with(column, text)]
    expect(doubtsOf(assessRows(tableWithCell(longest)))).toEqual([])
    const assessment = assessRows(tableWithCell(`${longest}ن`))
    expect(doubtsOf(assessment)).toEqual([`2 ${field}`])
    expect(assessment.rows[0]).toMatchObject({ [field]: `${longest}ن`, isOut: true, why: 'longField' })
    const edited = assessRows(tableWithCell(`${longest}ن`), { edits: { 2: { [field]: longest } } })
    expect(edited.rows[0]).toMatchObject({ [field]: longest, isOut: false })
    expect(doubtsOf(edited)).toEqual([`2 ${field}`])
  })

  test('invitationFieldsFor returns the kind «custom» for 3 persons', () => {
    expect(invitationFieldsFor({ name: 'هند', phone: null, persons: 3 })).toMatchObject({ generationType: 'custom', maxScans: 3 })
    expect(invitationFieldsFor({ name: 'هند', phone: null, persons: 1 })).toMatchObject({ generationType: 'names', maxScans: 1 })
  })
})
