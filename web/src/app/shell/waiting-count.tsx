import { text } from '../../text/ar.ts'
import { wholeNumber } from '../../text/format.ts'

/** The largest count that is shown exactly; a larger one is shown as «+99». */
const MAX_SHOWN = 99

/** Shows a number of waiting items as a badge that screen readers announce with its meaning; nothing for 0. */
export function WaitingCount({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={`inline-grid h-5 min-w-5 place-items-center rounded-md bg-gold-soft px-1.5 font-semibold text-gold-ink text-xs leading-none tabular-nums ${className}`}
    >
      <span className="sr-only">{text.shell.waiting}</span> {count > MAX_SHOWN ? `+${wholeNumber(MAX_SHOWN)}` : wholeNumber(count)}
    </span>
  )
}
