import { Check, CircleAlert } from 'lucide-react'
import type { DeviceStatus } from '../../backend/hooks/use-device.ts'
import type { OfflineReadiness } from '../../device/readiness.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay, formatWholeNumber } from '../../text/format.ts'

const words = text.device.checks

/** The age in milliseconds from which a replica counts as too old for admitting guests without a server. */
const MAX_REPLICA_AGE_MS = 3_600_000

type ReadinessChecksProps = { readiness: OfflineReadiness; status: DeviceStatus }

/** Renders the conditions for scanning without a server, such as a fresh replica and a correct clock, each with state and advice. */
export function ReadinessChecks({
  readiness,
  status: { replica, download, canStoreData, isClockFarOff, clockOffset },
}: ReadinessChecksProps) {
  const now = new Date()
  const guests = replica && formatCountedNoun(replica.guests, words.guestWord)
  const { downloading, downloaded } = text.connection
  const progress = download && `${downloading} ${downloaded(formatWholeNumber(download.stored), formatWholeNumber(download.total))}`
  const checks = [
    ...(progress ? [{ isFine: false, says: progress }] : []),
    {
      isFine: replica !== null && now.getTime() - Date.parse(replica.at) < MAX_REPLICA_AGE_MS,
      says: guests ? words.guests(guests, formatTimeAndDay(replica.at, now)) : words.noGuests,
    },
    { isFine: readiness.opensOffline, says: readiness.opensOffline ? words.opens : words.doesNotOpen },
    { isFine: canStoreData && readiness.storage === 'kept', says: canStoreData ? words.storage[readiness.storage] : words.cannotKeep },
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
