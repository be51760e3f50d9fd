import type { ReactNode } from 'react'

/** Renders the title of a screen in the display font, and at the end of its line the buttons that concern the whole screen. */
export function PageHeading({ title, note, actions }: { title: string; note?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mb-7 flex flex-wrap items-end gap-4 md:mb-9">
      <div>
        <h1 className="display text-3xl leading-tight">{title}</h1>
        {note && <p className="mt-1 text-muted text-sm">{note}</p>}
      </div>
      {actions && <div className="ms-auto flex flex-wrap justify-end gap-2">{actions}</div>}
    </div>
  )
}
