import type { EventSummary } from '@hudur/core/events/contract'
import * as texts from '@hudur/core/texts'
import { useArrivals, useArrivalTimes } from '../../backend/hooks/use-arrivals.ts'
import { useLiveEventFigures } from '../../backend/hooks/use-live.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { InsideCount } from '../../ui/inside-count.tsx'
import { LiveBadge } from '../../ui/live-badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stats } from '../../ui/stats.tsx'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { ArrivalTimesChart } from '../reports/arrivals-panel.tsx'
import { ConflictsPanel } from '../reports/conflicts-panel.tsx'
import { GateCounts, LastArrivals } from '../reports/last-arrivals.tsx'

const WalkInsPanel = deferredComponent(async () => (await import('../reports/walk-ins-panel.tsx')).WalkInsPanel)

const words = text.events

export function EventArrivals({ event }: { event: EventSummary }) {
  const identity = eventIdentityOf(event)
  const { data: arrivals } = useArrivals(identity)
  const times = useArrivalTimes(identity)
  const { arrived, invited } = arrivals ?? event
  const exceeding = arrivals?.exceeding ?? 0
  const live = useLiveEventFigures(event.id)
  const { gates = [], last = [], answered = 0, expected = 0, expectedChildren = 0, walkIns = event.walkIns } = live.figures ?? {}
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LiveBadge confirmedAt={live.confirmedAt} state={live.state} />
      <Stats
        stats={[
          { label: words.arrived, value: formatWholeNumber(arrived) },
          { label: text.eventArrivals.expected, value: formatWholeNumber(Math.max(0, invited - arrived)) },
          { label: words.invited, value: formatWholeNumber(invited) },
          exceeding > 0
            ? { label: text.eventArrivals.exceeding, value: formatWholeNumber(exceeding) }
            : { label: text.eventArrivals.invitations, value: formatWholeNumber(event.invitations) },
        ]}
      />
      <InsideCount capacity={arrivals ? arrivals.capacity : event.capacity} inside={arrivals ? arrivals.inside : event.inside} />
      {walkIns > 0 && (
        <p className="font-medium text-sm">
          {text.walkIns.total(formatCountedNoun(walkIns, text.reports.personWord), formatWholeNumber(arrived + walkIns))}
        </p>
      )}
      {answered > 0 && (
        <p className="text-muted text-sm">
          {text.eventArrivals.answered(formatWholeNumber(answered), formatCountedNoun(expected, text.reports.personWord))}
          {expectedChildren > 0 && ` · ${words.children(formatCountedNoun(expectedChildren, texts.childWord))}`}
        </p>
      )}
      {gates.some(({ name }) => name !== '') && (
        <Panel title={text.eventArrivals.gates}>
          <GateCounts gates={gates} />
        </Panel>
      )}
      <Panel title={text.reports.arrivals}>
        <ArrivalTimesChart times={times} />
      </Panel>
      {last.length > 0 && (
        <Panel title={text.eventArrivals.last}>
          <LastArrivals last={last} />
        </Panel>
      )}
      <WalkInsPanel eventId={event.id} walkIns={walkIns} />
      <ConflictsPanel eventId={event.id} />
    </div>
  )
}
