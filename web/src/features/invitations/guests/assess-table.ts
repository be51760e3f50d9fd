import { fold, invitationRules, MAX_NAME, westernDigits } from '@hudur/core'
import type { Reading } from './columns.ts'
import type { Guest } from './guest.ts'
import { internationalPhone } from './phone.ts'
import { isEmptyRow, type Table } from './table.ts'

/** What was decided about a row: other cells in place of its own, or that it is left out. */
export type RowEdit = { phone?: string; persons?: string; isOut?: boolean }

/** Everything that was decided about a table. Rows are counted from 1. */
export type ImportChoice = Reading & { edits: Readonly<Record<number, RowEdit>>; keepsRepeated: boolean }

/** Something in a row that nobody but the user can know. */
export type Question = { row: number; name: string; about: 'phone' | 'persons'; written: string; isOpen: boolean }

/** What would be made of a table, and all that is odd about it. */
export type Assessment = {
  guests: (Guest & { row: number })[]
  empty: number[]
  nameless: number[]
  tooLong: number[]
  leftOut: number[]
  repeated: { name: string; rows: number[] }[]
  questions: Question[]
}

const MOST_PERSONS = invitationRules.mostPlaces('custom')

const oneLine = (cell: string) => invitationRules.guestsIn(cell).join(' ')

/** A number of persons as people write it, «٣» or «3 أشخاص»; undefined where it is none from 1 to 100. */
function personsIn(written: string, more: number) {
  const digits = /^(\d{1,3})(?:\.0+)?(?:\s+\D+)?$/.exec(westernDigits(written))?.[1]
  const persons = Number(digits) + more
  return digits !== undefined && persons >= 1 && persons <= MOST_PERSONS ? persons : undefined
}

/** Reads the guests out of a table as it was chosen; `callingCode` is that of telephone numbers without one. */
export function assessTable(table: Table, choice: ImportChoice, callingCode: string | undefined): Assessment {
  const { headings, uses, edits, keepsRepeated } = choice
  const columnsOf = (use: string) => uses.flatMap((other, column) => (other === use ? [column] : []))
  const [names, [phone], [persons], [companions]] = [columnsOf('name'), columnsOf('phone'), columnsOf('persons'), columnsOf('companions')]
  const known = new Map<string, string | undefined>()
  const phoneOf = (written: string) => {
    if (!known.has(written)) known.set(written, internationalPhone(written, callingCode))
    return known.get(written)
  }

  const made: Assessment = { guests: [], empty: [], nameless: [], tooLong: [], leftOut: [], repeated: [], questions: [] }
  const seen = new Map<string, { name: string; rows: number[] }>()

  for (const [index, cells] of table.rows.entries()) {
    const row = index + 1
    if (row <= headings) continue
    if (isEmptyRow(cells)) {
      made.empty.push(row)
      continue
    }
    const cell = (column: number | undefined) => (column === undefined ? '' : oneLine(cells[column] ?? ''))
    const name = names.map(cell).filter(Boolean).join(' ')
    if (!invitationRules.hasGuest({ generationType: 'names', guestName: name })) {
      made.nameless.push(row)
      continue
    }
    if (name.length > MAX_NAME) {
      made.tooLong.push(row)
      continue
    }
    const edit = edits[row] ?? {}
    if (edit.isOut) {
      made.leftOut.push(row)
      continue
    }

    /** Reads a cell, or what stands in its place; what is unclear by itself stays a question, so that its answer can be seen and changed. */
    const ask = <Value>(about: Question['about'], written: string, read: (text: string) => Value | undefined, otherwise: Value): Value => {
      const own = written === '' ? otherwise : read(written)
      if (own !== undefined) return own
      const answer = edit[about]
      const answered = answer === undefined ? undefined : answer.trim() === '' ? otherwise : read(oneLine(answer))
      made.questions.push({ row, name, about, written, isOpen: answered === undefined })
      return answered ?? otherwise
    }
    const guest = {
      row,
      name,
      phone: ask<string | null>('phone', cell(phone), phoneOf, null),
      persons:
        companions === undefined
          ? ask('persons', cell(persons), text => personsIn(text, 0), 1)
          : ask('persons', cell(companions), text => personsIn(text, 1), 1),
    }
    const key = `${fold(name)}\n${guest.phone ?? ''}`
    const before = seen.get(key)
    if (before) before.rows.push(row)
    else seen.set(key, { name, rows: [row] })
    if (!before || keepsRepeated) made.guests.push(guest)
  }
  made.repeated = [...seen.values()].filter(({ rows }) => rows.length > 1)
  return made
}
