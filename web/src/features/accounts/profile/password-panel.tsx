import { zodResolver } from '@hookform/resolvers/zod'
import { contract } from '@hudur/core/contract'
import * as texts from '@hudur/core/texts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useSignedInUser } from '../../../backend/hooks/use-session.ts'
import { text } from '../../../text/ar.ts'
import { formatAccountMoment } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { formErrorOf, showFieldErrors } from '../../../ui/form-errors.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useClearErrorsOnChange } from '../../../ui/use-corrections.ts'
import { EndLinksCheckbox } from '../end-links-checkbox.tsx'
import { errorTextOf } from '../error-text.ts'
import { useChangePassword } from '../queries.ts'

const words = text.profile

/** The state of the form: closed, open, or closed after the password was changed. */
type PasswordFormState = 'closed' | 'open' | 'changed'

export function PasswordPanel() {
  const [state, setState] = useState<PasswordFormState>()
  const [hasChanged, setChanged] = useState(false)

  function handlePasswordChanged() {
    setChanged(true)
    setState('changed')
  }

  if (state === 'open') {
    return (
      <Panel note={words.othersEnd} title={words.security}>
        <PasswordForm onCancel={() => setState('closed')} onChanged={handlePasswordChanged} />
      </Panel>
    )
  }
  return (
    <Panel title={words.security}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        {state === 'changed' ? (
          <Notice className="w-full" tone="success">
            {words.changed}
          </Notice>
        ) : (
          <p className="text-muted text-sm">{hasChanged ? words.lastChangeNow : <LastPasswordChange />}</p>
        )}
        {/* When the form closes, the focus returns to the button that opened it. */}
        <Button autoFocus={state !== undefined} onPress={() => setState('open')} variant="outline">
          <KeyRound aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.changePassword}
        </Button>
      </div>
    </Panel>
  )
}

function LastPasswordChange() {
  const { createdAt, passwordChangedAt } = useSignedInUser()
  if (!passwordChangedAt) return words.lastChangeUnknown
  if (passwordChangedAt === createdAt) return words.lastChange
  return (
    <>
      {words.lastChangeAt} <Numeric>{formatAccountMoment(passwordChangedAt)}</Numeric>
    </>
  )
}

/** Validates the form. It reports that the two typed passwords differ, even if one is too short. */
const PasswordChange = z
  .extend(z.omit(contract.accounts.changePassword.input, { userId: true }), {
    confirmation: z.string().check(z.minLength(1, texts.password.missing)),
    endsLinks: z.boolean(),
  })
  .check(
    z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
      error: words.mismatch,
      path: ['confirmation'],
      when: () => true,
    }),
  )
type PasswordChange = z.input<typeof PasswordChange>

const REPEATED_FIELDS = { newPassword: 'confirmation' } as const

const PASSWORD_FIELDS = [
  { name: 'currentPassword', label: words.current, autoComplete: 'current-password' },
  { name: 'newPassword', label: words.next, autoComplete: 'new-password' },
  { name: 'confirmation', label: words.confirmation, autoComplete: 'new-password' },
] as const

function PasswordForm({ onCancel, onChanged }: { onCancel: () => void; onChanged: () => void }) {
  const change = useChangePassword()
  const { id } = useSignedInUser()
  const [errorText, setErrorText] = useState<string>()
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '', endsLinks: false },
    reValidateMode: 'onSubmit',
  })
  useClearErrorsOnChange(form, REPEATED_FIELDS)
  const { control, handleSubmit, setError } = form

  function showError(error: Error) {
    setErrorText(errorTextOf(error, { failed: words.changeFailed, unreachable: words.changeUnreachable }))
    showFieldErrors(setError, error)
  }

  function submit({ confirmation: _, ...passwords }: PasswordChange) {
    setErrorText(undefined)
    change.mutate(passwords, { onSuccess: onChanged, onError: showError })
  }

  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={handleSubmit(submit, errors => setErrorText(formErrorOf(errors, [words.mismatch, texts.password.tooShort])))}
    >
      {PASSWORD_FIELDS.map(({ name, ...known }) => (
        <FormField as={PasswordField} control={control} key={name} name={name} {...known} autoFocus={name === 'currentPassword'} />
      ))}
      <EndLinksCheckbox control={control} name="endsLinks" userId={id} />
      <FormFailure control={control} text={errorText} />
      <div className="flex gap-2">
        <Button isPending={change.isPending} type="submit">
          {change.isPending ? words.changing : text.ui.save}
        </Button>
        <Button isDisabled={change.isPending} onPress={onCancel} variant="outline">
          {text.ui.cancel}
        </Button>
      </div>
    </form>
  )
}
