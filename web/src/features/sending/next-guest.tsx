import { sideMessageOf } from '@hudur/core/events/side-messages'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { fillMessage, fillMessageParts, hasMessagePlaceholder } from '@hudur/core/invitations/message'
import * as invitationRules from '@hudur/core/invitations/rules'
import { MessageCircle, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useCallingCode, usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { eventDayTexts } from '../../text/event-time.ts'
import { formatInvitationMoment } from '../../text/format.ts'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { formatPeople } from '../../text/people.ts'
import { formatTableName } from '../../text/table-name.ts'
import { Button } from '../../ui/button.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { VipMark } from '../../ui/vip-mark.tsx'
import { messageValues, whatsappUrl } from '../invitations/guest-message.ts'
import { MessageDialog } from './message-dialog.tsx'
import { MessageWarnings } from './message-gaps.tsx'
import { OtherWaysDialog } from './other-ways-dialog.tsx'
import { PhoneForm } from './phone-form.tsx'
import { isReminder, type SendingEvent, type SendingRound } from './send-queue.ts'
import type { useSending } from './use-sending.ts'

const words = text.sending

type NextGuestProps = {
  event: SendingEvent
  invitation: Invitation
  round: SendingRound
  message: string
  /** The sides of the guests of the round, each of which can have a text of its own. */
  sides: readonly string[]
  /** Whether the host is sending, who can save the text with the event. People with a family link cannot. */
  isHost: boolean
  onMessage: (message: string) => void
  sending: ReturnType<typeof useSending>
  onSkip: () => void
}

export function NextGuest({ event, invitation, round, message, sides, isHost, onMessage, sending, onSkip }: NextGuestProps) {
  const { callingCode } = useCallingCode()
  const [open, setOpen] = useState<'message' | 'ways'>()
  const isThanks = round.group === 'thanks'
  const { phone, maxScans, children, table, isVip, sentAt } = invitation
  const number = phone === null ? undefined : toInternationalPhone(phone, callingCode)
  const values = messageValues(invitation, event, usePublicOrigin())
  const filledMessage = fillMessage(message, values)
  const hasSideMessage = message === sideMessageOf(event.sideMessages, invitation.side)

  function sendByWhatsapp() {
    if (!sending.isNewPress()) return
    sending.mark(invitation, 'whatsapp')
    window.open(whatsappUrl(number, filledMessage), '_blank', 'noopener')
  }

  return (
    <>
      <section aria-live="polite" className="mt-1 text-center">
        <h2 className="display break-words text-3xl leading-snug" dir="auto">
          {invitationRules.guestLabel(invitation)}
          {isVip && <VipMark label={text.guestFields.isVip.label} />}
        </h2>
        <p className="flex flex-wrap justify-center gap-x-4 text-muted">
          {number && (
            <a
              aria-label={text.ui.callNumberOf(number, invitationRules.guestLabel(invitation))}
              className="target underline underline-offset-4"
              href={`tel:${number}`}
            >
              <Numeric>{number}</Numeric>
            </a>
          )}
          <span>{formatPeople(maxScans, children, text.eventGuests.placeWord)}</span>
          {table && <span>{formatTableName(table, text.eventGuests.table)}</span>}
        </p>
        {sentAt && <p className="text-muted text-sm">{words.sentBefore(formatInvitationMoment(sentAt))}</p>}
      </section>
      {!number && <PhoneForm callingCode={callingCode} invitation={invitation} />}
      <MessageWarnings event={event} group={round.group} message={message} />
      <section aria-label={words.received} className="rounded-xl bg-surface p-4 shadow-surface">
        <div className="mb-2 flex items-center justify-between gap-2">
          <h3 className="text-muted text-sm">
            {words.received}
            {hasSideMessage && <span className="block">{text.sendingRound.sideMessages.received(invitation.side!)}</span>}
          </h3>
          <Button className="text-accent" onPress={() => setOpen('message')} size="sm" variant="ghost">
            <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.7} />
            {words.edit}
          </Button>
        </div>
        {(!isThanks || hasMessagePlaceholder(message, 'link')) && <LinkPreview event={event} />}
        <p className="mt-3 whitespace-pre-line break-words leading-8" dir="auto">
          {fillMessageParts(message, values).map(part =>
            part.word === 'link' ? (
              <bdi className="ltr block truncate text-accent text-sm" key={part.at}>
                {part.text}
              </bdi>
            ) : part.word ? (
              <mark className="rounded-sm bg-warning-soft px-0.5 text-warning-soft-foreground" key={part.at}>
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </p>
      </section>
      {/* On a phone these buttons cover the bottom navigation. */}
      <div className="fixed inset-x-0 bottom-0 z-30 grid gap-2 border-border border-t bg-background px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:sticky md:inset-x-auto md:border-t-0 md:px-0">
        <Button className="h-auto min-h-19! w-full whitespace-normal font-semibold text-xl" onPress={sendByWhatsapp}>
          <MessageCircle aria-hidden="true" className="size-6" strokeWidth={1.7} />
          {number ? words.whatsapp : words.chooseContact}
        </Button>
        <div className="grid grid-cols-2 gap-2">
          <Button className="h-auto min-h-11 w-full whitespace-normal" onPress={() => setOpen('ways')} variant="outline">
            {words.otherWays}
          </Button>
          <Button className="h-auto min-h-11 w-full whitespace-normal" onPress={onSkip} variant="outline">
            {words.skip}
          </Button>
        </div>
      </div>
      {open === 'message' && (
        <MessageDialog
          event={event}
          group={round.group}
          invitation={invitation}
          savedAs={!isHost || isReminder(round.group) ? undefined : isThanks ? 'thanksMessage' : 'message'}
          message={message}
          onClose={() => setOpen(undefined)}
          onMessage={onMessage}
          sides={sides}
        />
      )}
      {open === 'ways' && (
        <OtherWaysDialog
          event={event}
          invitation={invitation}
          isThanks={isThanks}
          message={filledMessage}
          number={number}
          onClose={() => setOpen(undefined)}
          onSent={via => sending.mark(invitation, via)}
        />
      )}
    </>
  )
}

function LinkPreview({ event }: { event: SendingEvent }) {
  return (
    <div className="flex items-center gap-3 rounded-lg bg-surface-secondary p-2">
      <img alt="" className="h-14 w-27 shrink-0 rounded-sm object-cover" src={event.pictureId ? `/p/${event.pictureId}.jpg` : '/og.png'} />
      <p className="min-w-0">
        <b className="block truncate font-semibold" dir="auto">
          {event.name}
        </b>
        <span className="block truncate text-muted text-sm">
          {[eventDayTexts(event).gregorian, event.place].filter(Boolean).join('، ')}
        </span>
      </p>
    </div>
  )
}
