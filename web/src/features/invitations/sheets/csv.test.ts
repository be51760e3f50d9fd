import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvCell, csvFile } from './csv.ts'

const columns = [
  { title: 'الاسم', width: 10 },
  { title: 'العدد', width: 10 },
]

test.each([
  ['خالد', 'خالد'],
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+cmd', "'+cmd"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['+967777123456', '+967777123456'],
  ['خالد، وعائلته', 'خالد، وعائلته'],
  ['a,b', '"a,b"'],
  ['قال "نعم"', '"قال ""نعم"""'],
  [-5, '-5'],
])('%s is written as %s', (cell, written) => expect(csvCell(cell)).toBe(written))

test('it begins with the mark that keeps Arabic intact, and its headings', async () => {
  const bytes = new Uint8Array(await (await csvFile({ columns, pages: [[['سارة', 3]], [['علي', 1]]] })).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('الاسم,العدد\r\nسارة,3\r\nعلي,1\r\n')
})

test('whatever is written is read back, but for the mark that makes formulas text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.integer()), { minLength: 1 }), async rows => {
      const kept = rows.filter(([text]) => text.isWellFormed() && !text.includes('\0'))
      const { data } = Papa.parse<string[]>(await (await csvFile({ columns, pages: [kept] })).text(), { skipEmptyLines: true })
      const read = data.slice(1).map(([text = '', number]) => [text, number])
      expect(read).toEqual(
        kept.map(([text, number]) => [/^[=+\-@\t\r]/.test(text) && !/^\+\d[\d ]*$/.test(text) ? `'${text}` : text, String(number)]),
      )
    }),
    { numRuns: 60 },
  )
})
