import type { EventSummary } from '@hudur/core/events/contract'
import { useServerDayAt } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { daysUntilText, eventDayTexts } from '../../text/event-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useComingEvents } from './queries.ts'

const words = text.orderLinks

/** Shows the next events of a user on the first screen, such as the one that the office has prepared; nothing without any. */
export function ComingEvents() {
  const { data: events = [] } = useComingEvents()
  if (events.length === 0) return null
  return (
    <section aria-label={words.prepared} className="mb-8">
      <h2 className="mb-3 font-semibold text-lg">{words.prepared}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 xl:grid-cols-3">
        {events.map(event => (
          <ComingEvent event={event} key={event.id} />
        ))}
      </ul>
    </section>
  )
}

function ComingEvent({ event }: { event: EventSummary }) {
  const today = useServerDayAt(event.date)
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-xl bg-surface p-5 shadow-surface">
      <div className="min-w-0 grow basis-40">
        <Chip tone="waiting">{daysUntilText(event.date, today)}</Chip>
        <h3 className="mt-2 break-words font-semibold" dir="auto">
          {event.name}
        </h3>
        <p className="text-muted text-sm">{eventDayTexts(event).gregorian}</p>
      </div>
      <ButtonLink to={`/events/${event.id}`} variant="outline">
        {text.event.open}
      </ButtonLink>
    </li>
  )
}
