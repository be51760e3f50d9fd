import type { User } from '@hudur/core/accounts/contract'
import { Refusal } from '@hudur/core/refusals'
import { type FormEvent, useState } from 'react'
import { useLogin } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RepeatLater } from '../../ui/repeat-later.tsx'

const words = text.device

type SignInAgainProps = { user: User; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Asks for the password without leaving the screen. The device then uploads its queued entries with this account. */
export function SignInAgain({ user, isOpen, onOpenChange }: SignInAgainProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} size="sm" title={words.signIn}>
      <PasswordForm onDone={() => onOpenChange(false)} user={user} />
    </Dialog>
  )
}

function PasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const login = useLogin()
  const [password, setPassword] = useState('')

  function submitPassword(event: FormEvent) {
    event.preventDefault()
    login.mutate({ username: user.username, password }, { onSuccess: onDone })
  }

  return (
    <form className="grid gap-5 pb-2" noValidate onSubmit={submitPassword}>
      <p className="text-muted text-sm">{words.signInLead(user.fullName)}</p>
      <PasswordField autoComplete="current-password" label={text.login.password} onChange={setPassword} value={password} />
      {login.error && <Notice tone="danger">{login.error instanceof Refusal ? login.error.message : text.errors.unreachable}</Notice>}
      {login.error && password === login.variables.password && (
        <RepeatLater at={login.submittedAt} error={login.error} repeat={() => login.mutate(login.variables, { onSuccess: onDone })} />
      )}
      <Button fullWidth isDisabled={password === ''} isPending={login.isPending} type="submit">
        {text.login.submit}
      </Button>
    </form>
  )
}
