import { dialable, type Invitation, invitationRules, messageText } from '@hudur/core'
import { MessageCircle, Phone } from 'lucide-react'
import { text } from '../../../text/ar.ts'
import { OutLink } from '../../../ui/out-link.tsx'
import { useEvent } from '../../events/queries.ts'
import { useInternationalPhone, usePublicOrigin } from '../../settings/queries.ts'
import { chatAddress, firstMessage, messageValues } from '../guests/guest-message.ts'

/** Links to call a guest, and to write on WhatsApp with the event's text and the guest's link. A number that is none gets no chat. */
export function GuestPhoneLinks({ invitation, phone }: { invitation: Invitation; phone: string }) {
  const number = useInternationalPhone(phone)
  const origin = usePublicOrigin()
  const { eventId, eventName: name, eventDate: date } = invitation
  const event = useEvent(eventId ?? '').data ?? { name, date, startsAt: null, place: null, message: null }
  const guest = invitationRules.guestLabel(invitation)
  // The gate refuses the card of a cancelled guest, so their chat begins without an invitation.
  const message =
    invitation.state === 'cancelled' ? undefined : messageText(firstMessage('unsent', event), messageValues(invitation, event, origin))
  return (
    <div className="flex flex-wrap gap-2">
      <OutLink label={text.ui.callOf(guest)} to={`tel:${number ?? dialable(phone)}`}>
        <Phone aria-hidden="true" className="size-4" strokeWidth={1.7} />
        {text.ui.call}
      </OutLink>
      {number && (
        <OutLink label={text.ui.whatsappOf(guest)} to={chatAddress(number, message)}>
          <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {text.ui.whatsapp}
        </OutLink>
      )}
    </div>
  )
}
