import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

type OutLinkProps = { to: string; label?: string; variant?: 'primary' | 'outline'; children: ReactNode }

/** A link to another program or site that looks like a button. `label` is its accessible name if its text is not enough. */
export function OutLink({ to, label, variant = 'outline', children }: OutLinkProps) {
  const newTab = to.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a aria-label={label} className={buttonClass({ variant, size: 'sm' })} href={to} {...newTab}>
      {children}
    </a>
  )
}
