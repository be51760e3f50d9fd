import { isUnansweredError } from '@hudur/core/http-backend'
import { quoteText } from '@hudur/core/messages/rules'
import { Refusal } from '@hudur/core/refusals'
import type { Order, OrderStatus } from '@hudur/core/requests/contract'
import { Coins, Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCallingCode } from '../../backend/hooks/use-installation.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatGregorianDay, formatWholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { PhoneLinks } from '../../ui/phone-links.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { TrailButton } from '../trail/trail-button.tsx'
import type { Subject } from './conversation/queries.ts'
import { useEmailOf } from './queries.ts'
import { creditsUrl, generatorUrl, StatusChip, shortId } from './statuses.tsx'

const Conversation = deferredComponent(async () => (await import('./conversation/conversation.tsx')).Conversation)

const AccountMoney = deferredComponent(async () => (await import('./account-money.tsx')).AccountMoney)

const words = text.orders

type OrderDialogProps<Status extends OrderStatus> = {
  order: Omit<Order, 'customerName' | 'source' | 'notes' | 'customerNotes' | 'officeNotes' | 'paymentState'>
  /** The notes of the office, and those of the customer or user; undefined for an order without a customer's words. */
  officeNotes: string | null
  userNotes?: string | null | undefined
  /** Names the order or the request in its timeline. */
  subject: Subject
  days: { eventDate: ReactNode; at: ReactNode }
  /** The name of the customer or user, if known, and the id of the account whose e-mail address gets replies. */
  user?: string | undefined
  account?: string | undefined
  /** The id of the user who sent the request and will own the invitations. An order has none. */
  owner?: string | undefined
  statuses: readonly Status[]
  update: (changes: { status?: Status; notes?: string }) => Promise<unknown>
  isPending: boolean
  onClose: () => void
}

export function OrderDialog<Status extends OrderStatus>({
  order,
  officeNotes,
  userNotes,
  subject,
  days,
  user,
  account,
  owner,
  statuses,
  update,
  isPending,
  onClose,
}: OrderDialogProps<Status>) {
  // Until the user types, the field shows the stored notes, which other users may change meanwhile.
  const [typedNotes, setTypedNotes] = useState<string>()
  const notes = typedNotes ?? officeNotes ?? ''
  const [failure, setFailure] = useState<{ title: string; why: string | undefined }>()
  const { callingCode } = useCallingCode()
  const email = useEmailOf(account)
  const { eventName, eventDate, invitationCount } = order
  const quote = quoteText([eventName, formatGregorianDay(eventDate), formatCountedNoun(invitationCount, words.countWord)].join('\n'))
  const areNotesChanged = typedNotes !== undefined && typedNotes !== (officeNotes ?? '')

  async function saveChanges(status?: Status) {
    if (isPending) return
    try {
      await update({ ...(status && { status }), ...(areNotesChanged && { notes }) })
      notify.done(status ? words.updated : words.notesSaved)
      onClose()
    } catch (error) {
      const isRefused = error instanceof Refusal && !isUnansweredError(error)
      setFailure({ title: isRefused ? words.refused : words.failed, why: isRefused ? error.message : undefined })
    }
  }

  return (
    <UnsavedDialog
      isChanged={areNotesChanged && !isPending}
      isDismissable={!areNotesChanged}
      isOpen
      onDiscard={onClose}
      onOpenChange={() => isPending || onClose()}
      onSave={() => void saveChanges()}
      size="lg"
      title={order.eventName}
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-2">
          <StatusChip status={order.status} />
          <span className="text-muted text-sm">{words.types[order.eventType]}</span>
        </div>
        <DescriptionList
          items={[
            [words.eventDate, days.eventDate],
            [words.count, <Numeric key="count">{formatWholeNumber(order.invitationCount)}</Numeric>],
            [words.phone, <Numeric key="phone">{order.phone}</Numeric>],
            [words.user, user],
            [words.at, days.at],
            [words.userNotes, userNotes && <span className="whitespace-pre-line">{userNotes}</span>],
            [words.id, <Numeric key="id">{shortId(order.id)}</Numeric>],
          ]}
        />
        <div className="flex flex-wrap items-center gap-2">
          <PhoneLinks callingCode={callingCode} message={words.answer(user ?? '', quote)} name={user ?? order.phone} phone={order.phone} />
          <ButtonLink to={generatorUrl('/generator', order, owner)}>
            <Sparkles aria-hidden="true" className="size-4" strokeWidth={1.7} />
            {words.make}
          </ButtonLink>
          {owner && (
            <ButtonLink to={creditsUrl(order, owner)} variant="outline">
              <Coins aria-hidden="true" className="size-4" strokeWidth={1.7} />
              {words.addCredits}
            </ButtonLink>
          )}
        </div>
        <div className="grid gap-2">
          <TextAreaField
            description={words.notesHint}
            label={userNotes === undefined ? words.notes : words.officeNotes}
            maxLength={2000}
            onChange={setTypedNotes}
            rows={3}
            value={notes}
          />
          {areNotesChanged && (
            <Button className="justify-self-start" isPending={isPending} onPress={() => void saveChanges()} size="sm" variant="secondary">
              {words.saveNotes}
            </Button>
          )}
        </div>
        <fieldset className="min-w-0">
          <legend className="mb-2 text-sm">{words.setStatus}</legend>
          <div className="flex flex-wrap gap-2">
            {statuses.map(status => (
              <Button
                aria-pressed={status === order.status}
                isDisabled={isPending}
                key={status}
                onPress={() => void saveChanges(status)}
                variant={status === order.status ? 'secondary' : 'outline'}
              >
                {words.statuses[status]}
              </Button>
            ))}
          </div>
        </fieldset>
        {owner && <AccountMoney userId={owner} />}
        <Conversation customer={{ name: user ?? '', phone: order.phone, email }} order={order} subject={subject} />
        {'orderId' in subject && <TrailButton about="order" className="justify-self-start" id={subject.orderId} />}
      </div>
      <AlertBox onClose={() => setFailure(undefined)} title={failure?.title}>
        {failure?.why}
      </AlertBox>
    </UnsavedDialog>
  )
}
