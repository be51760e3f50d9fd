import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { type SubmitEvent, useState } from 'react'
import { useUpdateInvitation } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.sending

type PhoneFieldsProps = {
  invitation: Invitation
  callingCode: string | undefined
  /** The text in the field before the user types; by default the stored number. */
  initialPhone?: string | undefined
  autoFocus?: boolean
  onSaved?: () => void
}

/** Renders a form that reads and saves the telephone number of a guest. */
export function PhoneFields({ invitation, callingCode, initialPhone, autoFocus = false, onSaved }: PhoneFieldsProps) {
  const update = useUpdateInvitation()
  const [phone, setPhone] = useState(initialPhone ?? invitation.phone ?? '')
  const [error, setError] = useState<string>()

  async function savePhone(submitted: SubmitEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const number = toInternationalPhone(phone, callingCode)
    setError(number === undefined ? words.badNewPhone : undefined)
    if (number === undefined) return
    try {
      await update.mutateAsync({ id: invitation.id, phone: number })
      onSaved?.()
    } catch (failure) {
      setError(failure instanceof Refusal ? failure.message : text.sending.noAnswer)
    }
  }

  return (
    <form className="flex flex-wrap items-start gap-2" noValidate onSubmit={submitted => void savePhone(submitted)}>
      <TextField
        autoComplete="off"
        autoFocus={autoFocus}
        className="min-w-0 grow"
        description={words.phoneHint}
        error={error}
        inputMode="tel"
        isLtr
        label={words.phone}
        onChange={setPhone}
        value={phone}
      />
      <Button className="mt-7" isPending={update.isPending} type="submit" variant="outline">
        {words.savePhone}
      </Button>
    </form>
  )
}

/** Asks for the missing or invalid number of a guest. */
export function PhoneForm({ invitation, callingCode }: { invitation: Invitation; callingCode: string | undefined }) {
  return (
    <Notice tone="warning">
      <div className="grid w-full gap-3">
        <p className="font-medium">{invitation.phone === null ? words.noPhone : words.badPhone(invitation.phone)}</p>
        <PhoneFields callingCode={callingCode} invitation={invitation} />
      </div>
    </Notice>
  )
}
