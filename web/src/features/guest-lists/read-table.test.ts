import { type TableRefusal, TableRefusedError } from '@hudur/core/guest-lists/guest-table'
import { readTable } from '@hudur/core/guest-lists/read-table'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

const createFile = (...parts: (string | number[])[]) =>
  new Blob(parts.map(part => (typeof part === 'string' ? part : new Uint8Array(part))) as BlobPart[])

const encodeUtf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2))
  for (const [at, code] of [0xfeff, ...text.split('').map(letter => letter.charCodeAt(0))].entries()) view.setUint16(at * 2, code, isLittle)
  return new Blob([view])
}

/** Encodes a text in an encoding with one byte per letter, by inverting the browser's decoder. */
const encodeSingleByte = (text: string, encoding: string) => {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return createFile([...text].map(letter => letters.indexOf(letter)))
}

const refusalOf = (source: Blob | string): Promise<TableRefusal> =>
  readTable(source).then(
    () => Promise.reject(new Error('it was read')),
    (error: unknown) => (error instanceof TableRefusedError ? error.refusal : Promise.reject(error)),
  )

const GUESTS = [
  ['الاسم', 'الجوال', 'العدد'],
  ['خالد سعيد باوزير', '777123456', '3'],
  ['أم عبدالله', '733000111', '1'],
]
const csvText = (separator: string, end = '\r\n') => GUESTS.map(row => row.join(separator)).join(end) + end

describe('encodings of files', () => {
  test.each([
    ['UTF-8', createFile(csvText(','))],
    ['UTF-8 with a byte order mark', createFile([0xef, 0xbb, 0xbf], csvText(';'))],
    ['little-endian UTF-16', encodeUtf16(csvText('\t'), true)],
    ['big-endian UTF-16', encodeUtf16(csvText('\t'), false)],
    ['Windows-1256', encodeSingleByte(csvText(';'), 'windows-1256')],
    ['Arabic Mac', encodeSingleByte(csvText(','), 'iso-8859-6')],
    ['UTF-8 with CR line breaks', createFile(csvText(',', '\r'))],
    ['UTF-8 with the separator named in the first line', createFile(`sep=|\r\n${csvText('|')}`)],
  ])('readTable reads the rows of a file in %s', async (_name, file) => {
    expect((await readTable(file)).rows).toEqual(GUESTS)
  })

  test('readTable decodes MS-DOS text (code page 720)', async () => {
    // «خالد,سعيد» in code page 720.
    const file = createFile([0xa6, 0x9f, 0xe9, 0xa7, 0x2c, 0xab, 0xe3, 0xef, 0xa7, 0x0d, 0x0a, 0x1a])
    expect((await readTable(file)).rows).toEqual([['خالد', 'سعيد']])
  })
})

describe('separators and quotes', () => {
  test('readTable keeps separators, quotes and line breaks in quoted cells', async () => {
    expect((await readTable(createFile('الاسم,ملاحظة\n"باوزير، خالد","قال ""نعم""\nثم جاء"\n'))).rows).toEqual([
      ['الاسم', 'ملاحظة'],
      ['باوزير، خالد', 'قال "نعم"\nثم جاء'],
    ])
  })

  test('readTable keeps every row of a CSV file in which a quote is not closed', async () => {
    const { rows } = await readTable(createFile('الاسم,الجوال\n"أبو علي" العمودي,777123456\n"خالد,733000111\nهند,\n'))
    expect(rows).toHaveLength(4)
    expect(rows[2]?.[1]).toBe('733000111')
  })

  test('readTable reads a list of names with commas as one column', async () => {
    expect((await readTable(createFile('خالد\nهند، أم علي\nريم, وعائلتها\nسارة'))).rows).toEqual([
      ['خالد'],
      ['هند، أم علي'],
      ['ريم, وعائلتها'],
      ['سارة'],
    ])
  })

  test('readTable reads cells that start with = as text', async () => {
    expect((await readTable(createFile('=cmd|calc,777123456\n=1+1,733000111'))).rows[0]?.[0]).toBe('=cmd|calc')
  })

  test('readTable returns the original texts of arbitrary quoted cells', async () => {
    const cell = fc.string({ unit: fc.constantFrom('أ', 'ب', ' ', '"', ',', ';', '\n', '=', '7') })
    const rows = fc
      .integer({ min: 2, max: 4 })
      .chain(width => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
    await fc.assert(
      fc.asyncProperty(rows, async given => {
        const markedRows = given.map((row, at) => [`س${at}`, ...row])
        const text = markedRows.map(row => row.map(value => `"${value.replaceAll('"', '""')}"`).join('\t')).join('\r\n')
        expect((await readTable(text)).rows).toEqual(markedRows)
      }),
    )
  })
})

describe('files that are not lists', () => {
  test.each<[TableRefusal['reason'], Blob]>([
    ['empty', createFile('')],
    ['empty', createFile([0xef, 0xbb, 0xbf], ' \r\n,,\r\n')],
    ['not-a-table', createFile('%PDF-1.7\n%âãÏÓ\n1 0 obj')],
    ['not-a-table', createFile([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])],
    ['not-a-table', createFile('<html><p>خالد</p></html>')],
    ['not-a-table', createFile('<?xml version="1.0"?><list><guest>خالد</guest></list>')],
    ['old-excel', createFile([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['damaged', createFile([0x50, 0x4b, 0x03, 0x04, 1, 2, 3, 4])],
    ['too-large', new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])],
  ])('readTable throws with the reason %s for a file that is not a list', async (reason, file) => {
    expect(await refusalOf(file)).toEqual({ reason })
  })

  test('readTable throws for a ZIP file that is not a workbook', async () => {
    const zip = new Blob([zipSync({ 'word/document.xml': strToU8('<x/>') })])
    expect(await refusalOf(zip)).toEqual({ reason: 'not-a-table' })
  })

  test('readTable returns a table or a TableRefusedError for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, isZip) => {
        const file = isZip ? createFile([0x50, 0x4b, 0x03, 0x04], [...bytes]) : createFile([...bytes])
        const outcome = await readTable(file).catch((error: unknown) => error)
        expect(outcome instanceof TableRefusedError || Array.isArray((outcome as { rows: unknown }).rows)).toBe(true)
      }),
    )
  })
})

describe('lists without columns', () => {
  const lines = ['[21/11/2026، 9:14 م] ريم: أم محمد, أم علي + 3', '[21/11/2026، 9:15 م] ريم: هند']

  test('readTable keeps commas and quotes of lines without headings', async () => {
    expect(await readTable('خالد، 777123456\r\n"هند", 2')).toEqual({ rows: [['خالد، 777123456'], ['"هند", 2']], is: 'lines' })
  })

  test('readTable splits pasted lines at commas if they have headings', async () => {
    const rows = [
      ['الاسم', 'الجوال', 'العدد'],
      ['باوزير, خالد', '777123456', '2'],
      ['هند', '', '3'],
    ]
    expect(await readTable('الاسم,الجوال,العدد\n"باوزير, خالد",777123456,2\nهند,,3')).toEqual({ rows })
    expect(await readTable('الاسم;الجوال;العدد\n"باوزير, خالد";777123456;2\nهند;;3')).toEqual({ rows })
  })

  test('readTable splits a pasted line of several guests into rows', async () => {
    expect(await readTable('الجيران: خالد، هند، ريم\nسارة')).toEqual({
      rows: [['الجيران:'], ['خالد'], ['هند'], ['ريم'], ['سارة']],
      is: 'lines',
    })
  })

  test('readTable reads an exported chat as one column', async () => {
    expect(await readTable(createFile(lines.join('\n')))).toEqual({ rows: lines.map(line => [line]), is: 'lines' })
  })

  test('readTable reads names and phone numbers from a vCard', async () => {
    const addressBook = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:أم محمد\r\nTEL;TYPE=CELL:777 123 456\r\nEND:VCARD\r\n'
    const table = { rows: [['أم محمد', '777 123 456']], is: 'contacts' }
    expect(await readTable(createFile(addressBook))).toEqual(table)
    expect(await readTable(addressBook)).toEqual(table)
    expect(await readTable([{ name: 'أم محمد', phones: ['777 123 456'] }])).toEqual(table)
  })
})
