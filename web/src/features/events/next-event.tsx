import type { EventSummary } from '@hudur/core/events/contract'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { useServerDayAt } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { daysUntilText, eventDayTexts } from '../../text/event-time.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { roundPath } from '../sending/send-queue.ts'
import { EventFigures } from './event-figures.tsx'
import { OwnerLine } from './owner-line.tsx'

const words = text.events

/** The next task for an event: its text, its progress (`value` of `total`), and the label and the URL of its button. */
type NextTask = { said: string; value: number; total: number; label: string; to: string }

/** Returns the host's next task: following arrivals, sending, scanning on the day, or reminding; undefined if nothing is left to do. */
function nextTaskOf(event: EventSummary, today: string, now: string): NextTask | undefined {
  const { id, date, invitations, invited, arrived, sent, unsent, answers, answered } = event
  if (invitations === 0) return undefined
  if (arrived > 0) {
    const arrivals = words.next.arrivals(formatWholeNumber(arrived), formatWholeNumber(invited))
    return { ...arrivals, value: arrived, total: invited, to: `/events/${id}/arrivals` }
  }
  if (unsent > 0) {
    const said = text.toSend.unsentLeft(formatCountedNoun(unsent, text.invitationWord))
    const label = sent > 0 ? text.toSend.continue : text.toSend.title
    return { said, label, value: sent, total: sent + unsent, to: roundPath(id, 'unsent', now) }
  }
  if (date === today) {
    const { said, label } = words.next.door
    return { said, label, value: 0, total: invited, to: '/Scanner' }
  }
  if (answers === 'on' && answered < sent)
    return {
      said: words.next.unanswered(formatCountedNoun(sent - answered, text.invitationWord)),
      label: text.toSend.remind.unanswered,
      ...{ value: answered, total: sent, to: roundPath(id, 'unanswered', now) },
    }
  return undefined
}

export function NextEvent({ event }: { event: EventSummary }) {
  const { gregorian, hijri } = eventDayTexts(event)
  const today = useServerDayAt(event.date)
  const serverTime = useServerTime()
  const nextTask = nextTaskOf(event, today, serverTime())
  const renderOpenLink = (variant: 'primary' | 'outline') => (
    <ButtonLink to={`/events/${event.id}`} variant={variant}>
      {text.event.open}
    </ButtonLink>
  )
  return (
    <article className="rounded-xl bg-surface p-5 shadow-surface md:flex md:gap-10 md:p-8">
      <div className="min-w-0 grow">
        <Chip tone="waiting">{daysUntilText(event.date, today)}</Chip>
        <h2 className="display mt-3 break-words text-3xl leading-snug" dir="auto">
          {event.name}
        </h2>
        <p className="mt-1">{gregorian}</p>
        <p className="text-muted text-sm leading-7">{hijri}</p>
        {event.place && (
          <p className="break-words text-muted text-sm leading-7" dir="auto">
            {event.place}
          </p>
        )}
        <OwnerLine event={event} />
        <div className="mt-4 max-md:hidden">{nextTask && renderOpenLink('outline')}</div>
      </div>
      <div className="mt-5 grid content-start gap-4 border-separator border-t pt-5 md:mt-0 md:w-96 md:border-t-0 md:border-s md:ps-10 md:pt-0 [&_a]:justify-self-stretch">
        <EventFigures event={event} />
        {nextTask ? (
          <>
            <div className="grid gap-2">
              <p className="text-sm">{nextTask.said}</p>
              <ShareBar label={nextTask.said} total={nextTask.total} value={nextTask.value} />
            </div>
            <ButtonLink to={nextTask.to}>{nextTask.label}</ButtonLink>
            <div className="grid md:hidden">{renderOpenLink('outline')}</div>
          </>
        ) : (
          renderOpenLink('primary')
        )}
      </div>
    </article>
  )
}
