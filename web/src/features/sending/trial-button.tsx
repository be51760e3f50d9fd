import { fillMessage } from '@hudur/core/invitations/message'
import { trialInvitationOf } from '@hudur/core/invitations/trial'
import { MessageCircle, TestTubeDiagonal } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../backend/hooks/use-call.ts'
import { useInternationalPhone, usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { eventsKey } from '../../backend/hooks/use-refresh.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ExternalLinkButton } from '../../ui/out-link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageValues, whatsappUrl } from '../invitations/guest-message.ts'
import type { SendingEvent } from './send-queue.ts'

const words = text.sendingRound.trial

type TrialProps = { event: SendingEvent; message: string }

/** Renders a button with which the host sends himself what guests get: a text, a link and a card that admits nobody. */
export function TrialButton(props: TrialProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)} variant="outline">
        <TestTubeDiagonal aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.action}
      </Button>
      {isOpen && <TrialDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function TrialDialog({ event, message, onClose }: TrialProps & { onClose: () => void }) {
  const trial = useRead([...eventsKey, 'trial', event.id], ({ events }) => events.trial({ id: event.id }))
  return (
    <Dialog isOpen onOpenChange={onClose} title={words.action}>
      {trial.data ? (
        <TrialContent code={trial.data.code} event={event} message={message} />
      ) : trial.isError ? (
        <LoadFailure query={trial}>{words.failed}</LoadFailure>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

function TrialContent({ event, message, code }: TrialProps & { code: string }) {
  const { phone } = useSignedInUser()
  const number = useInternationalPhone(phone ?? '')
  const origin = usePublicOrigin()
  const filledMessage = fillMessage(message, messageValues(trialInvitationOf(event, code), event, origin))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm leading-7">{words.means}</p>
      <p className="whitespace-pre-line break-words rounded-lg bg-surface-secondary p-3 leading-8" dir="auto">
        {filledMessage}
      </p>
      <p className="text-muted text-sm">{number ? words.toNumber(number) : words.withoutNumber}</p>
      <Button onPress={() => void window.open(whatsappUrl(number, filledMessage), '_blank', 'noopener')}>
        <MessageCircle aria-hidden="true" className="size-5" strokeWidth={1.7} />
        {words.send}
      </Button>
      <ExternalLinkButton to={`${origin}/i/${code}`}>{words.openPage}</ExternalLinkButton>
    </div>
  )
}
