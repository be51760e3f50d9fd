import { cleanLine } from '@hudur/core/arabic'
import { assessTable, type RowDoubt } from '@hudur/core/guest-lists/assess-table'
import { recogniseColumns } from '@hudur/core/guest-lists/columns'
import type { Guest } from '@hudur/core/guest-lists/guest'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { doubtQuestion } from './doubt-question.ts'
import { listQuestionText } from './list-question-text.ts'

/** What the reader of lists finds in the name of one typed guest, and its questions about it. */
export type TypedGuest = Pick<Guest, 'name' | 'persons' | 'phone'> & { questions: string[] }

/**
 * Returns whether the fields of one guest show a question. They ask about the number of persons anyway, and have no field for other parts
 * of a name.
 */
const isAsked = ({ about }: RowDoubt) => about !== 'family' && about !== 'leftover'

/**
 * Reads the name of one guest as a list of one line. Returns undefined if the text is only a name: without a telephone number, a number of
 * persons, or anything else that the reader would remove.
 */
export function readTypedGuest(written: string, callingCode: string | undefined): TypedGuest | undefined {
  const table = { rows: [[written]], is: 'lines' as const }
  const { rows, questions: listQuestions } = assessTable(table, { ...recogniseColumns(table), edits: {} }, phone =>
    toInternationalPhone(phone, callingCode),
  )
  const [row] = rows
  if (!row || row.name === '') return undefined
  const leftover = row.doubts.find(doubt => doubt.about === 'leftover')
  const name = leftover ? leftover.whole : row.name
  const persons = row.doubts.some(({ about }) => about === 'family') ? 1 : row.persons
  if (name === cleanLine(written) && row.phone === null && persons === 1) return undefined
  const questions = [
    ...row.doubts.filter(isAsked).map(doubt => doubtQuestion(doubt, row, new Map())),
    ...listQuestions.filter(({ about }) => about === 'neighbour-phones').map(listQuestionText),
  ]
  return { name, persons, phone: row.phone, questions }
}
