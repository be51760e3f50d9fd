import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'

/** The largest count that the badge shows exactly. Larger counts are shown as «+99». */
const MAX_EXACT_COUNT = 99

/** Renders the number of waiting items as a badge, with a text for screen readers that says what is counted. Renders nothing for 0. */
export function WaitingCountBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={`inline-grid h-5 min-w-5 place-items-center rounded-md bg-gold-soft px-1.5 font-semibold text-gold-ink text-xs leading-none tabular-nums ${className}`}
    >
      <span className="sr-only">{text.shell.waiting}</span>{' '}
      {count > MAX_EXACT_COUNT ? `+${formatWholeNumber(MAX_EXACT_COUNT)}` : formatWholeNumber(count)}
    </span>
  )
}
