import type { ReactNode } from 'react'

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 rounded-xl border border-border border-dashed px-5 py-14 text-center">
      <p className="font-semibold text-lg">{title}</p>
      {children && <p className="max-w-md text-muted text-sm">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
