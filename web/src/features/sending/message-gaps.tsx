import { eventTimeText } from '@hudur/core/events/event-time'
import { hasMessagePlaceholder } from '@hudur/core/invitations/message'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { Notice } from '../../ui/notice.tsx'
import type { SendingEvent } from './send-queue.ts'

const words = text.sending.editor

/** Warns that the guest's page has no place or no time, with a link to the details of the event, where both are added. */
export function GuestPageGaps({ event }: { event: SendingEvent }) {
  const [hasPlace, hasTime] = [event.place !== null, eventTimeText(event) !== '']
  if (hasPlace && hasTime) return null
  const { lacks, add } = text.sending.guestPage[hasPlace ? 'time' : hasTime ? 'place' : 'both']
  return (
    <Notice tone="warning">
      {lacks}{' '}
      <Link className="font-medium underline" to={`/events/${event.id}/details`}>
        {add}
      </Link>
    </Notice>
  )
}

/** Warns if a message text lacks the link, or has a placeholder for the hour or the place of an event that has none. */
export function MessageWarnings({ message, event }: { message: string; event: SendingEvent }) {
  const gaps = [
    !hasMessagePlaceholder(message, 'link') && words.withoutLink,
    eventTimeText(event) === '' && hasMessagePlaceholder(message, 'hour') && words.withoutHour,
    event.place === null && hasMessagePlaceholder(message, 'place') && words.withoutPlace,
  ].filter(gap => gap !== false)
  if (gaps.length === 0) return null
  return (
    <Notice tone="warning">
      {gaps.map(gap => (
        <p key={gap}>{gap}</p>
      ))}
    </Notice>
  )
}
