import type { ReactNode } from 'react'

/** Numbers, phones, ids and ranges: one run, left to right, inside Arabic. */
export function Numeric({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <bdi className={`ltr ${className}`}>{children}</bdi>
}
