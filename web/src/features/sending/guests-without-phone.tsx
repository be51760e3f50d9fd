import type { Invitation } from '@hudur/core/invitations/invitation'
import { fillMessage } from '@hudur/core/invitations/message'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { Check, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useCallingCode, usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { useUpdateInvitation } from '../../backend/hooks/use-invitations.ts'
import { canPickContacts, pickPhones } from '../../device/contacts.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { formatPeople } from '../../text/people.ts'
import { formatTableName } from '../../text/table-name.ts'
import { Button } from '../../ui/button.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { notify } from '../../ui/toast.tsx'
import { VipMark } from '../../ui/vip-mark.tsx'
import { messageValues, whatsappUrl } from '../invitations/guest-message.ts'
import { PhoneFields } from './phone-form.tsx'
import { isSentInRound, type SendingEvent, type SendingRound } from './send-queue.ts'
import type { useSending } from './use-sending.ts'

const words = text.sendingRound.withoutPhone

/** How many guests the list shows at first, and how many more at each press. */
const LIST_STEP = 50

type ListProps = {
  event: SendingEvent
  round: SendingRound
  /** Returns the text for the guests of a side. */
  messageFor: (side: string | null) => string
  sending: ReturnType<typeof useSending>
  /** Called with the id of a guest whose row stays in the list even if the guest no longer belongs to it. */
  onKeep: (id: string) => void
  /** Called with the id of a guest who must be shown with all ways of sending. */
  onOpen: (id: string) => void
}

/** Lists the guests of a round without a valid number. In its row a guest gets a number, or is marked as sent by hand. */
export function GuestsWithoutPhone({ invitations, ...props }: ListProps & { invitations: readonly Invitation[] }) {
  return (
    <section aria-labelledby="without-phone" className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-semibold" id="without-phone">
        {words.title} <span className="font-normal text-muted text-sm">{formatWholeNumber(invitations.length)}</span>
      </h2>
      <p className="text-muted text-sm">{words.advice}</p>
      <GrowingList className="overflow-hidden rounded-xl bg-surface shadow-surface" items={invitations} step={LIST_STEP}>
        {invitation => <GuestRow invitation={invitation} key={invitation.id} {...props} />}
      </GrowingList>
    </section>
  )
}

function GuestRow({ invitation, round, onOpen, ...props }: ListProps & { invitation: Invitation }) {
  const { callingCode } = useCallingCode()
  const guest = invitationRules.guestLabel(invitation)
  const { phone, maxScans, children, table, isVip } = invitation
  const number = phone === null ? undefined : toInternationalPhone(phone, callingCode)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-separator border-t px-4 py-3 first:border-t-0">
      <button
        aria-label={words.open(guest)}
        className="min-h-9 break-words text-start font-medium leading-7 hover:text-accent"
        dir="auto"
        onClick={() => onOpen(invitation.id)}
        type="button"
      >
        {guest}
        {isVip && <VipMark label={text.guestFields.isVip.label} />}
      </button>
      <p className="flex flex-wrap gap-x-3 text-muted text-sm">
        <span>{formatPeople(maxScans, children, text.eventGuests.placeWord)}</span>
        {table && <span>{formatTableName(table, text.eventGuests.table)}</span>}
        {number && <Numeric>{number}</Numeric>}
      </p>
      {phone !== null && number === undefined && <p className="text-sm text-warning-soft-foreground">{text.sending.badPhone(phone)}</p>}
      {isSentInRound(invitation, round) ? (
        <SentRow guest={guest} invitation={invitation} isThanks={round.group === 'thanks'} sending={props.sending} />
      ) : number ? (
        <SendButton guest={guest} invitation={invitation} number={number} {...props} />
      ) : (
        <RowActions callingCode={callingCode} guest={guest} invitation={invitation} {...props} />
      )}
    </li>
  )
}

type RowProps = Omit<ListProps, 'onOpen' | 'round'> & { invitation: Invitation; guest: string }

function SendButton({ invitation, guest, number, event, messageFor, sending, onKeep }: RowProps & { number: string }) {
  const values = messageValues(invitation, event, usePublicOrigin())
  function sendByWhatsapp() {
    if (!sending.isNewPress()) return
    onKeep(invitation.id)
    sending.mark(invitation, 'whatsapp')
    window.open(whatsappUrl(number, fillMessage(messageFor(invitation.side), values)), '_blank', 'noopener')
  }
  return (
    <Button aria-label={words.sendTo(guest)} onPress={sendByWhatsapp} size="sm">
      <MessageCircle aria-hidden="true" className="size-5" strokeWidth={1.7} />
      {text.sending.whatsapp}
    </Button>
  )
}

function RowActions({ invitation, guest, callingCode, sending, onKeep }: RowProps & { callingCode: string | undefined }) {
  const update = useUpdateInvitation()
  /** The number that the form shows when it opens; undefined while it is closed. */
  const [typed, setTyped] = useState<string>()
  const buttonClass = 'h-auto min-h-11 w-full whitespace-normal px-2'

  async function pickNumber() {
    let phones: string[] | undefined
    try {
      phones = await pickPhones()
    } catch {
      return notify.failure(words.contactsFailed)
    }
    if (!phones) return
    const numbers = [...new Set(phones.flatMap(phone => toInternationalPhone(phone, callingCode) ?? []))]
    if (numbers.length === 0) notify.failure(words.contactWithoutNumber)
    // The user checks a number that is not certain.
    if (numbers.length !== 1) return setTyped(numbers[0] ?? phones[0] ?? '')
    onKeep(invitation.id)
    try {
      await update.mutateAsync({ id: invitation.id, phone: numbers[0]! })
    } catch (failure) {
      notify.failure(failure instanceof Refusal ? failure.message : text.sending.noAnswer)
      setTyped(numbers[0])
    }
  }

  function markAsHandedOver() {
    sending.isNewPress()
    onKeep(invitation.id)
    sending.mark(invitation, 'other')
  }

  if (typed !== undefined)
    return (
      <PhoneFields
        autoFocus
        callingCode={callingCode}
        initialPhone={typed || undefined}
        invitation={invitation}
        key={typed}
        onSaved={() => onKeep(invitation.id)}
      />
    )
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2">
      {canPickContacts() && (
        <Button
          aria-label={words.contactOf(guest)}
          className={buttonClass}
          isPending={update.isPending}
          onPress={() => void pickNumber()}
          size="sm"
          variant="outline"
        >
          {words.contact}
        </Button>
      )}
      <Button aria-label={words.numberOf(guest)} className={buttonClass} onPress={() => setTyped('')} size="sm" variant="outline">
        {words.number}
      </Button>
      <Button aria-label={words.byHandOf(guest)} className={buttonClass} onPress={markAsHandedOver} size="sm" variant="outline">
        {words.byHand}
      </Button>
    </div>
  )
}

type SentRowProps = Pick<RowProps, 'invitation' | 'guest' | 'sending'> & { isThanks: boolean }

/** Shows that the invitation was sent, or the guest thanked. The mark can be removed, but not by the second press of a double tap. */
function SentRow({ invitation, guest, isThanks, sending }: SentRowProps) {
  const [isPending, setPending] = useState(false)

  async function undoSent() {
    if (!sending.isNewPress()) return
    setPending(true)
    try {
      await sending.undo(invitation)
    } catch {
      notify.failure(text.sending.noAnswer)
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="flex min-h-11 items-center gap-2">
      <Check aria-hidden="true" className="size-5 shrink-0 text-success" strokeWidth={1.8} />
      <p className="grow text-sm" role="status">
        {isThanks ? text.sending.thanks.sent : invitation.sentVia === 'other' ? words.handedOver : text.sending.sent}
      </p>
      <Button
        aria-label={words.undoOf(guest)}
        className="text-accent"
        isPending={isPending}
        onPress={() => void undoSent()}
        size="sm"
        variant="ghost"
      >
        {text.sending.undo}
      </Button>
    </div>
  )
}
