import type { ReactNode } from 'react'

const tones = {
  danger: 'bg-danger-soft text-danger-soft-foreground',
  warning: 'bg-warning-soft text-warning-soft-foreground',
  success: 'bg-success-soft text-success-soft-foreground',
  quiet: 'bg-surface-secondary text-foreground',
} as const

type NoticeProps = { tone: keyof typeof tones; children: ReactNode; action?: ReactNode; className?: string }

/**
 * A sentence that stays on the page while it is true. An error (`danger`) interrupts a screen reader; other notices are announced
 * afterwards.
 */
export function Notice({ tone, children, action, className = '' }: NoticeProps) {
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm ${tones[tone]} ${className}`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <div className="min-w-0 flex-1 basis-40">{children}</div>
      {action}
    </div>
  )
}
