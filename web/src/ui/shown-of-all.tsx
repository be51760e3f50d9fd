import { text } from '../text/ar.ts'
import { wholeNumber } from '../text/format.ts'

type ShownOfAllProps = {
  /** How many the filter leaves; undefined until that is known, like `all`. */
  shown: number | undefined
  all: number | undefined
  /** The number is that of the question before, so it is not told. */
  isOld: boolean
}

/** How many of all the filter leaves; nothing until both are known. */
export function ShownOfAll({ shown, all, isOld }: ShownOfAllProps) {
  if (shown === undefined || all === undefined) return null
  return (
    <span className={`text-muted text-sm ${isOld ? 'invisible' : ''}`} role="status">
      {text.ui.shown(wholeNumber(shown), wholeNumber(all))}
    </span>
  )
}
