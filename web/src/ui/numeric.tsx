import type { ReactNode } from 'react'

/**
 * Renders a number, phone number, id or range inside Arabic text. It runs from left to right and does not change the direction of the text
 * around it.
 */
export function Numeric({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <bdi className={`ltr ${className}`}>{children}</bdi>
}
