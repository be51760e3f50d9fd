import type { contract, InputOf } from '@hudur/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'

/** How many entries a page has. */
export const PAGE_SIZE = 50

export type Verb = NonNullable<InputOf<typeof contract.activity.list>['filter']>

/** One page of what happened, newest first, and how many entries there are in all. The page before stays until the next is there. */
export function useActivity(filter: Verb, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['activity', filter, page],
    queryFn: () => backend.activity.list({ filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}
