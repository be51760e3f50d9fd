import type { Candidate } from '@hudur/core'
import { useEffect, useRef, useState } from 'react'
import { text } from '../../text/ar.ts'
import { plainDay } from '../../text/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Numeric } from '../../ui/numeric.tsx'

const words = text.scanner.candidates

type CandidatesProps = { message: string; candidates: readonly Candidate[]; onChoose: (candidate: Candidate) => void }

/** The guests whose names fit what was typed. Nobody is let in before it was asked whether it is this one. */
export function Candidates({ message, candidates, onChoose }: CandidatesProps) {
  const [chosen, setChosen] = useState<Candidate>()
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  // The list stands far from the field in which the name was typed: the keyboard follows.
  useEffect(() => heading.current?.focus(), [])

  function ask(candidate: Candidate) {
    setChosen(candidate)
    setAsking(true)
  }

  function confirm() {
    setAsking(false)
    if (chosen) onChoose(chosen)
  }

  return (
    <div className="flex-1 bg-surface px-4 py-5 lg:rounded-xl lg:p-7 lg:shadow-surface">
      <h2 className="font-semibold text-lg outline-none" ref={heading} tabIndex={-1}>
        {message}
      </h2>
      <ul className="mt-3">
        {candidates.map(candidate => (
          <li className="border-separator border-t" key={candidate.id}>
            <CandidateButton candidate={candidate} onPress={() => ask(candidate)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        confirm={words.confirm}
        isOpen={isAsking}
        onConfirm={confirm}
        onOpenChange={setAsking}
        title={words.question(nameOf(chosen))}
      >
        <p>{words.consequence(chosen?.eventName ?? '')}</p>
      </ConfirmDialog>
    </div>
  )
}

function CandidateButton({ candidate, onPress }: { candidate: Candidate; onPress: () => void }) {
  const { eventName, eventDate, currentScans, maxScans } = candidate
  return (
    <button
      className="flex min-h-13 w-full items-center justify-between gap-4 rounded-lg px-1 py-2.5 text-start hover:bg-surface-secondary"
      onClick={onPress}
      type="button"
    >
      <span className="min-w-0">
        <span className="block font-semibold">{nameOf(candidate)}</span>
        <span className="block text-muted text-sm">
          {eventName} · <Numeric>{plainDay(eventDate)}</Numeric>
        </span>
      </span>
      <span className="shrink-0 text-muted text-sm">
        {words.entered}{' '}
        <Numeric>
          {currentScans} / {maxScans}
        </Numeric>
      </span>
    </button>
  )
}

const nameOf = (candidate: Candidate | undefined) => candidate?.guestName || text.scanner.anyGuest
