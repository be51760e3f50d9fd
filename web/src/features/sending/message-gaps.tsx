import { eventTimeText } from '@hudur/core/events/event-time'
import { houseLines } from '@hudur/core/events/house-lines'
import { hasMessagePlaceholder, textBehindLink } from '@hudur/core/invitations/message'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { Notice } from '../../ui/notice.tsx'
import { isReminder, type SendGroup, type SendingEvent } from './send-queue.ts'

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

type MessageWarningsProps = { message: string; event: SendingEvent; group: SendGroup }

/**
 * Warns if a message text has something directly behind the link, or a placeholder for the hour or the place of an event that has none, if
 * an invitation or a reminder lacks the link, and if an invitation lacks the words of the house.
 */
export function MessageWarnings({ message, event, group }: MessageWarningsProps) {
  const isThanks = group === 'thanks'
  const lacksHouse = houseLines(event.house).length > 0 && !hasMessagePlaceholder(message, 'house')
  const behindLink = textBehindLink(message)
  const gaps = [
    !isThanks && !hasMessagePlaceholder(message, 'link') && words.withoutLink,
    behindLink !== undefined && words.behindLink(behindLink),
    eventTimeText(event) === '' && hasMessagePlaceholder(message, 'hour') && words.withoutHour,
    event.place === null && hasMessagePlaceholder(message, 'place') && words.withoutPlace,
    !isThanks && !isReminder(group) && lacksHouse && words.withoutHouse,
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
