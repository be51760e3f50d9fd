import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { type FormEvent, useState } from 'react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.linkPin

/** Renders the page that asks for the PIN of a link. A refused PIN stays in the field, with the reason below it. */
export function PinForm({ onSubmit }: { onSubmit: (pin: string) => Promise<unknown> }) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [isChecking, setChecking] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isChecking) return
    if (pin.trim() === '') return setError(texts.link.pinRequired)
    setChecking(true)
    setError(undefined)
    try {
      await onSubmit(pin.trim())
    } catch (failure) {
      setError(failure instanceof Refusal ? (failure.fields?.pin ?? failure.message) : words.unreachable)
    }
    setChecking(false)
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-6">
      <p className="justify-self-center text-accent">
        <Logo />
      </p>
      <h1 className="text-center font-semibold text-xl">{words.title}</h1>
      <p className="text-center text-muted text-sm">{words.lead}</p>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <TextField
          autoComplete="off"
          error={error}
          inputMode="numeric"
          isLtr
          label={text.linkAccess.pin}
          maxLength={6}
          onChange={setPin}
          value={pin}
        />
        <Button fullWidth isPending={isChecking} size="lg" type="submit">
          {words.open}
        </Button>
      </form>
    </main>
  )
}
