import type { ReactNode } from 'react'

/** Renders one line for each pair of name and value. Leaves out lines without a value. */
export function DescriptionList({
  items,
  className = '',
}: {
  /** A value of undefined, null, false or an empty text is no value. */
  items: readonly (readonly [name: string, value: ReactNode])[]
  className?: string
}) {
  return (
    <dl className={`grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm ${className}`}>
      {items
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <div className="col-span-2 grid grid-cols-subgrid" key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words text-end font-medium">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
