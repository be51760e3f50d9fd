import { expect, test } from 'vitest'
import { assessTable, type ImportChoice } from './assess-table.ts'
import { recogniseColumns } from './columns.ts'

const LIST = [
  ['الاسم', 'الجوال'],
  ['هدى', '0512345678'],
  ['منى', '٠٥١ ٢٣٤ ٥٦٧٩'],
  ['سارة', '777123456'],
  ['ريم', '12345'],
]
const readYemeni = (written: string) => (/^7\d{8}$/.test(written) ? `+967${written}` : undefined)
const assess = (choice: Partial<ImportChoice> = {}) => {
  const table = { rows: LIST }
  return assessTable(table, { ...recogniseColumns(table), edits: {}, ...choice }, readYemeni)
}
const question = { about: 'neighbour-phones', callingCode: '966', count: 2, original: 'هدى · 0512345678' }

test('one question covers all local numbers of a neighbouring country', () => {
  const { rows, questions } = assess()
  expect(questions).toEqual([question])
  expect(rows.map(({ phone }) => phone)).toEqual(['+966512345678', '+966512345679', '+967777123456', '12345'])
  expect(rows.map(({ doubts }) => doubts.length)).toEqual([0, 0, 0, 1])
})

test('refused numbers of a neighbouring country stay as they were written', () => {
  const { rows, questions } = assess({ refusedNeighbours: ['966'] })
  expect(questions).toEqual([question])
  expect(rows.map(({ phone }) => phone)).toEqual(['0512345678', '051 234 5679', '+967777123456', '12345'])
  expect(rows.map(({ doubts }) => doubts.length)).toEqual([1, 1, 0, 1])
})
