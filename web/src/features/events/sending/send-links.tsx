import type { EventSummary } from '@hudur/core'
import { useNavigate } from 'react-router'
import { useServerTime } from '../../../backend/hooks/use-device.ts'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { PaperPlane } from '../../../ui/arrows.tsx'
import { Button } from '../../../ui/button.tsx'
import { roundAddress, type SendGroup } from './send-queue.ts'

const words = text.sending

type SendLinksProps = {
  event: EventSummary
  /** The filter of the list: the guests of «لم تُفتح» and «لم يُجب» can be reminded. */
  filter: string
}

/** Leads to sending: to those to whom nothing was sent, and as a reminder to those whom the filter shows. */
export function SendLinks({ event, filter }: SendLinksProps) {
  const navigate = useNavigate()
  const serverTime = useServerTime()
  const go = (group: SendGroup) => void navigate(roundAddress(event.id, group, serverTime()))
  // Only who was sent an invitation is reminded.
  const reminded = event.sent > 0 && (filter === 'unopened' || filter === 'unanswered') ? filter : undefined
  if (event.unsent === 0 && !reminded) return null
  return (
    <div className="mb-4 grid gap-2 md:flex print:hidden">
      {event.unsent > 0 && (
        <Button
          className="h-auto min-h-13! whitespace-normal py-2"
          onPress={() => go('unsent')}
          variant={event.arrived > 0 ? 'outline' : 'primary'}
        >
          <PaperPlane aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.start(counted(event.unsent, text.guests.invitationWord))}
        </Button>
      )}
      {reminded && (
        <Button
          className="h-auto min-h-13! whitespace-normal py-2"
          onPress={() => go(reminded)}
          variant={event.unsent > 0 ? 'outline' : 'primary'}
        >
          {words.remind[reminded]}
        </Button>
      )}
    </div>
  )
}
