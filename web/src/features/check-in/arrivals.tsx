import { type ChosenEvent, useArrivals } from '../../backend/hooks/use-arrivals.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * Shows «وصل 186 من 240»: how many of the invited people have arrived. The small «+n» beside it counts people who entered beyond their
 * invitations' limit.
 */
export function Arrivals({ event }: { event: ChosenEvent | null }) {
  const { data: arrivals, isError } = useArrivals(event)
  if (!arrivals && isError) return <p className="text-muted text-sm">{text.scanner.arrivalsFailed}</p>
  if (!arrivals) return <Skeleton className="h-8 w-32" />
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted text-sm">
      {text.scanner.arrived}{' '}
      <Numeric className="font-semibold text-[1.875rem] text-foreground leading-none">{formatWholeNumber(arrivals.arrived)}</Numeric>{' '}
      <span>
        {text.scanner.ofInvited} <Numeric>{formatWholeNumber(arrivals.invited)}</Numeric>
      </span>
      {arrivals.exceeding > 0 && (
        <span className="text-xs">
          <Numeric>+{formatWholeNumber(arrivals.exceeding)}</Numeric> {text.scanner.exceeding}
        </span>
      )}
    </p>
  )
}
