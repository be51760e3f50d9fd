import { useEffect, useState } from 'react'
import { text } from '../text/ar.ts'
import { formatTimeOfDay } from '../text/format.ts'

/** The age (ms) from which the badge calls figures old, and the interval (ms) at which it compares their age. */
const MIN_OLD_AGE_MS = 30_000
const AGE_CHECK_INTERVAL_MS = 5_000

type LiveBadgeProps = { state: 'opening' | 'live' | 'polling' | 'lost' | 'ended'; confirmedAt: number | undefined }

/** Renders whether the figures beside it are updated live, read every ten seconds, or old, and since when they are old. */
export function LiveBadge({ state, confirmedAt }: LiveBadgeProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGE_CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  if (confirmedAt === undefined) return null
  const isOld = now - confirmedAt > MIN_OLD_AGE_MS || state === 'lost' || state === 'ended'
  const dot = isOld ? 'bg-warning' : state === 'live' ? 'bg-success' : 'bg-field-border'
  return (
    <span className="inline-flex items-center gap-2 text-muted text-sm print:hidden" role="status">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${dot}`} />
      {isOld
        ? text.live.since(formatTimeOfDay(new Date(confirmedAt).toISOString()))
        : state === 'polling'
          ? text.live.polling
          : text.live.live}
    </span>
  )
}
