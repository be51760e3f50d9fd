import { text } from '../text/ar.ts'
import { wholeNumber } from '../text/format.ts'

type ShownOfAllProps = {
  /** How many rows match the filter; undefined until that is known, as is `all`. */
  shown: number | undefined
  all: number | undefined
  /** Whether `shown` belongs to the previous filter; it is then hidden. */
  isOld: boolean
}

/** Says how many of all rows match the filter; nothing until both numbers are known. */
export function ShownOfAll({ shown, all, isOld }: ShownOfAllProps) {
  if (shown === undefined || all === undefined) return null
  return (
    <span className={`text-muted text-sm ${isOld ? 'invisible' : ''}`} role="status">
      {text.ui.shown(wholeNumber(shown), wholeNumber(all))}
    </span>
  )
}
