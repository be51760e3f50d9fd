import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'

/** The largest count that the badge shows exactly. Larger counts are shown as «+99». */
const MAX_EXACT_COUNT = 99

/**
 * Renders the number of waiting items as a badge. Screen readers read it after the name of the screen: «الطلبات، 3 تنتظر». Renders nothing for 0.
 */
export function WaitingCountBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <>
      <span className="sr-only">{text.shell.waiting(formatWholeNumber(count))}</span>
      <span
        aria-hidden="true"
        className={`inline-grid h-[min(1.25rem,6vw)] min-w-[min(1.25rem,6vw)] place-items-center rounded-md bg-gold-soft px-[min(0.375rem,1.7vw)] font-semibold text-[length:min(0.75rem,3.5vw)] text-gold-ink leading-none tabular-nums ${className}`}
      >
        {count > MAX_EXACT_COUNT ? `+${formatWholeNumber(MAX_EXACT_COUNT)}` : formatWholeNumber(count)}
      </span>
    </>
  )
}
