import { QueryClient } from '@tanstack/react-query'

/** A query client whose `invalidateQueries` also repeats the first request of a query, whose response may be older than the change. */
export class InvalidatingQueryClient extends QueryClient {
  /** The first requests of queries that will be repeated once they end. */
  private readonly repeatedRequests = new WeakSet<Promise<unknown>>()

  override invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const refetchType = filters?.refetchType
    for (const { queryKey, state, promise } of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (state.data !== undefined || !promise || this.repeatedRequests.has(promise)) continue
      this.repeatedRequests.add(promise)
      promise.then(
        () => super.invalidateQueries({ queryKey, exact: true, ...(refetchType && { refetchType }) }, options),
        () => undefined,
      )
    }
    return super.invalidateQueries(filters, options)
  }
}
