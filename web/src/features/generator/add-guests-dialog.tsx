import type { EventSummary } from '@hudur/core/events/contract'
import type { CurrentLink } from '@hudur/core/links/contract'
import * as texts from '@hudur/core/texts'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useIsPartnerOf, useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notify } from '../../ui/toast.tsx'
import { EMPTY_VALUES, type GeneratorValues } from './generator-values.ts'
import { KindFields } from './kind-fields.tsx'
import { useCreateInvitations, useOwner } from './queries.ts'
import { type AccountQuota, RequestBalance, useRequestedCount } from './request-balance.tsx'
import { unsavedInvitationsOf } from './unsaved-invitations.ts'
import { useExistingQuestion } from './use-existing-question.tsx'

const words = text.eventGuests

/** Renders the dialog that adds guests to an event and charges the balance of the event's owner. */
export function AddGuestsDialog({ event, onClose }: { event: EventSummary; onClose: () => void }) {
  const signedInUser = useSignedInUser()
  const isOwnEvent = event.userId === signedInUser.id
  const form = useAddGuestsForm(event, isOwnEvent ? '' : event.userId)
  const owner = useOwner(form)
  const label = isOwnEvent || !owner ? text.balance.label : text.balance.of(owner.fullName)
  const isPartner = useIsPartnerOf(event)
  return (
    <AddGuests
      account={owner}
      event={event}
      form={form}
      label={label}
      // A partner does not learn the balance of the owner, who is charged.
      note={isPartner ? text.partners.charged(event.ownerName) : undefined}
      onClose={onClose}
      overLimitText={texts.generator.overBalance}
    />
  )
}

/** Renders the dialog that adds guests within the allotment of a family link, which limits the number of people whom it invites. */
export function AddFamilyGuestsDialog({ link, onClose }: { link: CurrentLink; onClose: () => void }) {
  const form = useAddGuestsForm(link.event, '')
  const account = { generationLimit: link.allotment ?? 0, usedGenerations: link.used }
  return (
    <AddGuests
      account={account}
      countsPeople
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
  overLimitText: (requested: number, remaining: number) => string
  event: EventOfForm
  form: UseFormReturn<GeneratorValues>
  /** The account or the allotment that is charged; undefined until it is loaded. */
  account: AccountQuota | undefined
  /** Whether the account counts people instead of invitations. */
  countsPeople?: boolean
  label: string
  /** Says who is charged, where `account` is not known. */
  note?: string | undefined
  onClose: () => void
}

/** Renders the dialog. Guests are typed, pasted, or taken from a file or from the phone's contacts, as in the generator. */
function AddGuests({ event, form, account, countsPeople, label, note, overLimitText, onClose }: AddGuestsProps) {
  const { create, isPending, error } = useCreateInvitations()
  const { requested, isOver } = useRequestedCount(form, account, countsPeople)
  const existing = useExistingQuestion(event.id)

  async function addGuests(fields: GeneratorValues) {
    const drafts = await existing.ask(fields, unsavedInvitationsOf(fields))
    if (!drafts) return
    try {
      const created = await create(drafts.map(draft => ({ ...draft, eventId: event.id })))
      if (!created) return
      notify.done(words.added(formatCountedNoun(created.length, text.invitationWord)))
      onClose()
    } catch {
      // The notice above the buttons shows the error, and the fields keep the typed values.
    }
  }

  return (
    <FormDialog
      isChanged={form.formState.isDirty}
      isSaving={isPending || existing.isComparing}
      onClose={onClose}
      onSubmit={form.handleSubmit(addGuests)}
      isSubmitDisabled={isOver}
      alert={existing.dialog}
      submitLabel={words.add}
      size="lg"
      title={words.add}
    >
      <KindFields account={countsPeople ? undefined : account} eventId={event.id} form={form} />
      {note !== undefined && <Notice tone="quiet">{note}</Notice>}
      <RequestBalance account={account} error={error} isOver={isOver} label={label} overLimitText={overLimitText} requested={requested} />
    </FormDialog>
  )
}
