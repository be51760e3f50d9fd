import type { ComponentProps, ReactNode } from 'react'

export function Container({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`mx-auto max-w-6xl px-5 md:px-8 ${className}`} />
}

export function SectionHeading({ title, lead, className = '' }: { title: string; lead?: string; className?: string }) {
  return (
    <div className={`max-w-2xl ${className}`}>
      <h2 className="display text-3xl md:text-4xl">{title}</h2>
      {lead && <p className="mt-4 text-muted md:text-lg">{lead}</p>}
    </div>
  )
}

/** Renders a part of the page that `fillPage` in `core` repeats for each item of the list `of` in the owner's content. */
export function RepeatedPart({ of: list, children }: { of: string; children: ReactNode }) {
  return (
    <>
      {`{{#${list}}}`}
      {children}
      {`{{/${list}}}`}
    </>
  )
}

/** Returns a placeholder such as `{{phone}}`, which the server replaces with the owner's content. */
export const contentPlaceholder = (name: string) => `{{${name}}}`
