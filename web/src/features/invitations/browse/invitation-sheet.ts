import { type Invitation, invitationRules } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { sheetMoment } from '../../../text/format.ts'
import type { Cell, Sheet } from '../sheets/sheet.ts'
import { statusOf } from './status.tsx'

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

const answerOf = ({ answer }: Invitation) => {
  if (!answer) return ''
  return answer.attends ? text.events.guests.attends(String(answer.people)) : text.events.guests.declined
}

const rowOf = (invitation: Invitation): Cell[] => [
  invitationRules.guestLabel(invitation),
  invitation.eventName,
  invitation.eventDate,
  text.generator.kinds[invitation.generationType],
  text.data[statusOf(invitation)],
  invitation.currentScans,
  invitation.maxScans,
  invitation.phone ?? '',
  invitation.table ?? '',
  invitation.note ?? '',
  invitation.isVip ? text.sheets.isVip : '',
  invitation.side ?? '',
  answerOf(invitation),
  invitation.answer?.note ?? '',
  invitation.sentAt ? sheetMoment(invitation.sentAt) : '',
  invitation.openedAt ? sheetMoment(invitation.openedAt) : '',
  invitation.scannedAt ? sheetMoment(invitation.scannedAt) : '',
  sheetMoment(invitation.createdAt),
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
  async function* rows() {
    let writtenCount = 0
    for await (const page of pages) {
      signal.throwIfAborted()
      yield page.rows.map(rowOf)
      writtenCount += page.rows.length
      onProgress(writtenCount, page.total)
    }
  }
  const columns = (Object.keys(COLUMN_WIDTHS) as (keyof typeof COLUMN_WIDTHS)[]).map(name => ({
    title: columnTitles[name],
    width: COLUMN_WIDTHS[name],
  }))
  return { columns, pages: rows() }
}
