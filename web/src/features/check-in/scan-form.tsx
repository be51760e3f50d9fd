import type { Candidate } from '@hudur/core/check-in/contract'
import type { Ref } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { GuestSuggestions } from './typed-guests.tsx'

type ScanFormProps = {
  code: string
  onCodeChange: (code: string) => void
  onVerify: () => void
  onChoose: (candidate: Candidate) => void
  event: ChosenEvent | null
  isChecking: boolean
  /** Whether guests can also be searched by name. */
  maySearch: boolean
  /** The number of queued scans, which are sent after the current one. */
  queuedCount: number
  ref: Ref<HTMLInputElement>
}

/**
 * Renders the field for names typed by hand and for codes from hardware scanners, which type like a keyboard. The field stays usable while
 * a scan is pending, because a hardware scanner does not wait.
 */
export function ScanForm({ code, onCodeChange, onVerify, onChoose, event, isChecking, maySearch, queuedCount, ref }: ScanFormProps) {
  const { field: label, placeholder } = maySearch ? text.scanner : text.links.door
  return (
    <>
      <form
        onSubmit={submit => {
          submit.preventDefault()
          onVerify()
        }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            autoComplete="off"
            className="min-w-0 grow basis-[5rem]"
            label={label}
            onChange={onCodeChange}
            placeholder={placeholder}
            ref={ref}
            value={code}
          />
          {/* No submit button: a disabled one makes the form ignore Enter, and then a code scanned during a check would not be sent. */}
          <Button isDisabled={code.trim() === '' || isChecking} onPress={onVerify} type="button" variant="secondary">
            {text.scanner.verify}
          </Button>
        </div>
        <p className="text-muted text-sm" role="status">
          {queuedCount > 0 && text.scanner.inLine(formatCountedNoun(queuedCount, text.scanner.codeWord))}
        </p>
      </form>
      {maySearch && <GuestSuggestions event={event} onChoose={onChoose} typed={code} />}
    </>
  )
}
