import type { EventStats } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { ownerNamesForDuplicates } from '../../backend/hooks/event-keys.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import { text } from '../../text/ar.ts'

const words = text.sheets
const COLUMN_WIDTHS = {
  event: 32,
  eventDate: 16,
  total: 10,
  scanned: 12,
  arrived: 12,
  invited: 12,
  exceeding: 12,
  rate: 14,
  state: 14,
  owner: 24,
}

/** Returns the statistics of each event as a sheet. It has a column of owners if two events have the same name and day. */
export function eventSheet(events: readonly EventStats[]): Sheet {
  const hasOwners = events.some(ownerNamesForDuplicates(events))
  const names = (Object.keys(COLUMN_WIDTHS) as (keyof typeof COLUMN_WIDTHS)[]).filter(name => name !== 'owner' || hasOwners)
  const columns = names.map(name => ({ title: words.eventColumns[name], width: COLUMN_WIDTHS[name] }))
  const rows = events.map(event => [
    event.eventName,
    event.eventDate,
    event.total,
    event.scanned,
    event.arrived,
    event.invited,
    event.exceeding,
    Math.floor(invitationRules.attendanceRate(event) * 100),
    event.isFinished ? words.finished : words.active,
    ...(hasOwners ? [event.ownerName ?? ''] : []),
  ])
  return { columns, pages: [rows] }
}
