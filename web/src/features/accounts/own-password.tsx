import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { text } from '../../text/ar.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

const words = text.ownPassword

type OwnPassword = { currentPassword?: string }
type Call = (own: OwnPassword) => Promise<unknown>
type WaitingCall = { call: Call; end: (outcome: 'done' | 'cancelled') => void; fail: (error: unknown) => void }

/**
 * Returns a function that makes a call which may need the administrator's own password. Then a dialog asks for it, and the call is repeated
 * with it. Returns `cancelled` when the dialog was closed instead; throws other errors of the call. `question` is the dialog, to be
 * rendered.
 */
export function useOwnPassword() {
  const [waiting, setWaiting] = useState<WaitingCall>()

  async function execute(call: Call): Promise<'done' | 'cancelled'> {
    try {
      await call({})
      return 'done'
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'password-required')) throw error
      return new Promise((end, fail) => setWaiting({ call, end, fail })).finally(() => setWaiting(undefined)) as Promise<
        'done' | 'cancelled'
      >
    }
  }

  return { execute, question: waiting && <OwnPasswordDialog {...waiting} /> }
}

function OwnPasswordDialog({ call, end, fail }: WaitingCall) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    if (password === '') return setError(texts.password.missing)
    setSending(true)
    try {
      await call({ currentPassword: password })
      end('done')
    } catch (failure) {
      if (!(failure instanceof Refusal && ['wrong-password', 'busy'].includes(failure.code))) return fail(failure)
      setError(failure.message)
      setSending(false)
    }
  }

  return (
    <FormDialog
      isChanged={false}
      isSaving={isSending}
      onClose={() => end('cancelled')}
      onSubmit={event => void send(event)}
      submitLabel={words.go}
      title={words.title}
    >
      <p>{words.lead}</p>
      <FocusedPasswordField
        autoComplete="current-password"
        error={error}
        label={words.label}
        onChange={typed => {
          setPassword(typed)
          setError(undefined)
        }}
        value={password}
      />
    </FormDialog>
  )
}

/**
 * Renders a password field that gets the focus when it appears. With `autoFocus` it would get the focus before its dialog is active, and
 * the dialog below would take it back.
 */
function FocusedPasswordField(props: ComponentProps<typeof PasswordField>) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <PasswordField {...props} ref={field} />
}
