import { Credentials } from '@hudur/core/accounts/contract'
import { LOCAL_ADMIN_USERNAME } from '@hudur/core/accounts/username'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { useEndedSession, useLogin } from '../../backend/hooks/use-session.ts'
import { startIdleFetching } from '../../loading/idle.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RepeatLater } from '../../ui/repeat-later.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function LoginScreen() {
  const login = useLogin()
  const hasSessionEnded = useEndedSession() !== undefined
  const isDisconnected = useConnection().state === 'disconnected'
  const canStoreData = useDeviceStatus(status => status.canStoreData)
  const [credentials, setCredentials] = useState({ username: '', password: '' })
  /** The credentials of the last attempt. An attempt is not repeated after they were changed. */
  const [attempted, setAttempted] = useState<typeof credentials>()
  const [faults, setFaults] = useState<Partial<typeof credentials>>({})
  const inputs = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }
  const errorText = faults.username ?? faults.password ?? (login.error ? signInErrorText(login.error, isDisconnected) : undefined)

  // Downloads the code of the screens that follow the sign-in, while the user types the name and the password.
  useEffect(() => startIdleFetching({ onSlowLines: false }), [])

  const fieldPropsOf = (name: keyof typeof credentials) => ({
    name,
    ref: inputs[name],
    value: credentials[name],
    isInvalid: faults[name] !== undefined,
    onChange(value: string) {
      setCredentials(before => ({ ...before, [name]: value }))
      setFaults(before => ({ ...before, [name]: undefined }))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { data, error } = Credentials.safeParse(credentials)
    setFaults(Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []))
    setAttempted(credentials)
    if (data) return login.mutate(data)
    inputs[error?.issues[0]?.path[0] === 'password' ? 'password' : 'username'].current?.focus()
  }

  return (
    <>
      <h1 className="display text-3xl md:text-4xl">{text.login.welcome}</h1>
      <p className="mt-1 text-muted">{text.login.lead}</p>
      {hasSessionEnded && (
        <Notice className="mt-6" tone="quiet">
          {text.login.sessionEnded}
        </Notice>
      )}
      <div role="status">
        {isDisconnected && canStoreData && (
          <div className="mt-6 grid gap-2 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground">
            <p>{text.login.offline}</p>
            <p>
              {text.login.localAdmin} <bdi className="ltr font-semibold">{LOCAL_ADMIN_USERNAME}</bdi>. {text.login.localAdminPassword}
            </p>
          </div>
        )}
      </div>
      <form className="mt-8 grid gap-5" noValidate onSubmit={submit}>
        <TextField {...fieldPropsOf('username')} autoComplete="username" isLtr isRequired label={text.login.username} />
        <PasswordField {...fieldPropsOf('password')} autoComplete="current-password" label={text.login.password} />
        {errorText && <Notice tone="danger">{errorText}</Notice>}
        {login.error && attempted === credentials && (
          <RepeatLater at={login.submittedAt} error={login.error} repeat={() => login.mutate(login.variables)} />
        )}
        <Button className="mt-2" fullWidth isPending={login.isPending} size="lg" type="submit">
          {text.login.submit}
        </Button>
      </form>
      <div className="mt-6 flex flex-wrap justify-between gap-x-6 text-sm">
        <p className="py-1.5 text-muted">
          {text.login.noAccount}{' '}
          <Link className="font-medium text-foreground underline decoration-gold underline-offset-8" to="/register">
            {text.login.register}
          </Link>
        </p>
        <Link className="target py-1.5 text-muted underline decoration-gold underline-offset-8" to="/forgotten">
          {text.login.forgotten}
        </Link>
      </div>
    </>
  )
}

/** Returns the message of a refusal by the server or the device; for other errors, a sentence that the server could not be reached. */
function signInErrorText(error: Error, isDisconnected: boolean) {
  if (error instanceof Refusal) return error.message
  return texts.login.failed(isDisconnected ? text.login.notKnownHere : text.errors.unreachable)
}
