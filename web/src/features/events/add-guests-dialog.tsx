import { accountRules, type EventSummary, type LinkSelf, Refusal, texts, type User } from '@hudur/core'
import { useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { counted } from '../../text/format.ts'
import { BalanceBar } from '../../ui/balance-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'
import { useSignedIn } from '../accounts/queries.ts'
import { EMPTY_FIELDS, type GeneratorFields } from '../invitations/generator-fields.ts'
import { useGuestList } from '../invitations/guests/names-field.tsx'
import { draftsOf } from '../invitations/invitation-drafts.ts'
import { KindFields } from '../invitations/kind-fields.tsx'
import { useCreateInvitations } from '../invitations/queries.ts'
import { useOwner } from '../invitations/use-owner.ts'

const words = text.events.guests
const FORM_ID = 'add-guests'

type Account = Pick<User, 'generationLimit' | 'usedGenerations'>

/** Adds guests to an event of the signed-in user or, for an administrator, of its owner. */
export function AddGuestsDialog({ event, onClose }: { event: EventSummary; onClose: () => void }) {
  const signedInUser = useSignedIn()
  const ownEvent = event.userId === signedInUser.id
  const form = useAddGuestsForm(event, ownEvent ? '' : event.userId)
  const owner = useOwner(form)
  const label = ownEvent || !owner ? text.balance.label : text.balance.of(owner.fullName)
  return <AddGuests account={owner} event={event} form={form} label={label} onClose={onClose} overText={texts.generator.overBalance} />
}

/** Adds guests within the allotment of a link. */
export function AddGuestsOfLinkDialog({ link, onClose }: { link: LinkSelf; onClose: () => void }) {
  const form = useAddGuestsForm(link.event, '')
  const account = { generationLimit: link.allotment ?? 0, usedGenerations: link.used }
  return (
    <AddGuests
      account={account}
      event={link.event}
      form={form}
      label={text.links.family.allotment}
      onClose={onClose}
      overText={texts.link.overAllotment}
    />
  )
}

type EventOfForm = Pick<EventSummary, 'id' | 'name' | 'date'>

const useAddGuestsForm = ({ name, date }: EventOfForm, owner: string) =>
  useForm<GeneratorFields>({ defaultValues: { ...EMPTY_FIELDS, eventName: name, eventDate: date, owner } })

type AddGuestsProps = {
  /** Says that the request exceeds what is left. */
  overText: (requested: number, remaining: number) => string
  event: EventOfForm
  form: UseFormReturn<GeneratorFields>
  /** The account or the allotment that is charged; undefined until it is loaded. */
  account: Account | undefined
  label: string
  onClose: () => void
}

/** The dialog: guests are typed, pasted, or taken from a file or from the phone's contacts, as in the generator. */
function AddGuests({ event, form, account, label, overText, onClose }: AddGuestsProps) {
  const create = useCreateInvitations()
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { count } = useGuestList(form)
  const requested = kind === 'names' ? count : 1
  const isOver = account !== undefined && !accountRules.covers(account, requested)
  // The mutation's own `isPending` changes only with the next rendering, which a second click may precede.
  const isCreating = useRef(false)

  async function add(fields: GeneratorFields) {
    if (isCreating.current) return
    isCreating.current = true
    try {
      const created = await create.mutateAsync(draftsOf(fields).map(draft => ({ ...draft, eventId: event.id })))
      say.done(words.added(counted(created.length, text.events.invitationWord)))
      onClose()
    } catch {
      // The notice above the buttons shows the error, and the fields keep what was typed.
    } finally {
      isCreating.current = false
    }
  }

  return (
    <Dialog
      footer={
        <>
          <Button isDisabled={create.isPending} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button form={FORM_ID} isDisabled={isOver} isPending={create.isPending} type="submit">
            {words.add}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => create.isPending || onClose()}
      size="lg"
      title={words.add}
    >
      <form className="grid grid-cols-[minmax(0,1fr)] gap-5" id={FORM_ID} noValidate onSubmit={form.handleSubmit(add)}>
        <KindFields account={account} form={form} />
        {account && <BalanceBar account={account} label={label} requested={requested} />}
        {isOver && (
          <Notice tone="danger">
            <p className="font-medium">{text.generator.over}</p>
            <p>{overText(requested, accountRules.remaining(account))}</p>
          </Notice>
        )}
        {create.error && !isOver && (
          <Notice tone="danger">
            <p className="font-medium">{text.generator.failed}</p>
            <p>{create.error instanceof Refusal ? create.error.message : text.generator.noAnswer}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
