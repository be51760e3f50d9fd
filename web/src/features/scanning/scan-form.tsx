import type { Ref } from 'react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

type ScanFormProps = {
  code: string
  onCodeChange: (code: string) => void
  onVerify: () => void
  isChecking: boolean
  ref: Ref<HTMLInputElement>
}

/** For names typed by hand, and for scanners that type. It stays open while a code is checked: a scanner does not wait. */
export function ScanForm({ code, onCodeChange, onVerify, isChecking, ref }: ScanFormProps) {
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        onVerify()
      }}
    >
      <TextField
        autoComplete="off"
        className="grow"
        label={text.scanner.field}
        onChange={onCodeChange}
        placeholder={text.scanner.placeholder}
        ref={ref}
        value={code}
      />
      <Button isDisabled={code.trim() === '' || isChecking} type="submit" variant="secondary">
        {text.scanner.verify}
      </Button>
    </form>
  )
}
