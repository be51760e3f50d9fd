import type { ReactNode } from 'react'

const toneClasses = {
  danger: 'bg-danger-soft text-danger-soft-foreground',
  warning: 'bg-warning-soft text-warning-soft-foreground',
  success: 'bg-success-soft text-success-soft-foreground',
  quiet: 'bg-surface-secondary text-foreground',
} as const

type NoticeProps = { tone: keyof typeof toneClasses; children: ReactNode; action?: ReactNode; className?: string }

/** Renders a message that stays as long as it applies. Screen readers announce only an error (`danger`) at once. */
export function Notice({ tone, children, action, className = '' }: NoticeProps) {
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm ${toneClasses[tone]} ${className}`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <div className="min-w-0 flex-1 basis-40">{children}</div>
      {action}
    </div>
  )
}
