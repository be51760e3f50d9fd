import type { EventSummary } from '@hudur/core'
import { useServerTime } from '../../../backend/hooks/use-device.ts'
import { useNavigate } from '../../../router/hooks.ts'
import { text } from '../../../text/ar.ts'
import { counted, wholeNumber } from '../../../text/format.ts'
import { PaperPlane } from '../../../ui/arrows.tsx'
import { Button } from '../../../ui/button.tsx'
import { roundAddress, type SendGroup } from './send-queue.ts'

const words = text.sending

/** Returns a function that opens a round of sending that begins now. */
function useRounds({ id }: EventSummary) {
  const navigate = useNavigate()
  const serverTime = useServerTime()
  return (group: SendGroup) => void navigate(roundAddress(id, group, serverTime()))
}

type SendToUnsentProps = {
  event: EventSummary
  /** Whether another button is the filled one. */
  isBeside?: boolean
  /** Whether the text is short, for the heading of the event. */
  isShort?: boolean
  className?: string
}

/** Leads to sending to those to whom nothing was sent; nothing where there is nobody. */
export function SendToUnsent({ event, isBeside = false, isShort = false, className = '' }: SendToUnsentProps) {
  const go = useRounds(event)
  const { unsent, arrived } = event
  if (unsent === 0) return null
  return (
    <Button className={className} onPress={() => go('unsent')} variant={isBeside || arrived > 0 ? 'outline' : 'primary'}>
      <PaperPlane aria-hidden="true" className="size-5" strokeWidth={1.6} />
      {isShort ? words.startShort(wholeNumber(unsent)) : words.start(counted(unsent, text.guests.invitationWord))}
    </Button>
  )
}

type SendLinksProps = {
  event: EventSummary
  /** The filter of the list: the guests of «لم تُفتح» and «لم يُجب» can be reminded. */
  filter: string
}

const wide = 'h-auto min-h-13! whitespace-normal py-2'

/**
 * Leads to sending: to those to whom nothing was sent, where the heading of the event has no room for it, and as a reminder to those whom the
 * filter shows.
 */
export function SendLinks({ event, filter }: SendLinksProps) {
  const go = useRounds(event)
  // Only who was sent an invitation is reminded.
  const reminded = event.sent > 0 && (filter === 'unopened' || filter === 'unanswered') ? filter : undefined
  if (event.unsent === 0 && !reminded) return null
  return (
    <div className={`mb-4 grid gap-2 md:flex print:hidden ${reminded ? '' : 'lg:hidden'}`}>
      <SendToUnsent className={`${wide} lg:hidden`} event={event} />
      {reminded && (
        <Button className={wide} onPress={() => go(reminded)} variant={event.unsent > 0 ? 'outline' : 'primary'}>
          {words.remind[reminded]}
        </Button>
      )}
    </div>
  )
}
