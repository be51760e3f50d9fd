import type { Candidate } from '@hudur/core/check-in/contract'
import { useEffect, useRef } from 'react'
import { GuestChoice } from './guest-choice.tsx'

type GuestCandidatesProps = { message: string; candidates: readonly Candidate[]; onChoose: (candidate: Candidate) => void }

/** Lists the guests whose names match the typed text, as the server's response to a scan. */
export function GuestCandidates({ message, candidates, onChoose }: GuestCandidatesProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // The list is far from the field in which the name was typed, so its heading receives the keyboard focus.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="flex-1 bg-surface px-4 py-5 lg:rounded-xl lg:p-7 lg:shadow-surface">
      <h2 className="mb-3 font-semibold text-lg outline-none" ref={heading} tabIndex={-1}>
        {message}
      </h2>
      <GuestChoice candidates={candidates} onChoose={onChoose} />
    </div>
  )
}
