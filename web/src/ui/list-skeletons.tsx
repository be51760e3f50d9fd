import { text } from '../text/ar.ts'
import { Skeleton } from './skeleton.tsx'

/** The grid of cards, also used for their placeholders while they load. */
export const CARDS = 'grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 md:gap-5 xl:grid-cols-3'

export function CardsSkeleton({ className = 'h-72' }: { className?: string }) {
  return (
    <div aria-busy="true" aria-label={text.ui.loading} className={CARDS} role="status">
      {['a', 'b', 'c', 'd', 'e', 'f'].map(card => (
        <Skeleton className={`rounded-xl ${className}`} key={card} />
      ))}
    </div>
  )
}

/** The placeholders of table rows. */
export function RowsSkeleton() {
  return (
    <div aria-busy="true" aria-label={text.ui.loading} className="grid gap-2" role="status">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(row => (
        <Skeleton className="h-14" key={row} />
      ))}
    </div>
  )
}
