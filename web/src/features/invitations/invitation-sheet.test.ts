import { cleanLine } from '@hudur/core/arabic'
import { assessTable } from '@hudur/core/guest-lists/assess-table'
import { recogniseColumns } from '@hudur/core/guest-lists/columns'
import { type GuestDetails, guestFromRow } from '@hudur/core/guest-lists/guest'
import { readTable } from '@hudur/core/guest-lists/read-table'
import { idFromBytes } from '@hudur/core/id'
import { createdInvitation } from '@hudur/core/invitations/create/created-invitation'
import { guestFields } from '@hudur/core/invitations/guest-fields'
import type { Invitation } from '@hudur/core/invitations/invitation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from '../../sheets/csv.ts'
import { workbookFile } from '../../sheets/workbook.ts'
import { invitationSheet } from './invitation-sheet.ts'

const event = { id: 'event', name: 'زفاف محمّد وسارة', date: '2027-01-14', designId: null }

const invitationOf = (gateFields: GuestDetails, index: number): Invitation =>
  createdInvitation(
    {
      id: idFromBytes(Uint8Array.of(index)),
      userId: 'host',
      guestName: 'سارة أحمد',
      generationType: 'names',
      maxScans: 1,
      phone: `+96777712345${index % 10}`,
      ...gateFields,
    },
    event,
    '2026-12-01T00:00:00.000Z',
  )

const sheetOf = (rows: readonly Invitation[], event?: { countsExits: boolean }) =>
  invitationSheet(
    (async function* () {
      yield { rows, total: rows.length }
    })(),
    () => undefined,
    new AbortController().signal,
    event,
  )

/** Exports invitations to a file, imports the file, and returns table, note, VIP mark and side of each row. */
async function exportAndImport(gateFields: readonly GuestDetails[], write: typeof csvFile) {
  const sheet = sheetOf(gateFields.map(invitationOf))
  const table = await readTable(await write(sheet))
  const assessment = assessTable(table, { ...recogniseColumns(table), edits: {} }, () => undefined)
  return assessment.rows.map(row => {
    const { name, phone, persons, ...fields } = guestFromRow(row)
    return fields
  })
}

/** Generates texts as the server stores them, often with characters that have a meaning in CSV or in formulas. */
const storedTextArbitrary = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), fc.constantFrom(...'=+-@＝＋;,"\' ا7')),
      minLength: 1,
      maxLength,
    })
    .map(text => cleanLine(text.replace(/[\uFFFE\uFFFF]/gu, '')))
    .filter(text => text !== '' && text.length <= maxLength)

const gateFieldsArbitrary: fc.Arbitrary<GuestDetails> = fc.record(
  {
    table: storedTextArbitrary(guestFields.table.maxLength),
    note: storedTextArbitrary(guestFields.note.maxLength),
    side: storedTextArbitrary(guestFields.side.maxLength),
    isVip: fc.constant(true),
  },
  { requiredKeys: [] },
)

test.each([
  ['CSV', csvFile],
  ['Excel', workbookFile],
])('importing an exported %s file restores the fields of every guest', async (_, write) => {
  const guests: GuestDetails[] = [
    { table: '١٢', note: '- يجلس، مع "أهله"; =1', isVip: true, side: 'أهل العروس' },
    { table: '007', note: "'=1" },
    {},
  ]
  expect(await exportAndImport(guests, write)).toEqual(guests)
  await fc.assert(
    fc.asyncProperty(fc.array(gateFieldsArbitrary, { minLength: 1, maxLength: 10 }), async generated => {
      expect(await exportAndImport(generated, write)).toEqual(generated)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['an event that counts exits has the people inside', { countsExits: true }, [['في القاعة الآن', 1, 1]]],
  ['several events has the people who have left', undefined, [['خرجوا ولم يعودوا', 2, '']]],
  ['an event that counts no exits has neither', { countsExits: false }, []],
] as const)('the sheet of %s', async (_, event, expected) => {
  const rows = [3, 1].map((currentScans, n) => ({ ...invitationOf({}, n), currentScans, outside: currentScans - 1 }))
  const { columns, pages } = sheetOf(rows, event)
  const cells: unknown[][] = []
  for await (const page of pages) cells.push(...page.map(row => [...row]))
  const movements = columns.flatMap(({ title }, n) =>
    ['في القاعة الآن', 'خرجوا ولم يعودوا'].includes(title) ? [[title, ...cells.map(row => row[n])]] : [],
  )
  expect(movements).toEqual(expected)
})
