import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { RepeatLater } from './repeat-later.tsx'

/** The state of a query. `errorUpdatedAt`: when it failed last (ms). */
export type QueryState = { isError: boolean; isFetching: boolean; refetch: () => unknown; error: unknown; errorUpdatedAt: number }

type LoadFailureProps = {
  query: QueryState
  children: ReactNode
  /** With `danger`, screen readers announce the failure at once. Most lists use `quiet`. */
  tone?: 'quiet' | 'danger'
  className?: string
}

/**
 * Renders that a query has failed, with a button that repeats it. A query that the server has refused for now is also repeated without the
 * button. Renders nothing unless the query has failed.
 */
export function LoadFailure({ query, children, tone = 'quiet', className = '' }: LoadFailureProps) {
  const { isError, isFetching, refetch, error, errorUpdatedAt } = query
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
      <RepeatLater at={errorUpdatedAt} error={error} repeat={() => void refetch()} />
    </Notice>
  )
}
