import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import type { Cell, Sheet } from '../../sheets/sheet.ts'
import { text } from '../../text/ar.ts'
import { formatSheetMoment } from '../../text/format.ts'
import { invitationStatusOf } from './status.tsx'

const columnTitles = text.sheets.columns
const COLUMN_WIDTHS = {
  guest: 32,
  event: 32,
  eventDate: 14,
  type: 12,
  status: 16,
  entries: 12,
  places: 14,
  phone: 18,
  table: 12,
  note: 40,
  vip: 14,
  side: 18,
  answer: 16,
  answerNote: 30,
  sentAt: 18,
  openedAt: 18,
  scannedAt: 18,
  createdAt: 18,
  id: 24,
}

const answerTextOf = ({ answer }: Invitation) => {
  if (!answer) return ''
  return answer.attends ? text.events.guests.attends(String(answer.people)) : text.events.guests.declined
}

const sheetRowOf = (invitation: Invitation): Cell[] => [
  invitationRules.guestLabel(invitation),
  invitation.eventName,
  invitation.eventDate,
  text.generator.kinds[invitation.generationType],
  text.data[invitationStatusOf(invitation)],
  invitation.currentScans,
  invitation.maxScans,
  invitation.phone ?? '',
  invitation.table ?? '',
  invitation.note ?? '',
  invitation.isVip ? text.sheets.isVip : '',
  invitation.side ?? '',
  answerTextOf(invitation),
  invitation.answer?.note ?? '',
  invitation.sentAt ? formatSheetMoment(invitation.sentAt) : '',
  invitation.openedAt ? formatSheetMoment(invitation.openedAt) : '',
  invitation.scannedAt ? formatSheetMoment(invitation.scannedAt) : '',
  formatSheetMoment(invitation.createdAt),
  invitation.id,
]

type InvitationPages = AsyncIterable<{ rows: readonly Invitation[]; total: number }>

/**
 * Returns the invitations as a spreadsheet. `onProgress` receives the number of rows written and the total number. Reading the pages throws
 * once `signal` is aborted.
 */
export function invitationSheet(
  pages: InvitationPages,
  onProgress: (writtenCount: number, all: number) => void,
  signal: AbortSignal,
): Sheet {
  async function* sheetRows() {
    let writtenCount = 0
    for await (const page of pages) {
      signal.throwIfAborted()
      yield page.rows.map(sheetRowOf)
      writtenCount += page.rows.length
      onProgress(writtenCount, page.total)
    }
  }
  const columns = (Object.keys(COLUMN_WIDTHS) as (keyof typeof COLUMN_WIDTHS)[]).map(name => ({
    title: columnTitles[name],
    width: COLUMN_WIDTHS[name],
  }))
  return { columns, pages: sheetRows() }
}
