import { splitGuests, westernDigits } from '@hudur/core'
import { assessTable } from '../src/features/invitations/guests/assess-table.ts'
import { recogniseColumns } from '../src/features/invitations/guests/columns.ts'
import { readTable } from '../src/features/invitations/guests/read-table.ts'

/** What the review proposes for one line of a pasted list. */
export type Outcome = {
  /**
   * The accepted guests as `name ×persons phone`, separated by ` & `, or `✗` for none; ` ?` follows if the review asks the host a question.
   */
  summary: string
  isAsked: boolean
  /** Whether every question to the host about this line concerns its phone number; false when there is no question. */
  isAskedForPhone: boolean
}

/** Returns the review's proposals for the lines of a pasted list, read with the calling code 967. */
export async function outcomesOf(lines: readonly string[]): Promise<Outcome[]> {
  const table = await readTable(lines.join('\n'))
  const { rows } = assessTable(table, { ...recogniseColumns(table), edits: {} }, '967')
  const byRow = new Map(rows.map(row => [row.row, row]))
  let last = 0
  return lines.map(line => {
    const count = table.is === 'lines' ? splitGuests(line).length : 1
    const rowsOfLine = Array.from({ length: count }, (_, at) => byRow.get(last + at + 1)).flatMap(row => row ?? [])
    last += count
    const guests = rowsOfLine.filter(({ isOut }) => !isOut)
    const about = rowsOfLine.flatMap(({ doubts }) => doubts.map(({ about }) => about))
    const summaries = guests.map(({ name, persons, phone }) => [name, persons > 1 && `×${persons}`, phone].filter(Boolean).join(' '))
    return {
      summary: `${summaries.join(' & ') || '✗'}${about.length > 0 ? ' ?' : ''}`,
      isAsked: about.length > 0,
      isAskedForPhone: about.length > 0 && about.every(doubt => doubt === 'phone'),
    }
  })
}

/** Normalises a guest for comparison: hamzas unified, diacritics removed, a phone number reduced to its last digits. */
const normalised = (guest: string) =>
  westernDigits(guest.normalize('NFKC'))
    .replace(/[\u064B-\u065F\u0670\u0640\p{Cf}]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ی', 'ي')
    .replaceAll('ک', 'ك')
    .replaceAll('ة', 'ه')
    .replace(/(?<= )\+?[\d ()-]{7,}$/, phone =>
      phone
        .replace(/\D/g, '')
        .replace(/^(?:967|0)/, '')
        .slice(-9),
    )
    .replace(/\s+/g, ' ')
    .trim()

/** Returns whether an outcome matches an expectation written in the form of `summary`. */
export const agrees = (expected: string, { summary }: Outcome) => {
  const [one, other] = [expected, summary.replace(/ \?$/, '')].map(guests => guests.split(' & ').map(normalised).join(' & '))
  return one === other
}
