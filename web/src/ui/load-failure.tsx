import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type LoadFailureProps = {
  children: ReactNode
  onRetry: () => void
  isRetrying: boolean
  /** With `danger`, screen readers announce the failure at once. Most lists use `quiet`. */
  tone?: 'quiet' | 'danger'
  className?: string
}

export function LoadFailure({ children, onRetry, isRetrying, tone = 'quiet', className = '' }: LoadFailureProps) {
  return (
    <Notice
      action={
        <Button isPending={isRetrying} onPress={onRetry} size="sm" variant="outline">
          {text.ui.retry}
        </Button>
      }
      className={className}
      tone={tone}
    >
      {children}
    </Notice>
  )
}
