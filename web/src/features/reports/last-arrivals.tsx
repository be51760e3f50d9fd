import type { LiveEventFigures } from '@hudur/core/events/contract'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeOfDay, formatWholeNumber } from '../../text/format.ts'

const words = text.eventArrivals

export function GateCounts({ gates }: Pick<LiveEventFigures, 'gates'>) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-8 gap-y-4">
      {gates.map(({ name, arrived }) => (
        <div key={name}>
          <dt className="break-words text-muted text-sm" dir="auto">
            {name || words.withoutGate}
          </dt>
          <dd className="font-semibold text-3xl tabular-nums leading-tight">{formatWholeNumber(arrived)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the arrivals with React keys. Without guest names, two arrivals at the same time may have equal fields. */
const addReactKeys = (last: LiveEventFigures['last']) => last.map((arrival, n) => ({ ...arrival, key: `${arrival.at} ${last.length - n}` }))

/** Lists the latest arrivals with time, guest, number of people and gate. The guest is left out if the link may not show names. */
export function LastArrivals({ last }: Pick<LiveEventFigures, 'last'>) {
  return (
    <ol>
      {addReactKeys(last).map(({ key, at, people, gate, guestName }) => (
        <li className="flex flex-wrap items-baseline gap-x-4 border-separator border-t py-2 first:border-t-0" key={key}>
          <span className="w-24 shrink-0 text-muted text-sm">{formatTimeOfDay(at)}</span>
          <span className="min-w-0 grow break-words font-medium" dir="auto">
            {guestName === undefined ? formatCountedNoun(people, text.reports.personWord) : guestName || text.scanner.anyGuest}
          </span>
          {guestName !== undefined && people > 1 && (
            <span className="text-sm text-success">{formatCountedNoun(people, text.reports.personWord)}</span>
          )}
          {gate && (
            <span className="break-words text-muted text-sm" dir="auto">
              {gate}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
