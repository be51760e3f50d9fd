import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

type ExternalLinkButtonProps = {
  to: string
  label?: string
  variant?: 'primary' | 'outline'
  /** Called when the link is followed. */
  onFollow?: () => void
  children: ReactNode
}

/** Renders a link to another website or program that looks like a button. `label` is the accessible name, by default the text. */
export function ExternalLinkButton({ to, label, variant = 'outline', onFollow, children }: ExternalLinkButtonProps) {
  const newTab = to.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a aria-label={label} className={buttonClass({ variant, size: 'sm' })} href={to} onClick={onFollow} {...newTab}>
      {children}
    </a>
  )
}
