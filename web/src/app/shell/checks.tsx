import { Check, CircleAlert } from 'lucide-react'
import type { useDevice } from '../../backend/hooks/use-device.ts'
import type { Readiness } from '../../device/readiness.ts'
import { text } from '../../text/ar.ts'
import { counted, timeAndDay } from '../../text/format.ts'

const words = text.device.checks

/** The age from which a replica is too old to admit guests with, in milliseconds. */
const MAX_REPLICA_AGE_MS = 3_600_000

type ChecksProps = { readiness: Readiness; status: ReturnType<typeof useDevice>['status'] }

/** Lists what a scanner needs from this device, each with its state and advice. */
export function Checks({ readiness, status: { replica, canKeep, isClockFarOff, clockOffset } }: ChecksProps) {
  const now = new Date()
  const guests = replica && counted(replica.guests, words.guestWord)
  const checks = [
    {
      isFine: replica !== null && now.getTime() - Date.parse(replica.at) < MAX_REPLICA_AGE_MS,
      says: guests ? words.guests(guests, timeAndDay(replica.at, now)) : words.noGuests,
    },
    { isFine: readiness.opensAlone, says: readiness.opensAlone ? words.opens : words.doesNotOpen },
    { isFine: canKeep && readiness.storage === 'kept', says: canKeep ? words.storage[readiness.storage] : words.cannotKeep },
    { isFine: readiness.camera === 'allowed', says: words.camera[readiness.camera] },
    {
      isFine: clockOffset !== null && !isClockFarOff,
      says: isClockFarOff ? words.clockOff : words.clock[clockOffset === null ? 'unknown' : 'right'],
    },
    ...(readiness.homeScreen === 'not-needed'
      ? []
      : [{ isFine: readiness.homeScreen === 'there', says: words.homeScreen[readiness.homeScreen] }]),
  ]
  return (
    <ul aria-label={words.title} className="divide-y divide-separator border-separator border-y">
      {checks.map(({ isFine, says }) => (
        <li className="flex items-start gap-3 py-2.5 text-sm" key={says}>
          {isFine ? (
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={2} />
          ) : (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" strokeWidth={1.8} />
          )}
          <span>
            <span className="sr-only">{isFine ? words.fine : words.look} </span>
            {says}
          </span>
        </li>
      ))}
    </ul>
  )
}
