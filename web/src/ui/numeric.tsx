import type { ReactNode } from 'react'

/** Isolates a number, telephone, id or range inside Arabic text and writes it from left to right. */
export function Numeric({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <bdi className={`ltr ${className}`}>{children}</bdi>
}
