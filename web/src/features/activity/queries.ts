import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { usePage } from '../../backend/hooks/use-call.ts'

export const PAGE_SIZE = 50

export type ActivityFilter = NonNullable<EndpointInput<typeof contract.activity.list>['filter']>

/** Reads one page of the activity log, newest first. */
export const useActivity = (filter: ActivityFilter, page: number) =>
  usePage({ key: ['activity', filter], page, size: PAGE_SIZE }, ({ activity }, range) => activity.list({ filter, ...range }))
