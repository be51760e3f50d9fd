import { toWesternDigits } from '@hudur/core/arabic'
import { assessTable } from '@hudur/core/guest-lists/assess-table'
import { recogniseColumns } from '@hudur/core/guest-lists/columns'
import { readTable } from '@hudur/core/guest-lists/read-table'
import { splitGuests } from '@hudur/core/guest-lists/split-guests'
import { toInternationalPhone } from '../src/text/international-phone.ts'

/** What the review of an imported guest list proposes for one line of the list. */
export type ReviewOutcome = {
  /**
   * The accepted guests, each written as `name ×persons phone` and separated by ` & `, or `✗` when no guest is accepted. Ends with ` ?` if
   * the review asks the host a question about the line.
   */
  summary: string
  isAsked: boolean
  /** Whether all questions to the host about this line concern its phone number; false when there is no question. */
  isAskedForPhone: boolean
}

/** Returns what the review proposes for each line of a pasted list. Phone numbers are read with the calling code 967. */
export async function reviewOutcomesOf(lines: readonly string[]): Promise<ReviewOutcome[]> {
  const table = await readTable(lines.join('\n'))
  const { rows } = assessTable(table, { ...recogniseColumns(table), edits: {} }, phone => toInternationalPhone(phone, '967'))
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

/**
 * Normalises the text of a guest for comparison: unifies the forms of Arabic letters, removes diacritics, and reduces a phone number to its
 * last nine digits.
 */
const normaliseGuest = (guest: string) =>
  toWesternDigits(guest.normalize('NFKC'))
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

/** Returns whether an outcome matches an expected summary, after both are normalised. */
export const outcomeMatches = (expected: string, { summary }: ReviewOutcome) => {
  const [one, other] = [expected, summary.replace(/ \?$/, '')].map(guests => guests.split(' & ').map(normaliseGuest).join(' & '))
  return one === other
}
