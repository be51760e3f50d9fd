import { type EventStats, invitationRules } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import type { Sheet } from '../sheets/sheet.ts'

const words = text.sheets
const WIDTHS = { event: 32, eventDate: 16, total: 10, scanned: 12, arrived: 12, invited: 12, rate: 14, state: 14 }

/** The figures of each event as a sheet. */
export function eventSheet(events: readonly EventStats[]): Sheet {
  const columns = (Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]).map(name => ({ title: words.eventColumns[name], width: WIDTHS[name] }))
  const rows = events.map(event => [
    event.eventName,
    event.eventDate,
    event.total,
    event.scanned,
    event.arrived,
    event.invited,
    Math.floor(invitationRules.attendance(event) * 100),
    event.isFinished ? words.finished : words.active,
  ])
  return { columns, pages: [rows] }
}
