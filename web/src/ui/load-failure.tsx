import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** The state of a query whose failure is shown. */
export type QueryState = { isError: boolean; isFetching: boolean; refetch: () => unknown }

type LoadFailureProps = {
  query: QueryState
  children: ReactNode
  /** With `danger`, screen readers announce the failure at once. Most lists use `quiet`. */
  tone?: 'quiet' | 'danger'
  className?: string
}

/** Renders that a query has failed, with a button that repeats it. Renders nothing unless it has failed. */
export function LoadFailure({ query: { isError, isFetching, refetch }, children, tone = 'quiet', className = '' }: LoadFailureProps) {
  if (!isError) return null
  return (
    <Notice
      action={
        <Button isPending={isFetching} onPress={() => void refetch()} size="sm" variant="outline">
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
