import { hasMessagePlaceholder } from '@hudur/core/invitations/message'
import { text } from '../../text/ar.ts'
import { Notice } from '../../ui/notice.tsx'
import type { SendingEvent } from './send-queue.ts'

const words = text.sending.editor

/** Warns if a message text lacks the link, or has a placeholder for the hour or the place of an event that has none. */
export function MessageWarnings({ message, event }: { message: string; event: SendingEvent }) {
  const gaps = [
    !hasMessagePlaceholder(message, 'link') && words.withoutLink,
    event.startsAt === null && hasMessagePlaceholder(message, 'hour') && words.withoutHour,
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
