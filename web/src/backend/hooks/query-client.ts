import { QueryClient } from '@tanstack/react-query'

/**
 * A query client whose `invalidateQueries` also repeats the first request of a query that is still loading. `QueryClient` keeps that request
 * and treats its response as current, although the server may have sent it before the change.
 */
export class InvalidatingQueryClient extends QueryClient {
  /** The first requests that are followed by another one. */
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
