import { anyCodePoint } from '@hudur/core/testing/code-points'
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
  ['\tx', `"'\tx"`],
  ['＝SUM(A1)', "'＝SUM(A1)"],
  ['＋cmd', "'＋cmd"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['سارة;=SUM(A1)', `"سارة;'=SUM(A1)"`],
  ['سارة; "=SUM(A1)"', `"سارة;' ""=SUM(A1)"""`],
  ['سارة;＝SUM(A1);-2', `"سارة;'＝SUM(A1);'-2"`],
  ['سارة; وعائلتها', '"سارة; وعائلتها"'],
  ['+967777123456;+967 771', '"+967777123456;+967 771"'],
  ['+967777123456', '+967777123456'],
  ['خالد، وعائلته', 'خالد، وعائلته'],
  ['a,b', '"a,b"'],
  ['قال "نعم"', '"قال ""نعم"""'],
  [-5, '-5'],
])('csvCell turns formulas into text: writes %s as %s', (cell, written) => expect(csvCell(cell)).toBe(written))

test('csvFile writes byte order mark, headings and all rows', async () => {
  const bytes = new Uint8Array(await (await csvFile({ columns, pages: [[['سارة', 3]], [['علي', 1]]] })).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('الاسم,العدد\r\nسارة,3\r\nعلي,1\r\n')
})

/** Generates single characters, often ones with a meaning in CSV or in formulas. */
const characterArbitrary = fc.oneof(anyCodePoint, fc.constantFrom(...'=+-@＝＋－＠;,\t\r\n"\' ', 'ا', '7'))
const textArbitrary = fc
  .array(characterArbitrary, { minLength: 1, maxLength: 12 })
  .map(all => all.join(''))
  .filter(text => text.isWellFormed() && !text.includes('\0'))
const tableArbitrary = fc.array(fc.tuple(textArbitrary, fc.nat()), { minLength: 1, maxLength: 20 })
const removeApostrophes = (text: string) => text.replaceAll("'", '')

test('csvFile writes texts that a CSV parser returns unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(tableArbitrary, async rows => {
      const { data } = Papa.parse<string[]>(await (await csvFile({ columns, pages: [rows] })).text(), { delimiter: ',', newline: '\r\n' })
      const read = data.slice(1, -1).map(([text = '', number]) => [removeApostrophes(text), number])
      expect(read).toEqual(rows.map(([text, number]) => [removeApostrophes(text), String(number)]))
    }),
    { numRuns: 200 },
  )
})

test.each([',', ';', '\t'])('csvFile writes no formula for a program that separates cells by %j', async delimiter => {
  await fc.assert(
    fc.asyncProperty(tableArbitrary, async rows => {
      const swappedRows = rows.map(([text, number]) => [number, text] as const)
      for (const page of [rows, swappedRows]) {
        const text = await (await csvFile({ columns, pages: [page] })).text()
        for (const cell of Papa.parse<string[]>(text, { delimiter }).data.flat())
          if (!/^\+\d[\d ]*(?:[",;\t\r\n]|$)/.test(cell)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
      }
    }),
    { numRuns: 200 },
  )
})
