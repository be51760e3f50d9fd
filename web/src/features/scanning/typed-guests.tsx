import type { Candidate } from '@hudur/core'
import { useEffect, useState } from 'react'
import { text } from '../../text/ar.ts'
import { counted } from '../../text/format.ts'
import { GuestChoice } from './guest-choice.tsx'
import type { ChosenEvent } from './pass.ts'
import { useGuests } from './queries.ts'

const words = text.scanner.candidates

/** How long typing must pause before the search begins, in milliseconds. A hardware scanner has typed its whole code by then. */
const PAUSE = 150

/** Returns `value` delayed until it has not changed for `PAUSE`. */
function useRested(value: string) {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return value === '' ? '' : rested
}

type TypedGuestsProps = { typed: string; event: ChosenEvent | null; onChoose: (candidate: Candidate) => void }

/** Lists the guests whose names contain the typed text, while the user is typing. */
export function TypedGuests({ typed, event, onChoose }: TypedGuestsProps) {
  const guests = useGuests(useRested(typed), event)
  return (
    <div className={guests ? 'mt-2' : ''}>
      <p className="text-muted text-sm" role="status">
        {guests && (guests.length > 0 ? words.typed(counted(guests.length, words.nameWord)) : words.none)}
      </p>
      {guests && <GuestChoice candidates={guests} onChoose={onChoose} />}
    </div>
  )
}
