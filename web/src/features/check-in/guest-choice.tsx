import type { Candidate } from '@hudur/core/check-in/contract'
import * as invitationRules from '@hudur/core/invitations/rules'
import { use, useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatNumericDay } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { DirectionContext } from './use-direction.ts'
import { WomensHallContext } from './womens-hall.ts'

const words = text.scanner.candidates

type GuestChoiceProps = { candidates: readonly Candidate[]; onChoose: (candidate: Candidate) => void }

export function GuestChoice({ candidates, onChoose }: GuestChoiceProps) {
  const [chosen, setChosen] = useState<Candidate>()
  const [isAsking, setAsking] = useState(false)
  const { confirm, question, consequence } = use(DirectionContext) === 'out' ? text.scanner.exits : words

  function askForConfirmation(candidate: Candidate) {
    setChosen(candidate)
    setAsking(true)
  }

  function confirmChoice() {
    setAsking(false)
    if (chosen) onChoose(chosen)
  }

  return (
    <>
      <ul>
        {candidates.map(candidate => (
          <li className="border-separator border-t" key={candidate.id}>
            <GuestButton candidate={candidate} onPress={() => askForConfirmation(candidate)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        confirm={confirm}
        isOpen={isAsking}
        onConfirm={confirmChoice}
        onOpenChange={setAsking}
        title={question(guestNameOf(chosen))}
      >
        {chosen && <GuestDetails candidate={chosen} />}
        <p>{consequence(chosen?.eventName ?? '')}</p>
      </ConfirmDialog>
    </>
  )
}

function GuestButton({ candidate, onPress }: { candidate: Candidate; onPress: () => void }) {
  const { eventName, eventDate, currentScans, maxScans } = candidate
  const left = invitationRules.remainingPlaces(candidate)
  const { notYet, inside } = use(WomensHallContext) ? words.womensHall : words
  return (
    <button
      className="flex min-h-14 w-full items-center justify-between gap-4 rounded-lg px-1 py-2 text-start hover:bg-surface-secondary"
      onClick={onPress}
      type="button"
    >
      <span className="min-w-0">
        <span className="block font-semibold">{guestNameOf(candidate)}</span>
        <span className="block text-muted text-sm">
          {eventName} · <Numeric>{formatNumericDay(eventDate)}</Numeric>
        </span>
        <GuestDetails candidate={candidate} />
      </span>
      <span className="shrink-0 text-end text-sm">
        <span className="block font-semibold">
          {currentScans === 0 ? (
            notYet
          ) : (
            <>
              {inside}{' '}
              <Numeric>
                {currentScans} / {maxScans}
              </Numeric>
            </>
          )}
        </span>
        <span className="block text-muted">
          {left > 0 ? words.left(formatCountedNoun(left, text.scanner.family.placeWord)) : words.full}
        </span>
      </span>
    </button>
  )
}

/** Shows the details by which guests of the same name are told apart. */
function GuestDetails({ candidate: { maxScans, children = 0, table, side, note, phoneEnd } }: { candidate: Candidate }) {
  const details = [
    formatPeople(maxScans, children, text.scanner.personWord),
    table && words.table(table),
    side,
    phoneEnd && words.phoneEnd(phoneEnd),
    note,
  ]
  return (
    <span className="block text-muted text-sm">
      {details.filter(Boolean).map((detail, index) => (
        <span key={detail}>
          {index > 0 && ' · '}
          <bdi className="break-words">{detail}</bdi>
        </span>
      ))}
    </span>
  )
}

const guestNameOf = (candidate: Candidate | undefined) => candidate?.guestName || text.scanner.anyGuest
