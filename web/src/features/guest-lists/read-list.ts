import { assessTable, type ReviewRow } from '@hudur/core/guest-lists/assess-table'
import { checkRowCount, recogniseColumns } from '@hudur/core/guest-lists/columns'
import { type GuestTable, sheetNameOf, TableRefusedError } from '@hudur/core/guest-lists/guest-table'
import { type ListSource, readTable } from '@hudur/core/guest-lists/read-table'
import { countRows, usedSheets } from '@hudur/core/guest-lists/sheets'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { doubtQuestion } from './doubt-question.ts'
import { listQuestionOriginal, listQuestionSubject, listQuestionText } from './list-question-text.ts'
import { refusalText } from './refusal-text.ts'

type ReadGuest = {
  name: string
  places: number
  children: number
  phone: string | null
  side: string | null
  table: string | null
  note: string | null
  sheet: string
}

/** What an import of a list would do: the guests it proposes, and what it asks. `clear`: it asks nothing. */
export type ReadList = {
  sheets: { name: string; rows: number; hidden: boolean; used: boolean }[]
  guests: ReadGuest[]
  questions: { about: 'row' | 'column' | 'sheet' | 'list'; text: string; original: string }[]
  clear: boolean
}

const sheetsOf = (table: GuestTable): ReadList['sheets'] => {
  if (!table.sheets) return [{ name: '', rows: countRows(table.rows), hidden: false, used: true }]
  const used = usedSheets(table)
  return table.sheets.map(({ name, rows, isHidden }, index) => ({
    name,
    rows: countRows(rows),
    hidden: isHidden,
    used: used.includes(index),
  }))
}

const guestOf = ({ name, persons, children = 0, phone, side, table: seat, note, row }: ReviewRow, table: GuestTable): ReadGuest => ({
  name,
  places: persons,
  children,
  phone,
  side: side || null,
  table: seat || null,
  note: note || null,
  sheet: sheetNameOf(table, row - 1),
})

/** Reads a list by the functions of the review, and returns what the review would show before the first answer. */
export async function readList(source: ListSource, callingCode: string | undefined): Promise<ReadList> {
  try {
    const table = await readTable(source)
    const reading = recogniseColumns(table)
    checkRowCount(table, reading)
    const { rows, questions } = assessTable(table, { ...reading, edits: {} }, phone => toInternationalPhone(phone, callingCode))
    const rowsByNumber = new Map(rows.map(row => [row.row, row]))
    const asked: ReadList['questions'] = [
      ...questions.map(question => ({
        about: listQuestionSubject(question),
        text: listQuestionText(question),
        original: listQuestionOriginal(question),
      })),
      ...rows.flatMap(row =>
        row.doubts.map(doubt => ({ about: 'row' as const, text: doubtQuestion(doubt, row, rowsByNumber), original: row.written })),
      ),
    ]
    return {
      sheets: sheetsOf(table),
      guests: rows.filter(({ isOut }) => !isOut).map(row => guestOf(row, table)),
      questions: asked,
      clear: asked.length === 0,
    }
  } catch (cause) {
    if (!(cause instanceof TableRefusedError)) throw cause
    return { sheets: [], guests: [], questions: [{ about: 'list', text: refusalText(cause.refusal), original: '' }], clear: false }
  }
}
