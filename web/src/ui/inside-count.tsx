import { text } from '../text/ar.ts'
import { formatWholeNumber } from '../text/format.ts'
import { Chip } from './chip.tsx'

const words = text.inside

type InsideCountProps = { inside: number | undefined; capacity: number | null | undefined; className?: string }

/** Shows «في القاعة الآن: 112 من 300», with a warning from the capacity on. Renders nothing without a count. */
export function InsideCount({ inside, capacity, className = '' }: InsideCountProps) {
  if (inside === undefined) return null
  const count = formatWholeNumber(inside)
  const isFull = capacity != null && inside >= capacity
  return (
    <p className={`flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold ${className}`}>
      {capacity == null ? words.now(count) : words.nowOf(count, formatWholeNumber(capacity))}
      {isFull && <Chip tone="waiting">{words.full}</Chip>}
    </p>
  )
}
