import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'

export const PAGE_SIZE = 50

export type ActivityFilter = NonNullable<EndpointInput<typeof contract.activity.list>['filter']>

/**
 * Reads one page of the activity log, newest first, with the total number of entries. The previous page stays visible until the next one
 * has arrived.
 */
export function useActivity(filter: ActivityFilter, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['activity', filter, page],
    queryFn: () => backend.activity.list({ filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}
