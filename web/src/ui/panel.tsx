import { type ReactNode, useId } from 'react'

/** A part of a screen, on paper of its own, under its name. */
export function Panel({
  title,
  note,
  children,
  className = '',
}: {
  title: string
  note?: ReactNode
  children: ReactNode
  className?: string
}) {
  const name = useId()
  return (
    <section aria-labelledby={name} className={`min-w-0 rounded-xl bg-surface p-5 shadow-surface md:p-7 ${className}`}>
      <h2 className="font-semibold text-lg" id={name}>
        {title}
      </h2>
      {note && <p className="text-muted text-sm">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
