import { eventKeyOf, type ListedEvent, ownerNamesForDuplicates } from '../../backend/hooks/event-keys.ts'
import { formatEventDay } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'

/** Returns events as options of a `ComboField`. The id of an option is `eventKeyOf(event)`. */
export function eventOptions(events: readonly ListedEvent[]) {
  const ownerOf = ownerNamesForDuplicates(events)
  return events.map(event => eventToOption(event, ownerOf(event)))
}

const eventToOption = (event: ListedEvent, owner: string | undefined) => ({
  id: eventKeyOf(event),
  // Events of the same name are distinguished by their days, and events of the same name and day by their owners.
  label: `${owner ? `${event.eventName}، ${owner}` : event.eventName} (${formatEventDay(event.eventDate)})`,
  face: (
    <span className="flex min-w-0 grow items-baseline gap-3 pe-6">
      <span className="truncate" dir="auto">
        {event.eventName}
      </span>
      {owner && <bdi className="truncate text-muted text-xs">{owner}</bdi>}
      <Numeric className="ms-auto shrink-0 text-muted text-xs">{formatEventDay(event.eventDate)}</Numeric>
    </span>
  ),
})
