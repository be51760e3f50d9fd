import type { ReactNode } from 'react'

/** Renders a number or phone number inside Arabic text, from left to right, without changing the direction around it. */
export function Numeric({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <bdi className={`ltr ${className}`}>{children}</bdi>
}
