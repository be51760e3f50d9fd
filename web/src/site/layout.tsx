import type { ComponentProps, ReactNode } from 'react'

/** A container with the page's maximum width and side padding. */
export function Wrap({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`mx-auto max-w-6xl px-5 md:px-8 ${className}`} />
}

export function SectionHead({ title, lead, className = '' }: { title: string; lead?: string; className?: string }) {
  return (
    <div className={`max-w-2xl ${className}`}>
      <h2 className="display text-3xl md:text-4xl">{title}</h2>
      {lead && <p className="mt-4 text-muted md:text-lg">{lead}</p>}
    </div>
  )
}

/** A part of the page that is repeated for each item of a list in the owner's content: see `fillPage` in core. */
export function Each({ of: list, children }: { of: string; children: ReactNode }) {
  return (
    <>
      {`{{#${list}}}`}
      {children}
      {`{{/${list}}}`}
    </>
  )
}

/** Returns a placeholder that the owner's text replaces. */
export const placeholder = (name: string) => `{{${name}}}`
