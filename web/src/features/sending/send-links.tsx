import type { EventSummary } from '@hudur/core/events/contract'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { SendIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { roundPath, type SendGroup } from './send-queue.ts'

const words = text.sending

/** Returns a function that opens the sending screen for a group of guests. The round of sending begins at the present time. */
function useStartRound({ id }: EventSummary) {
  const navigate = useNavigate()
  const serverTime = useServerTime()
  return (group: SendGroup) => void navigate(roundPath(id, group, serverTime()))
}

type SendUnsentButtonProps = {
  event: EventSummary
  /** Whether another button has the primary style, so that this one is outlined. */
  isSecondary?: boolean
  /** Whether the label is short, because the heading of the event has little room. */
  isShort?: boolean
  className?: string
}

/** Renders a button that opens the sending of unsent invitations; nothing if all were sent. */
export function SendUnsentButton({ event, isSecondary = false, isShort = false, className = '' }: SendUnsentButtonProps) {
  const startRound = useStartRound(event)
  const { unsent, arrived } = event
  if (unsent === 0) return null
  return (
    <Button className={className} onPress={() => startRound('unsent')} variant={isSecondary || arrived > 0 ? 'outline' : 'primary'}>
      <SendIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      {isShort ? words.startShort(formatWholeNumber(unsent)) : words.start(formatCountedNoun(unsent, text.invitationWord))}
    </Button>
  )
}

type SendLinksProps = {
  event: EventSummary
  /** The filter of the guest list. Guests of the filters `unopened` and `unanswered` can be reminded. */
  filter: string
}

const wideButtonClass = 'h-auto min-h-13! whitespace-normal py-2'

/** Renders the buttons that send unsent invitations, where the event's heading has none, and remind the guests of the filter. */
export function SendLinks({ event, filter }: SendLinksProps) {
  const startRound = useStartRound(event)
  // Only guests whose invitation was sent can be reminded.
  const reminded = event.sent > 0 && (filter === 'unopened' || filter === 'unanswered') ? filter : undefined
  if (event.unsent === 0 && !reminded) return null
  return (
    <div className={`mb-3 grid gap-2 md:mb-4 md:flex print:hidden ${reminded ? '' : 'lg:hidden'}`}>
      <SendUnsentButton className={`${wideButtonClass} lg:hidden`} event={event} />
      {reminded && (
        <Button className={wideButtonClass} onPress={() => startRound(reminded)} variant={event.unsent > 0 ? 'outline' : 'primary'}>
          {words.remind[reminded]}
        </Button>
      )}
    </div>
  )
}
