import { qrCodeText } from '@hudur/core/check-in/card-text'
import { LINE_FIELDS } from '@hudur/core/invitations/guest-values'
import type { Invitation, WhatsAppState } from '@hudur/core/invitations/invitation'
import { fillMessage } from '@hudur/core/invitations/message'
import * as invitationRules from '@hudur/core/invitations/rules'
import { insideOf } from '@hudur/core/invitations/rules'
import { toDialableNumber } from '@hudur/core/phone'
import { ExternalLink, MessageCircle, Phone } from 'lucide-react'
import { useState } from 'react'
import { useEvent } from '../../backend/hooks/use-event.ts'
import { useInternationalPhone, usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatEventDay, formatInvitationMoment } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { IconButton } from '../../ui/button.tsx'
import { QrCode } from '../../ui/code-picture.tsx'
import { CopyUrlField } from '../../ui/copy-url-field.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { ExternalLinkButton } from '../../ui/out-link.tsx'
import { VipMark } from '../../ui/vip-mark.tsx'
import { TrailButton } from '../trail/trail-button.tsx'
import { CardActions, InvitationHistory } from './card-actions.tsx'
import { InvitationCardImage } from './card-image.tsx'
import { GuestAnswerSection } from './guest-answer.tsx'
import { initialMessage, messageValues, whatsappUrl } from './guest-message.ts'
import { InvitationStatusChip, invitationTitle } from './status.tsx'

const words = text.data

const SendAgain = deferredComponent(async () => (await import('../whatsapp/send-again.tsx')).SendAgain)

type InvitationDialogProps = {
  invitation: Invitation
  /** Whether the history is left out. A family link is not allowed to read it. */
  isGuestOnly?: boolean
  onClose: () => void
}

/** Shows the details of an invitation, its code and its card. A new card can be issued, and the invitation cancelled and restored. */
export function InvitationDialog({ invitation: opened, isGuestOnly = false, onClose }: InvitationDialogProps) {
  const [invitation, setInvitation] = useState(opened)
  const isCancelled = invitation.state === 'cancelled'
  const guest = invitationRules.guestLabel(invitation)
  return (
    <Dialog isOpen onOpenChange={onClose} size="lg" title={words.details}>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-6 ${isCancelled ? '' : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]'}`}
      >
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 break-words font-semibold text-lg" dir="auto">
              {guest}
              {invitation.isVip && <VipMark label={text.guestFields.isVip.label} />}
            </p>
            <InvitationStatusChip invitation={invitation} />
          </div>
          <DescriptionList
            items={[
              [words.columns.event, invitation.eventName],
              [words.eventDate, <Numeric key="day">{formatEventDay(invitation.eventDate)}</Numeric>],
              [words.columns.type, text.generator.kinds[invitation.generationType]],
              [
                words.entriesLabel,
                <Numeric key="entries">{words.entries(String(invitation.currentScans), String(invitation.maxScans))}</Numeric>,
              ],
              [text.inside.label, invitation.outside !== undefined && <Numeric key="inside">{insideOf(invitation)}</Numeric>],
              [words.maxScans, invitation.children > 0 && formatPeople(invitation.maxScans, invitation.children, words.personWord)],
              ...LINE_FIELDS.map(
                field => [text.guestFields[field].label, invitation[field] && <bdi key={field}>{invitation[field]}</bdi>] as const,
              ),
              [words.scannedAt, invitation.scannedAt && <Numeric key="scanned">{formatInvitationMoment(invitation.scannedAt)}</Numeric>],
              [words.phone, invitation.phone && <Numeric key="phone">{invitation.phone}</Numeric>],
              [words.sentAt, invitation.sentAt && <Numeric key="sent">{formatInvitationMoment(invitation.sentAt)}</Numeric>],
              [text.whatsappOfOffice, invitation.whatsapp && whatsappText(invitation.whatsapp)],
              [words.openedAt, invitation.openedAt && <Numeric key="opened">{formatInvitationMoment(invitation.openedAt)}</Numeric>],
              [words.columns.createdAt, <Numeric key="made">{formatInvitationMoment(invitation.createdAt)}</Numeric>],
              [
                words.id,
                <Numeric className="text-xs" key="id">
                  {invitation.id}
                </Numeric>,
              ],
            ]}
          />
          {invitation.phone && (
            <div className="flex flex-wrap gap-2">
              <GuestPhoneLinks invitation={invitation} phone={invitation.phone} />
              {invitation.whatsapp && !isCancelled && <SendAgain invitation={invitation} onSent={setInvitation} />}
            </div>
          )}
          {!isCancelled && (
            <QrCode
              className="size-48 justify-self-center rounded-md p-2 shadow-surface"
              code={qrCodeText(invitation)}
              label={words.qrOf(invitationTitle(invitation))}
            />
          )}
          <GuestAnswerSection invitation={invitation} onChange={setInvitation} />
          {!isCancelled && <GuestPageLink invitation={invitation} />}
          <CardActions invitation={invitation} onChange={setInvitation} />
          {!isGuestOnly && <InvitationHistory invitation={invitation} onChange={setInvitation} />}
          {!isGuestOnly && <TrailButton about="invitation" className="justify-self-start" id={invitation.id} />}
        </div>
        {!isCancelled && (
          <section aria-label={words.card}>
            <InvitationCardImage invitation={invitation} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

/** Returns the state of the message of the office's number, and why it did not arrive. */
function whatsappText({ state, at, reason }: WhatsAppState) {
  const why = reason === null ? undefined : (text.whatsappReasons as Partial<Record<string, string>>)[reason]
  return [text.whatsappStates[state], formatInvitationMoment(at), why].filter(Boolean).join(' · ')
}

/** Renders links to call a guest and to open a WhatsApp chat with the event's message. An unclear number gets no WhatsApp link. */
function GuestPhoneLinks({ invitation, phone }: { invitation: Invitation; phone: string }) {
  const number = useInternationalPhone(phone)
  const origin = usePublicOrigin()
  const { eventId, eventName: name, eventDate: date } = invitation
  const event = useEvent(eventId ?? '').data ?? {
    name,
    date,
    startsAt: null,
    timeWords: null,
    place: null,
    message: null,
    house: undefined,
  }
  const guest = invitationRules.guestLabel(invitation)
  // A gate refuses the card of a cancelled invitation, so the chat with its guest starts without a message.
  const message =
    invitation.state === 'cancelled'
      ? undefined
      : fillMessage(initialMessage('unsent', event, invitation.side), messageValues(invitation, event, origin))
  return (
    <>
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
    </>
  )
}

function GuestPageLink({ invitation: { code } }: { invitation: Pick<Invitation, 'code'> }) {
  const url = `${usePublicOrigin()}/i/${code}`
  return (
    <div>
      <p className="mb-1 font-semibold text-sm">{words.page.title}</p>
      <CopyUrlField copyLabel={words.page.copy} label={words.page.title} url={url}>
        <IconButton label={words.page.open} onPress={() => window.open(`${url}#preview`, '_blank', 'noopener')} size="sm">
          <ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.7} />
        </IconButton>
      </CopyUrlField>
    </div>
  )
}
