import type { Candidate } from '@hudur/core/check-in/contract'
import { MAX_CANDIDATES } from '@hudur/core/check-in/rules'
import { type Ref, useEffect, useState } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useGuestsByName } from './queries.ts'

const GuestChoice = deferredComponent(async () => (await import('./guest-choice.tsx')).GuestChoice)

type ScanFormProps = {
  code: string
  onCodeChange: (code: string) => void
  /** Called when Enter was pressed, also by a hardware scanner. */
  onEnter: () => void
  onVerify: () => void
  onChoose: (candidate: Candidate) => void
  event: ChosenEvent | null
  isChecking: boolean
  maySearch: boolean
  queuedCount: number
  ref: Ref<HTMLInputElement>
}

/** Renders the field for typed names and for codes from hardware scanners. It stays usable during a scan: these scanners do not wait. */
export function ScanForm(props: ScanFormProps) {
  const { code, onCodeChange, onEnter, onVerify, onChoose, event, isChecking, maySearch, queuedCount, ref } = props
  const { field: label, placeholder } = maySearch ? text.scanner : text.links.door
  return (
    <>
      <form
        onSubmit={submit => {
          submit.preventDefault()
          onEnter()
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

const words = text.scanner.candidates

/** How long typing must pause before the search begins, in milliseconds. A hardware scanner types a whole code without such a pause. */
const SEARCH_DELAY_MS = 150

/** Returns the last `value` that has stayed unchanged for `SEARCH_DELAY_MS`. An empty text is returned at once. */
function useDebouncedValue(value: string) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return value === '' ? '' : debounced
}

type GuestSuggestionsProps = { typed: string; event: ChosenEvent | null; onChoose: (candidate: Candidate) => void }

function GuestSuggestions({ typed, event, onChoose }: GuestSuggestionsProps) {
  const guests = useGuestsByName(useDebouncedValue(typed), event)
  const count = guests && formatCountedNoun(guests.length, words.nameWord)
  return (
    <div className={guests ? 'mt-2' : ''}>
      <p className="text-muted text-sm" role="status">
        {count && (guests.length === 0 ? words.none : guests.length < MAX_CANDIDATES ? words.typed(count) : words.typedFirst(count))}
      </p>
      {guests && <GuestChoice candidates={guests} onChoose={onChoose} />}
    </div>
  )
}
