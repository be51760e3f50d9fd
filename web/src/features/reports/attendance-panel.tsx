import type { EventStats } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { ownerNamesForDuplicates } from '../../backend/hooks/event-keys.ts'
import { text } from '../../text/ar.ts'
import { formatEventDay, formatSheetDay, formatWholeNumber } from '../../text/format.ts'
import { Chip } from '../../ui/chip.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { Panel } from '../../ui/panel.tsx'
import { exceedingText } from './exceeding.ts'

const words = text.reports
const rateStyles = {
  excellent: { tone: 'good', bar: 'bg-success' },
  good: { tone: 'going', bar: 'bg-accent opacity-70' },
  low: { tone: 'waiting', bar: 'bg-warning' },
  'not-begun': { tone: 'quiet', bar: 'bg-field-border' },
} as const

const EVENTS_AT_ONCE = 8

export function AttendancePanel({ events }: { events: readonly EventStats[] }) {
  const ownerOf = ownerNamesForDuplicates(events)
  return (
    <Panel note={words.eventsNote} title={words.events}>
      <GrowingList className="grid gap-5" items={[...events.entries()]} step={EVENTS_AT_ONCE}>
        {([place, event]) => <AttendanceItem event={event} key={place} owner={ownerOf(event)} />}
      </GrowingList>
    </Panel>
  )
}

function AttendanceItem({ event, owner }: { event: EventStats; owner: string | undefined }) {
  const rate = invitationRules.usageLevel(event, formatSheetDay(new Date()))
  const percent = Math.floor(invitationRules.attendanceRate(event) * 100)
  const { tone, bar } = rateStyles[rate]
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="min-w-0 grow break-words font-medium" dir="auto">
          {event.eventName} <Numeric className="font-normal text-muted text-xs">{formatEventDay(event.eventDate)}</Numeric>
          {owner && <bdi className="ms-2 font-normal text-muted text-xs">{owner}</bdi>}
        </span>
        <span className="ms-auto flex items-center gap-2">
          <span className="text-muted">
            {words.ofInvited(formatWholeNumber(event.arrived), formatWholeNumber(event.invited))}
            {event.exceeding > 0 && ` ${exceedingText(event)}`}
          </span>
          <Chip tone={tone}>{words.rates[rate]}</Chip>
        </span>
      </div>
      <div
        aria-label={words.rateOf(owner ? `${event.eventName}، ${owner}` : event.eventName)}
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={percent}
        className="mt-2 h-2.5 overflow-hidden rounded-sm bg-default"
        role="progressbar"
      >
        <div className={`h-full rounded-sm ${bar}`} style={{ inlineSize: `${percent}%` }} />
      </div>
    </li>
  )
}
