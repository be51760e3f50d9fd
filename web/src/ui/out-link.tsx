import { buttonVariants } from '@heroui/react'
import type { ReactNode } from 'react'

type OutLinkProps = { to: string; label?: string; variant?: 'primary' | 'outline'; children: ReactNode }

/** A way out of the product, into another program or another site, that looks like a button. `label` is its name where its words are not enough. */
export function OutLink({ to, label, variant = 'outline', children }: OutLinkProps) {
  const elsewhere = to.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a aria-label={label} className={buttonVariants({ variant, size: 'sm' })} href={to} {...elsewhere}>
      {children}
    </a>
  )
}
