import { keepPreviousData, type QueryKey, type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useBackend } from './use-backend.ts'
import { useIdempotentRequest } from './use-idempotent-request.ts'
import { useRefresh } from './use-refresh.ts'

type AnyBackend = ReturnType<typeof useBackend>

/** Executes a call of the backend. After the answer or a failure it reloads all queries whose key begins with one of `keys`. */
export function useCall<Input, Output>(callOf: (backend: AnyBackend) => (input: Input) => Promise<Output>, ...keys: readonly QueryKey[]) {
  return useMutation<Output, Error, Input>({ mutationFn: callOf(useBackend()), onSettled: useRefresh(...keys) })
}

/** Works like `useCall`, and adds the ids or the idempotency key from `createKeys`, which an unanswered call keeps when it is repeated. */
export function useIdempotentCall<Input, Keys, Output>(
  createKeys: () => Keys,
  callOf: (backend: AnyBackend) => (input: Input) => Promise<Output>,
  ...keys: readonly QueryKey[]
) {
  const call = callOf(useBackend())
  const sendOnce = useIdempotentRequest<Keys>()
  return useMutation<Output, Error, Omit<Input, keyof Keys>>({
    mutationFn: input => sendOnce(JSON.stringify(input), createKeys, created => call({ ...input, ...created } as Input)),
    onSettled: useRefresh(...keys),
  })
}

type ReadOptions<Data> = Pick<UseQueryOptions<Data>, 'enabled' | 'gcTime' | 'placeholderData' | 'refetchInterval' | 'retry' | 'staleTime'>

/** Reads the answer of a call of the backend. */
export function useRead<Data>(queryKey: QueryKey, read: (backend: AnyBackend) => Promise<Data>, options: ReadOptions<Data> = {}) {
  const backend = useBackend()
  return useQuery<Data>({ queryKey, queryFn: () => read(backend), ...options })
}

type PageOptions<Page> = ReadOptions<Page> & { key: QueryKey; page: number; size: number }

/** Reads one page of a list. The previous page stays visible until the next one has arrived. */
export const usePage = <Page>(
  { key, page, size, ...options }: PageOptions<Page>,
  read: (backend: AnyBackend, range: { limit: number; offset: number }) => Promise<Page>,
) =>
  useRead([...key, page], backend => read(backend, { limit: size, offset: (page - 1) * size }), {
    ...options,
    placeholderData: keepPreviousData,
  })
