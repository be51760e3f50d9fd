import { keepPreviousData, type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { useBackend } from './use-backend.ts'
import { useRefresh } from './use-refresh.ts'

type AnyBackend = ReturnType<typeof useBackend>

/** Executes a call of the backend. After the answer or a failure it reloads all queries whose key begins with one of `keys`. */
export function useCall<Input, Output>(callOf: (backend: AnyBackend) => (input: Input) => Promise<Output>, ...keys: readonly QueryKey[]) {
  return useMutation<Output, Error, Input>({ mutationFn: callOf(useBackend()), onSettled: useRefresh(...keys) })
}

type PageOptions = { key: QueryKey; page: number; size: number; enabled?: boolean }

/** Reads one page of a list. The previous page stays visible until the next one has arrived. */
export function usePage<Page>(
  { key, page, size, enabled = true }: PageOptions,
  read: (backend: AnyBackend, range: { limit: number; offset: number }) => Promise<Page>,
) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, page],
    queryFn: () => read(backend, { limit: size, offset: (page - 1) * size }),
    placeholderData: keepPreviousData,
    enabled,
  })
}
