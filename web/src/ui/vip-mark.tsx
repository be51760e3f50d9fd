import { starPoints } from './star-pattern.ts'

const starPolygonPoints = starPoints({ x: 10, y: 10, radius: 9.6 })

export function SmallStar({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 20 20">
      <polygon fill="currentColor" points={starPolygonPoints} />
    </svg>
  )
}

/** Renders a golden star that marks a guest as a VIP after the name. `label` is its text for screen readers. */
export function VipMark({ label }: { label: string }) {
  return (
    <span className="whitespace-nowrap text-gold-ink print:text-foreground">
      {' '}
      <SmallStar className="-mb-0.5 inline-block size-4" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
