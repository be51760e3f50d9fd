import type { Invitation } from '@hudur/core/invitations/invitation'
import { fillMessage } from '@hudur/core/invitations/message'
import * as invitationRules from '@hudur/core/invitations/rules'
import { toDialableNumber } from '@hudur/core/phone'
import { MessageCircle, Phone } from 'lucide-react'
import { useEvent } from '../../backend/hooks/use-event.ts'
import { useInternationalPhone, usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { ExternalLinkButton } from '../../ui/out-link.tsx'
import { initialMessage, messageValues, whatsappUrl } from './guest-message.ts'

/** Renders links to call a guest and to open a WhatsApp chat with the event's message. An unclear number gets no WhatsApp link. */
export function GuestPhoneLinks({ invitation, phone }: { invitation: Invitation; phone: string }) {
  const number = useInternationalPhone(phone)
  const origin = usePublicOrigin()
  const { eventId, eventName: name, eventDate: date } = invitation
  const event = useEvent(eventId ?? '').data ?? { name, date, startsAt: null, place: null, message: null }
  const guest = invitationRules.guestLabel(invitation)
  // A gate refuses the card of a cancelled invitation, so the chat with its guest starts without a message.
  const message =
    invitation.state === 'cancelled' ? undefined : fillMessage(initialMessage('unsent', event), messageValues(invitation, event, origin))
  return (
    <div className="flex flex-wrap gap-2">
      <ExternalLinkButton label={text.ui.callOf(guest)} to={`tel:${number ?? toDialableNumber(phone)}`}>
        <Phone aria-hidden="true" className="size-4" strokeWidth={1.7} />
        {text.ui.call}
      </ExternalLinkButton>
      {number && (
        <ExternalLinkButton label={text.ui.whatsappOf(guest)} to={whatsappUrl(number, message)}>
          <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {text.ui.whatsapp}
        </ExternalLinkButton>
      )}
    </div>
  )
}
