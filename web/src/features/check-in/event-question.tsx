import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { text } from '../../text/ar.ts'
import { formatNumericDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { toChosenEvent } from './chosen-event.ts'
import type { ScannerEvent } from './queries.ts'

const words = text.scanner.question

type EventQuestionProps = { events: readonly ScannerEvent[]; onChoose: (event: ChosenEvent | null) => void }

/** Asks for which of today's events the scanner admits, before the first scan. An owner is named where the events have several. */
export function EventQuestion({ events, onChoose }: EventQuestionProps) {
  const hasOwners = new Set(events.map(({ userId }) => userId)).size > 1
  return (
    <section className="mx-auto grid max-w-xl gap-3">
      <h1 className="font-display text-2xl">{words.title}</h1>
      <p className="text-muted">{words.hint}</p>
      {events.map(event => (
        <button
          className="min-h-16 rounded-xl bg-surface px-5 py-3 text-start shadow-surface hover:bg-surface-secondary"
          key={event.eventId ?? `${event.userId} ${event.eventDate} ${event.eventName}`}
          onClick={() => onChoose(toChosenEvent(event))}
          type="button"
        >
          <bdi className="block break-words font-semibold text-lg">{event.eventName}</bdi>
          <span className="text-muted text-sm">
            <Numeric>{formatNumericDay(event.eventDate)}</Numeric>
            {hasOwners && ` · ${event.ownerName}`}
          </span>
        </button>
      ))}
      <Button onPress={() => onChoose(null)} variant="ghost">
        {text.scanner.setup.everyEvent}
      </Button>
    </section>
  )
}
