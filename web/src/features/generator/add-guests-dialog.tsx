import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import type { EventSummary } from '@hudur/core/events/contract'
import type { CurrentLink } from '@hudur/core/links/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { BalanceBar } from '../../ui/balance-bar.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notify } from '../../ui/toast.tsx'
import { EMPTY_VALUES, type GeneratorValues } from './generator-values.ts'
import { KindFields } from './kind-fields.tsx'
import { useGuestList } from './names-field.tsx'
import { useCreateInvitations } from './queries.ts'
import { unsavedInvitationsOf } from './unsaved-invitations.ts'
import { useOwner } from './use-owner.ts'

const words = text.events.guests
type AccountQuota = Pick<User, 'generationLimit' | 'usedGenerations'>

/**
 * Renders the dialog that adds guests to an event and charges the balance of the event's owner: the signed-in user or, for an
 * administrator, another user.
 */
export function AddGuestsDialog({ event, onClose }: { event: EventSummary; onClose: () => void }) {
  const signedInUser = useSignedInUser()
  const isOwnEvent = event.userId === signedInUser.id
  const form = useAddGuestsForm(event, isOwnEvent ? '' : event.userId)
  const owner = useOwner(form)
  const label = isOwnEvent || !owner ? text.balance.label : text.balance.of(owner.fullName)
  return <AddGuests account={owner} event={event} form={form} label={label} onClose={onClose} overLimitText={texts.generator.overBalance} />
}

/** Renders the dialog that adds guests within the allotment of a family link, which limits the number of its invitations. */
export function AddFamilyGuestsDialog({ link, onClose }: { link: CurrentLink; onClose: () => void }) {
  const form = useAddGuestsForm(link.event, '')
  const account = { generationLimit: link.allotment ?? 0, usedGenerations: link.used }
  return (
    <AddGuests
      account={account}
      event={link.event}
      form={form}
      label={text.links.family.allotment}
      onClose={onClose}
      overLimitText={texts.link.overAllotment}
    />
  )
}

type EventOfForm = Pick<EventSummary, 'id' | 'name' | 'date'>

const useAddGuestsForm = ({ name, date }: EventOfForm, owner: string) =>
  useForm<GeneratorValues>({ defaultValues: { ...EMPTY_VALUES, eventName: name, eventDate: date, owner } })

type AddGuestsProps = {
  /** Returns the error text if more invitations are requested than remain. */
  overLimitText: (requested: number, remaining: number) => string
  event: EventOfForm
  form: UseFormReturn<GeneratorValues>
  /** The account or the allotment that is charged; undefined until it is loaded. */
  account: AccountQuota | undefined
  label: string
  onClose: () => void
}

/** Renders the dialog. Guests are typed, pasted, or taken from a file or from the phone's contacts, as in the generator. */
function AddGuests({ event, form, account, label, overLimitText, onClose }: AddGuestsProps) {
  const create = useCreateInvitations()
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { count } = useGuestList(form)
  const requested = kind === 'names' ? count : 1
  const isOver = account !== undefined && !accountRules.hasBalanceFor(account, requested)
  // `isPending` of the mutation changes only with the next render, and a second click may come before that.
  const isCreating = useRef(false)

  async function addGuests(fields: GeneratorValues) {
    if (isCreating.current) return
    isCreating.current = true
    try {
      const created = await create.mutateAsync(unsavedInvitationsOf(fields).map(draft => ({ ...draft, eventId: event.id })))
      notify.done(words.added(formatCountedNoun(created.length, text.invitationWord)))
      onClose()
    } catch {
      // The notice above the buttons shows the error, and the fields keep the typed values.
    } finally {
      isCreating.current = false
    }
  }

  return (
    <FormDialog
      isSaving={create.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(addGuests)}
      isSubmitDisabled={isOver}
      submitLabel={words.add}
      size="lg"
      title={words.add}
    >
      <KindFields account={account} form={form} />
      {account && <BalanceBar account={account} label={label} requested={requested} />}
      {isOver && (
        <Notice tone="danger">
          <p className="font-medium">{text.generator.over}</p>
          <p>{overLimitText(requested, accountRules.remainingBalance(account))}</p>
        </Notice>
      )}
      {create.error && !isOver && (
        <Notice tone="danger">
          <p className="font-medium">{text.generator.failed}</p>
          <p>{create.error instanceof Refusal ? create.error.message : text.generator.noAnswer}</p>
        </Notice>
      )}
    </FormDialog>
  )
}
