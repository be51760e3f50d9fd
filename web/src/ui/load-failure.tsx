import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type LoadFailureProps = {
  children: ReactNode
  onRetry: () => void
  isRetrying: boolean
  /** `danger` interrupts screen readers; most failed lists are quiet. */
  tone?: 'quiet' | 'danger'
  className?: string
}

/** Says why something could not be loaded, with a button to try again. */
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
