import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty.tsx'
import { RowsSkeleton } from './list-skeletons.tsx'
import { LoadFailure, type QueryState } from './load-failure.tsx'

type ListStatusProps = {
  query: QueryState & { data: { total: number } | undefined; isPlaceholderData: boolean }
  failed: string
  skeleton?: ReactNode
  /** What is shown if no rows exist, and if none matches the filter. */
  empty: { title: string; advice: string; action?: ReactNode }
  noMatch?: { title: string; advice: string; showAll: string }
  /** Removes the filter; undefined without one. */
  onShowAll?: (() => void) | undefined
}

/** Renders that a list is loading, has failed or is empty. Renders nothing if it has rows. */
export function ListStatus({ query, failed, skeleton = <RowsSkeleton />, empty, noMatch, onShowAll }: ListStatusProps) {
  const { data, isError, isPlaceholderData } = query
  const filtered = onShowAll && noMatch
  const shown = filtered ?? empty
  const action = filtered ? (
    <Button onPress={onShowAll} variant="outline">
      {filtered.showAll}
    </Button>
  ) : (
    empty.action
  )
  return (
    <>
      <LoadFailure className="mb-5" query={query}>
        {failed}
      </LoadFailure>
      {!data && !isError && skeleton}
      {data?.total === 0 && !isPlaceholderData && (
        <EmptyState action={action} title={shown.title}>
          {shown.advice}
        </EmptyState>
      )}
    </>
  )
}
