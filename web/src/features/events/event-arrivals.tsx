import type { EventSummary } from '@hudur/core/events/contract'
import { useArrivals, useArrivalTimes } from '../../backend/hooks/use-arrivals.ts'
import { useLiveEventFigures } from '../../backend/hooks/use-live.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { LiveBadge } from '../../ui/live-badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stats } from '../../ui/stats.tsx'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { ArrivalTimesChart } from '../reports/arrivals-panel.tsx'
import { ConflictsPanel } from '../reports/conflicts-panel.tsx'
import { GateCounts, LastArrivals } from '../reports/last-arrivals.tsx'

const words = text.events

export function EventArrivals({ event }: { event: EventSummary }) {
  const identity = eventIdentityOf(event)
  const { data: arrivals } = useArrivals(identity)
  const times = useArrivalTimes(identity)
  const { arrived, invited } = arrivals ?? event
  const exceeding = arrivals?.exceeding ?? 0
  const live = useLiveEventFigures(event.id)
  const { gates = [], last = [], answered = 0, expected = 0 } = live.figures ?? {}
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LiveBadge confirmedAt={live.confirmedAt} state={live.state} />
      <Stats
        stats={[
          { label: words.arrived, value: formatWholeNumber(arrived) },
          { label: words.arrivals.expected, value: formatWholeNumber(Math.max(0, invited - arrived)) },
          { label: words.invited, value: formatWholeNumber(invited) },
          exceeding > 0
            ? { label: words.arrivals.exceeding, value: formatWholeNumber(exceeding) }
            : { label: words.arrivals.invitations, value: formatWholeNumber(event.invitations) },
        ]}
      />
      {answered > 0 && (
        <p className="text-muted text-sm">
          {words.arrivals.answered(formatWholeNumber(answered), formatCountedNoun(expected, text.reports.personWord))}
        </p>
      )}
      {gates.some(({ name }) => name !== '') && (
        <Panel title={words.arrivals.gates}>
          <GateCounts gates={gates} />
        </Panel>
      )}
      <Panel title={text.reports.arrivals}>
        <ArrivalTimesChart times={times} />
      </Panel>
      {last.length > 0 && (
        <Panel title={words.arrivals.last}>
          <LastArrivals last={last} />
        </Panel>
      )}
      <ConflictsPanel eventId={event.id} />
    </div>
  )
}
