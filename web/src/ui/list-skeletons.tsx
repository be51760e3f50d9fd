import { text } from '../text/ar.ts'
import { Skeleton } from './skeleton.tsx'

/** The CSS classes of a grid of cards. The placeholders shown while the cards load use the same grid. */
export const CARD_GRID_CLASS = 'grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 md:gap-5 xl:grid-cols-3'

export function CardsSkeleton({ className = 'h-72' }: { className?: string }) {
  return (
    <div aria-busy="true" aria-label={text.ui.loading} className={CARD_GRID_CLASS} role="status">
      {['a', 'b', 'c', 'd', 'e', 'f'].map(card => (
        <Skeleton className={`rounded-xl ${className}`} key={card} />
      ))}
    </div>
  )
}

export function RowsSkeleton() {
  return (
    <div aria-busy="true" aria-label={text.ui.loading} className="grid gap-2" role="status">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(row => (
        <Skeleton className="h-14" key={row} />
      ))}
    </div>
  )
}
