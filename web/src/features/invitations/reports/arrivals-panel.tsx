import { type EventStats, fold } from '@hudur/core'
import { useMemo } from 'react'
import { text } from '../../../text/ar.ts'
import { eventDay, isToday } from '../../../text/format.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { useArrivalTimes } from '../../scanning/queries.ts'
import { arrivalBars } from './arrival-bars.ts'
import { ArrivalsChart } from './arrivals-chart.tsx'

const words = text.reports

/** So many events may be chosen from: those with the latest day. */
const OFFERED = 100

/** Names an event in the address. */
const keyOf = ({ eventName, eventDate }: EventStats) => `${eventDate} ${fold(eventName)}`

/** The event that is looked at most: today's, else the latest one to which somebody came. */
const firstOf = (events: readonly EventStats[]) =>
  events.find(({ eventDate }) => isToday(eventDate, new Date())) ?? events.find(({ arrived }) => arrived > 0) ?? events[0]

/** When people came in to one of the events. */
export function ArrivalsPanel({ events }: { events: readonly EventStats[] }) {
  const address = useAddress()
  const offered = useMemo(() => [...new Map(events.map(event => [keyOf(event), event])).values()].slice(0, OFFERED), [events])
  const chosen = offered.find(event => keyOf(event) === address.words('event')) ?? firstOf(offered)
  const times = useArrivalTimes(chosen && { eventName: chosen.eventName, eventDate: chosen.eventDate })
  const { step, bars } = useMemo(() => arrivalBars(times.data ?? []), [times.data])
  return (
    <Panel
      end={
        chosen && (
          <SelectField
            className="w-64 max-w-full"
            isLabelHidden
            label={text.data.columns.event}
            onChange={event => address.change({ event })}
            options={offered.map(event => ({ id: keyOf(event), label: event.eventName, note: eventDay(event.eventDate) }))}
            value={keyOf(chosen)}
          />
        )
      }
      note={bars.length > 0 && words.every[step]}
      title={words.arrivals}
    >
      {times.isError && (
        <LoadFailure isRetrying={times.isFetching} onRetry={() => void times.refetch()}>
          {words.arrivalsFailed}
        </LoadFailure>
      )}
      {chosen && !times.data && !times.isError && <Skeleton className="h-60" />}
      {(!chosen || times.data?.length === 0) && <p className="text-muted text-sm">{chosen ? words.nobodyYet : words.noEvents}</p>}
      {bars.length > 0 && (
        <div aria-busy={times.isPlaceholderData} className={times.isPlaceholderData ? 'opacity-60' : ''}>
          <ArrivalsChart bars={bars} step={step} />
        </div>
      )}
    </Panel>
  )
}
