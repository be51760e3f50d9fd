import { hasWord } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { RoundEvent } from './send-queue.ts'

const words = text.sending.editor

/** Says what a message lacks: the link, or a value for a word of the text that the event does not have. */
export function MessageGaps({ message, event }: { message: string; event: RoundEvent }) {
  const gaps = [
    !hasWord(message, 'link') && words.withoutLink,
    event.startsAt === null && hasWord(message, 'hour') && words.withoutHour,
    event.place === null && hasWord(message, 'place') && words.withoutPlace,
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
