import type { Candidate } from '@hudur/core/check-in/contract'
import { useEffect, useState } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { GuestChoice } from './guest-choice.tsx'
import { useGuestsByName } from './queries.ts'

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

/** Lists the guests whose names contain the typed text, while the user is typing. */
export function GuestSuggestions({ typed, event, onChoose }: GuestSuggestionsProps) {
  const guests = useGuestsByName(useDebouncedValue(typed), event)
  return (
    <div className={guests ? 'mt-2' : ''}>
      <p className="text-muted text-sm" role="status">
        {guests && (guests.length > 0 ? words.typed(formatCountedNoun(guests.length, words.nameWord)) : words.none)}
      </p>
      {guests && <GuestChoice candidates={guests} onChoose={onChoose} />}
    </div>
  )
}
