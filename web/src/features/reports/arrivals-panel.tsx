import type { EventStats } from '@hudur/core/invitations/invitation'
import { useMemo } from 'react'
import { eventKeyOf, findEventByKey } from '../../backend/hooks/event-keys.ts'
import { useArrivalTimes } from '../../backend/hooks/use-arrivals.ts'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { isEventOfToday } from '../../text/format.ts'
import { ComboField } from '../../ui/combo-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { eventOptions } from '../invitations/event-options.tsx'
import { arrivalBars } from './arrival-bars.ts'
import { ArrivalsChart } from './arrivals-chart.tsx'
import { exceedingText } from './exceeding.ts'

const words = text.reports

/** Returns the event that is shown before the user chooses one: today's, else the first with arrivals, else the first of the list. */
const initialEventOf = (events: readonly EventStats[], now: Date) =>
  events.find(({ eventDate }) => isEventOfToday(eventDate, now)) ?? events.find(({ arrived }) => arrived > 0) ?? events[0]

/** Shows the arrival times of an event that the user can choose. `events` must not be empty. */
export function ArrivalsPanel({ events }: { events: readonly EventStats[] }) {
  const queryString = useQueryString()
  const serverTime = useServerTime()
  const options = useMemo(() => eventOptions(events), [events])
  const chosen = findEventByKey(events, queryString.words('event')) ?? initialEventOf(events, new Date(serverTime()))
  const times = useArrivalTimes(
    chosen && {
      ...(chosen.eventId !== null && { eventId: chosen.eventId }),
      ...{ eventName: chosen.eventName, eventDate: chosen.eventDate, userId: chosen.userId },
    },
  )
  const { step, bars } = useMemo(() => arrivalBars(times.data ?? []), [times.data])
  return (
    <Panel
      end={
        chosen && (
          <ComboField
            className="max-w-96"
            isLabelHidden
            label={text.data.columns.event}
            nothing={words.noEvents}
            onChange={event => queryString.change({ event })}
            options={options}
            placeholder={text.data.columns.event}
            value={eventKeyOf(chosen)}
          />
        )
      }
      note={bars.length > 0 && [words.every[step], chosen && chosen.exceeding > 0 && exceedingText(chosen)].filter(Boolean).join('، ')}
      title={words.arrivals}
    >
      {/* Fields are not printed, so the name of the chosen event is printed as text. */}
      <p className="mb-4 hidden font-medium print:block">{options.find(({ id }) => chosen && id === eventKeyOf(chosen))?.label}</p>
      <ArrivalTimesChart times={times} />
    </Panel>
  )
}

/** Shows the arrival times of an event as a chart, or that they are loading, failed to load, or that nobody has arrived yet. */
export function ArrivalTimesChart({ times, isLow = false }: { times: ReturnType<typeof useArrivalTimes>; isLow?: boolean }) {
  const { step, bars } = useMemo(() => arrivalBars(times.data ?? []), [times.data])
  return (
    <>
      <LoadFailure query={times}>{words.arrivalsFailed}</LoadFailure>
      {!times.data && !times.isError && <Skeleton className="h-60" />}
      {times.data?.length === 0 && <p className="text-muted text-sm">{words.nobodyYet}</p>}
      {bars.length > 0 && (
        <div aria-busy={times.isPlaceholderData} className={times.isPlaceholderData ? 'opacity-60' : ''}>
          <ArrivalsChart bars={bars} isLow={isLow} step={step} />
        </div>
      )}
    </>
  )
}
