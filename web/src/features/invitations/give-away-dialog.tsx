import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { useGiveAway } from './queries.ts'

const words = text.data.answer.giveAway

type GiveAwayDialogProps = { invitation: Invitation; onGiven: (invitation: Invitation) => void; onClose: () => void }

/** Asks for the guest who gets the invitation of a guest who has declined. */
export function GiveAwayDialog({ invitation, onGiven, onClose }: GiveAwayDialogProps) {
  const giveAway = useGiveAway()
  const [guestName, setGuestName] = useState('')
  const [phone, setPhone] = useState('')
  const [refusal, setRefusal] = useState<Refusal>()

  async function give() {
    setRefusal(undefined)
    try {
      const given = await giveAway.mutateAsync({ id: invitation.id, guestName, phone })
      notify.done(words.done(given.guestName))
      onGiven(given)
    } catch (error) {
      if (error instanceof Refusal && error.fields) setRefusal(error)
      else notify.failure(error instanceof Refusal ? error.message : text.data.cardChanges.failed)
    }
  }

  return (
    <UnsavedDialog
      footer={close => (
        <>
          <Button isDisabled={giveAway.isPending} onPress={close} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button isPending={giveAway.isPending} onPress={() => void give()}>
            {words.save}
          </Button>
        </>
      )}
      isChanged={!giveAway.isPending && guestName + phone !== ''}
      isDismissable={false}
      isOpen
      onDiscard={onClose}
      onOpenChange={() => giveAway.isPending || onClose()}
      onSave={() => void give()}
      title={words.title(invitationRules.guestLabel(invitation))}
    >
      <div className="grid gap-5">
        <TextField
          autoComplete="off"
          error={refusal?.fields?.guestName}
          label={words.guest}
          maxLength={MAX_NAME_LENGTH}
          onChange={setGuestName}
          value={guestName}
        />
        <TextField
          autoComplete="off"
          error={refusal?.fields?.phone}
          inputMode="tel"
          isLtr
          label={words.phone}
          onChange={setPhone}
          value={phone}
        />
        <p className="text-muted text-sm">{words.consequence}</p>
      </div>
    </UnsavedDialog>
  )
}
