import { AlertDialog } from '@heroui/react'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { errorTextOf } from '../error-text.ts'
import { useDeleteAccount } from '../queries.ts'

const words = text.profile

const CONFIRMATION_WORD = 'DELETE'

/** The state of the deletion form: shown, or closed again (`collapsed`). Undefined before it was first opened. */
type RemovalFormState = 'collapsed' | 'confirming'

export function RemovalPanel() {
  const [state, setState] = useState<RemovalFormState>()
  return (
    <Panel title={words.removal}>
      <div className="rounded-lg bg-danger-soft px-4 py-3 text-danger-soft-foreground text-sm">
        <p className="flex items-center gap-2 font-medium">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />
          {words.warning}
        </p>
        <ul className="mt-1 list-disc ps-7">
          {words.warnings.map(warning => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
      <div className="mt-5">
        {state === 'confirming' ? (
          <RemovalForm onCancel={() => setState('collapsed')} />
        ) : (
          <Button autoFocus={state !== undefined} className="text-danger" onPress={() => setState('confirming')} variant="outline">
            {words.removal}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function RemovalForm({ onCancel }: { onCancel: () => void }) {
  const removal = useDeleteAccount()
  const [password, setPassword] = useState('')
  const [word, setWord] = useState('')
  const [hasLeftWord, setWordLeft] = useState(false)
  const isWordCorrect = word === CONFIRMATION_WORD
  // While the word is being typed, a correct beginning is not marked as an error.
  const isWordWrong = hasLeftWord ? word !== '' && !isWordCorrect : !CONFIRMATION_WORD.startsWith(word)

  function updateTypedPassword(newPassword: string) {
    setPassword(newPassword)
    if (removal.isError) removal.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    removal.mutate({ password })
  }

  if (removal.isSuccess) return <DeletionConfirmed />

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <PasswordField
        autoComplete="current-password"
        autoFocus
        isInvalid={removal.isError}
        label={words.current}
        onChange={updateTypedPassword}
        value={password}
      />
      <div aria-live="polite">
        <TextField
          autoComplete="off"
          error={isWordWrong ? words.typeDelete : undefined}
          isLtr
          isRequired
          label={words.confirmWith}
          onBlur={() => setWordLeft(true)}
          onChange={setWord}
          onFocus={() => setWordLeft(false)}
          value={word}
        />
      </div>
      {removal.error && (
        <Notice tone="danger">{errorTextOf(removal.error, { failed: words.removeFailed, unreachable: words.removeUnreachable })}</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button isDisabled={password === '' || !isWordCorrect} isPending={removal.isPending} type="submit" variant="danger">
          {words.removeForGood}
        </Button>
        <Button isDisabled={removal.isPending} onPress={onCancel} variant="outline">
          {text.ui.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Confirms that the account was deleted. It covers the page, because the page still shows data of the deleted account. */
function DeletionConfirmed() {
  return (
    <AlertDialog.Backdrop isDismissable={false} isKeyboardDismissDisabled isOpen>
      <AlertDialog.Container size="sm">
        <AlertDialog.Dialog>
          <AlertDialog.Header>
            <AlertDialog.Heading className="font-semibold text-lg leading-8">{words.removed}</AlertDialog.Heading>
          </AlertDialog.Header>
        </AlertDialog.Dialog>
      </AlertDialog.Container>
    </AlertDialog.Backdrop>
  )
}
