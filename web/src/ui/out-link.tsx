import { buttonVariants } from '@heroui/react'
import type { ReactNode } from 'react'

const look = buttonVariants({ variant: 'outline', size: 'sm' })

/** A way out of the product, into another program or another site, that looks like a button. `label` is its name where its words are not enough. */
export function OutLink({ to, label, children }: { to: string; label?: string; children: ReactNode }) {
  const elsewhere = to.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a aria-label={label} className={look} href={to} {...elsewhere}>
      {children}
    </a>
  )
}
