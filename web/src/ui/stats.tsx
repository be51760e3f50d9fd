import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

/** Renders large numbers side by side, separated by thin lines. Values that are undefined because they are loading have a placeholder. */
export function Stats({ stats }: { stats: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl bg-border shadow-surface lg:grid-cols-4">
      {stats.map(({ label, value }) => (
        <div className="bg-surface p-5" key={label}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="mt-1 font-semibold text-3xl leading-tight tabular-nums">{value ?? <Skeleton className="my-1 h-9 w-16" />}</dd>
        </div>
      ))}
    </dl>
  )
}
