import { guestFields } from '@hudur/core/invitations/guest-fields'
import { DETAIL_FIELDS } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import type { Cell, Sheet } from '../../sheets/sheet.ts'
import { text } from '../../text/ar.ts'
import { formatSheetMoment } from '../../text/format.ts'
import { invitationStatusOf } from './status.tsx'

const answerTextOf = ({ answer }: Invitation) => {
  if (!answer) return ''
  return answer.attends ? text.events.guests.attends(String(answer.people)) : text.events.guests.declined
}

const titles = text.sheets.columns
const { guestName, maxScans, phone } = guestFields

type Column = { title: string; width: number; cell: (invitation: Invitation) => Cell }

const momentColumn = (name: 'sentAt' | 'openedAt' | 'scannedAt' | 'createdAt'): Column => ({
  title: titles[name],
  width: 18,
  cell: ({ [name]: moment }) => (moment ? formatSheetMoment(moment) : ''),
})

const COLUMNS: readonly Column[] = [
  { title: titles.guest, width: guestName.sheetWidth, cell: invitationRules.guestLabel },
  { title: titles.event, width: 32, cell: ({ eventName }) => eventName },
  { title: titles.eventDate, width: 14, cell: ({ eventDate }) => eventDate },
  { title: titles.type, width: 12, cell: ({ generationType }) => text.generator.kinds[generationType] },
  { title: titles.status, width: 16, cell: invitation => text.data[invitationStatusOf(invitation)] },
  { title: titles.entries, width: 12, cell: ({ currentScans }) => currentScans },
  { title: titles.places, width: maxScans.sheetWidth, cell: invitation => invitation.maxScans },
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

/** Returns the invitations as a spreadsheet. `onProgress` receives the numbers of rows written and in total. */
export function invitationSheet(
  pages: InvitationPages,
  onProgress: (writtenCount: number, all: number) => void,
  signal: AbortSignal,
): Sheet {
  async function* sheetRows() {
    let writtenCount = 0
    for await (const page of pages) {
      signal.throwIfAborted()
      yield page.rows.map(row => COLUMNS.map(({ cell }) => cell(row)))
      writtenCount += page.rows.length
      onProgress(writtenCount, page.total)
    }
  }
  return { columns: COLUMNS.map(({ title, width }) => ({ title, width })), pages: sheetRows() }
}
