import { type ReactNode, useId } from 'react'

/** Renders a section of a screen with its own background and a heading. */
export function Panel({
  title,
  note,
  end,
  children,
  className = '',
}: {
  title: string
  note?: ReactNode
  /** The content at the end of the line of the heading. */
  end?: ReactNode
  children: ReactNode
  className?: string
}) {
  const name = useId()
  return (
    <section aria-labelledby={name} className={`min-w-0 rounded-xl bg-surface p-5 shadow-surface md:p-7 ${className}`}>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow">
          <h2 className="font-semibold text-lg" id={name}>
            {title}
          </h2>
          {note && <p className="text-muted text-sm">{note}</p>}
        </div>
        {end}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  )
}
