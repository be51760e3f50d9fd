import type { Invitation, SendingChannel } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Image, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { drawCardFile } from '../../cards/card-renderer.ts'
import { saveFile } from '../../device/download.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/toast.tsx'
import { useEventDrawing } from '../cards/designs/use-saved-choice.ts'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { smsUrl } from '../invitations/guest-message.ts'
import type { SendingEvent } from './send-queue.ts'

const words = text.sending

const HARMLESS_SHARE_ERRORS = ['AbortError', 'InvalidStateError']

type OtherWaysDialogProps = {
  event: SendingEvent
  invitation: Invitation
  message: string
  /** Whether the guest is thanked, who needs no card. */
  isThanks: boolean
  /** The guest's phone number (E.164); undefined if it is missing or invalid. */
  number: string | undefined
  onSent: (via: SendingChannel) => void
  onClose: () => void
}

/** Sends a message by SMS or as copied text, an invitation also as a picture, or records that it was sent otherwise. Each marks it as sent. */
export function OtherWaysDialog({ event, invitation, message, isThanks, number, onSent, onClose }: OtherWaysDialogProps) {
  function markAsSentAndClose(via: SendingChannel) {
    onSent(via)
    onClose()
  }

  function sendSms() {
    if (!number) return
    markAsSentAndClose('sms')
    window.open(smsUrl(number, message), '_self')
  }

  async function copyMessage() {
    if (!(await copyText(message))) return
    notify.done(text.ui.copied)
    markAsSentAndClose('other')
  }

  return (
    <Dialog isOpen onOpenChange={onClose} title={words.otherWaysOf(invitationRules.guestLabel(invitation))}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {!isThanks && (
          <PictureOption event={event} invitation={invitation} message={message} onSent={() => markAsSentAndClose('picture')} />
        )}
        <SendOption
          hint={number ?? words.noPhone}
          icon={<MessageSquareText aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />}
          isDisabled={number === undefined}
          label={words.sms}
          onPress={sendSms}
        />
        <SendOption
          icon={<Copy aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />}
          label={words.copy}
          onPress={() => void copyMessage()}
        />
        <SendOption
          hint={isThanks ? words.thanks.byHandHint : words.byHandHint}
          icon={<Check aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />}
          label={words.byHand}
          onPress={() => markAsSentAndClose('other')}
        />
      </div>
    </Dialog>
  )
}

type PictureOptionProps = Pick<OtherWaysDialogProps, 'event' | 'invitation' | 'message'> & { onSent: () => void }

/** Shares the picture of the card with the message, or saves it where the browser shares no files. */
function PictureOption({ event, invitation, message, onSent }: PictureOptionProps) {
  const card = useCardFile(event, invitation)
  const sharesFiles = card.data !== undefined && (navigator.canShare?.({ files: [card.data] }) ?? false)

  async function sharePicture() {
    if (!card.data) return
    if (!sharesFiles) {
      saveFile(card.data, card.data.name)
      notify.done(words.pictureSaved)
      return onSent()
    }
    try {
      await navigator.share({ files: [card.data], text: message })
      onSent()
    } catch (error) {
      // Closing the share sheet is an `AbortError`, a second press while it is open an `InvalidStateError`. Neither sends anything.
      if (!(error instanceof DOMException && HARMLESS_SHARE_ERRORS.includes(error.name))) notify.failure(words.shareFailed)
    }
  }

  return (
    <SendOption
      hint={card.isError ? words.pictureFailed : card.data && !sharesFiles ? words.pictureDownloads : words.pictureHint}
      icon={<Image aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />}
      isPending={card.isPending}
      label={words.picture}
      onPress={() => void (card.isError ? card.refetch() : sharePicture())}
    />
  )
}

type SendOptionProps = { label: string; hint?: string; icon: ReactNode; onPress: () => void; isPending?: boolean; isDisabled?: boolean }

function SendOption({ label, hint, icon, ...props }: SendOptionProps) {
  return (
    <Button {...props} className="h-auto min-h-14! w-full justify-start gap-3 py-2 text-start" variant="outline">
      {icon}
      <span className="min-w-0">
        <span className="block">{label}</span>
        {hint && <bdi className="block whitespace-normal font-normal text-muted text-xs">{hint}</bdi>}
      </span>
    </Button>
  )
}

/** Draws the card when the dialog opens, because a browser allows sharing only shortly after a press. */
function useCardFile(event: SendingEvent, invitation: Invitation) {
  const { drawing, ...design } = useEventDrawing(eventIdentityOf(event))
  const file = useQuery({
    queryKey: ['card-file', invitation.id, invitation.code, drawing],
    enabled: drawing !== undefined,
    gcTime: 0,
    retry: false,
    queryFn: () => drawCardFile(drawing!, invitation),
  })
  const { isError, isFetching, refetch } = drawing ? file : design
  return { data: file.data, isError, isPending: isFetching || (!file.data && !isError), refetch }
}
