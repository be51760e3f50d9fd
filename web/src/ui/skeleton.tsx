import { text } from '../text/ar.ts'

/** Renders a placeholder for content that is loading. `className` gives its size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton skeleton--shimmer rounded-lg ${className}`} />
}

/** Renders the placeholder of a whole screen: outlines of a title, a form and some cards. */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true" aria-label={text.ui.loading} role="status">
      <Skeleton className="mb-9 h-11 w-56" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <Skeleton className="h-96" />
        <div className="hidden grid-cols-3 gap-5 lg:grid">
          {['a', 'b', 'c', 'd', 'e', 'f'].map(card => (
            <Skeleton className="h-64" key={card} />
          ))}
        </div>
      </div>
    </div>
  )
}
