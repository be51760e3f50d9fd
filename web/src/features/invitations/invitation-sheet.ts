import { guestFields } from '@hudur/core/invitations/guest-fields'
import { DETAIL_FIELDS } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { insideOf } from '@hudur/core/invitations/rules'
import type { Cell, Sheet } from '../../sheets/sheet.ts'
import { text } from '../../text/ar.ts'
import { formatSheetMoment } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { invitationStatusOf } from './status.tsx'

const answerTextOf = ({ answer }: Invitation) => {
  if (!answer) return ''
  if (!answer.attends) return text.eventGuests.declined
  return text.eventGuests.attends(
    answer.children > 0 ? formatPeople(answer.people, answer.children, text.data.personWord) : String(answer.people),
  )
}

const titles = text.sheets.columns
const { guestName, maxScans, children, phone } = guestFields

type Column = { title: string; width: number; cell: (invitation: Invitation) => Cell }

const momentColumn = (name: 'sentAt' | 'openedAt' | 'scannedAt' | 'createdAt'): Column => ({
  title: titles[name],
  width: 18,
  cell: ({ [name]: moment }) => (moment ? formatSheetMoment(moment) : ''),
})

/** The people who have left and not come back, in the sheet of several events; empty without any. */
const OUTSIDE_COLUMN: Column = { title: titles.outside, width: 14, cell: ({ outside }) => outside || '' }

/** The people inside, in the sheet of an event that counts exits. */
const INSIDE_COLUMN: Column = { title: text.inside.label, width: 14, cell: insideOf }

const COLUMNS: readonly Column[] = [
  { title: titles.guest, width: guestName.sheetWidth, cell: invitationRules.guestLabel },
  { title: titles.event, width: 32, cell: ({ eventName }) => eventName },
  { title: titles.eventDate, width: 14, cell: ({ eventDate }) => eventDate },
  { title: titles.type, width: 12, cell: ({ generationType }) => text.generator.kinds[generationType] },
  { title: titles.status, width: 16, cell: invitation => text.data[invitationStatusOf(invitation)] },
  { title: titles.entries, width: 12, cell: ({ currentScans }) => currentScans },
  { title: titles.places, width: maxScans.sheetWidth, cell: invitation => invitation.maxScans },
  { title: titles.children, width: children.sheetWidth, cell: invitation => invitation.children || '' },
  { title: titles.phone, width: phone.sheetWidth, cell: invitation => invitation.phone ?? '' },
  ...DETAIL_FIELDS.map(field => ({
    title: text.guestFields[field].heading ?? text.guestFields[field].label,
    width: guestFields[field].sheetWidth,
    cell: ({ [field]: value }: Invitation) => (value === true ? text.sheets.marked : value || ''),
  })),
  { title: titles.answer, width: 16, cell: answerTextOf },
  { title: titles.answerNote, width: 30, cell: ({ answer }) => answer?.note ?? '' },
  ...(['sentAt', 'openedAt', 'scannedAt', 'createdAt'] as const).map(momentColumn),
  { title: titles.id, width: 24, cell: ({ id }) => id },
]

type InvitationPages = AsyncIterable<{ rows: readonly Invitation[]; total: number }>

/** Returns the invitations as a spreadsheet. `onProgress` receives the numbers of rows written and in total. `event`: the one of all of them. */
export function invitationSheet(
  pages: InvitationPages,
  onProgress: (writtenCount: number, all: number) => void,
  signal: AbortSignal,
  event?: { countsExits?: boolean },
): Sheet {
  const movements = event === undefined ? [OUTSIDE_COLUMN] : event.countsExits ? [INSIDE_COLUMN] : []
  const columns = COLUMNS.flatMap(one => (one.title === titles.entries ? [one, ...movements] : [one]))
  async function* sheetRows() {
    let writtenCount = 0
    for await (const page of pages) {
      signal.throwIfAborted()
      yield page.rows.map(row => columns.map(({ cell }) => cell(row)))
      writtenCount += page.rows.length
      onProgress(writtenCount, page.total)
    }
  }
  return { columns: columns.map(({ title, width }) => ({ title, width })), pages: sheetRows() }
}
