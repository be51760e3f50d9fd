import fc from 'fast-check'
import readSheet from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { workbookFile } from './workbook.ts'

const columns = [
  { title: 'الاسم', width: 30 },
  { title: 'العدد', width: 10 },
]

const writeAndReadBack = async (rows: readonly (readonly [string, number])[]) => {
  const file = await workbookFile({ columns, pages: [rows] })
  return (await readSheet(await file.arrayBuffer(), { trim: false }))[0]?.data
}

test('workbookFile writes a formula as text', async () => {
  const rows = [
    ['=SUM(A1)', 1],
    ['أم عبدالله & <باعبّاد> "1"', -3],
    ['+967777123456', 0],
    ['عائلة 😀', 1000],
  ] as const
  expect(await writeAndReadBack(rows)).toEqual([['الاسم', 'العدد'], ...rows])
})

test('an Excel parser returns the texts of workbookFile unchanged', async () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => text.trim() === text && !/[\p{Cc}\uFFFE\uFFFF]/u.test(text))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, fc.integer())), async rows => {
      expect(await writeAndReadBack(rows)).toEqual([['الاسم', 'العدد'], ...rows])
    }),
    { numRuns: 60 },
  )
})

test('workbookFile rejects if reading a page of rows throws', async () => {
  async function* failingPages() {
    yield [['سارة', 1]] as const
    throw new Error('no answer')
  }
  await expect(workbookFile({ columns, pages: failingPages() })).rejects.toThrow('no answer')
})
