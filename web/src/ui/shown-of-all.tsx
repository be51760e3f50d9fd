import { text } from '../text/ar.ts'
import { formatWholeNumber } from '../text/format.ts'

type FilteredCountProps = {
  /** The number of rows that match the filter; undefined while it is unknown. The same applies to `all`, the number of all rows. */
  shown: number | undefined
  all: number | undefined
  /** Whether `shown` is still the number for the previous filter. The text is then hidden. */
  isOld: boolean
}

/** Renders how many of all rows match the filter. Renders nothing until both numbers are known. */
export function FilteredCount({ shown, all, isOld }: FilteredCountProps) {
  if (shown === undefined || all === undefined) return null
  return (
    <span className={`text-muted text-sm ${isOld ? 'invisible' : ''}`} role="status">
      {text.ui.shown(formatWholeNumber(shown), formatWholeNumber(all))}
    </span>
  )
}
