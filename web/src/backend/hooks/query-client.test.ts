import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { InvalidatingQueryClient } from './query-client.ts'

/** Creates a client that shows the query «list». The test answers its requests one after another. */
function createListClient() {
  const client = new InvalidatingQueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const requests: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['list', 'first'],
    queryFn: () => {
      requests.push(Promise.withResolvers())
      return requests.at(-1)!.promise
    },
  })
  observer.subscribe(() => {})
  return { client, requests, list: () => observer.getCurrentResult().data }
}

test('a query invalidated during its first request is read once more', async () => {
  const { client, requests, list } = createListClient()
  for (let change = 0; change < 3; change++) void client.invalidateQueries({ queryKey: ['list'] })
  expect(requests).toHaveLength(1)
  requests[0]!.resolve('before the change')
  await expect.poll(() => requests.length).toBe(2)
  requests[1]!.resolve('after the change')
  await expect.poll(list).toBe('after the change')
  expect(requests).toHaveLength(2)
})

test('invalidating another query does not repeat a first request', async () => {
  const { client, requests, list } = createListClient()
  await client.invalidateQueries({ queryKey: ['other'] })
  requests[0]!.resolve('current')
  await expect.poll(list).toBe('current')
  expect(requests).toHaveLength(1)

  const withoutRefetch = createListClient()
  void withoutRefetch.client.invalidateQueries({ refetchType: 'none' })
  withoutRefetch.requests[0]!.resolve('deleted')
  await expect.poll(() => withoutRefetch.client.isFetching()).toBe(0)
  expect(withoutRefetch.requests).toHaveLength(1)

  const failing = createListClient()
  void failing.client.invalidateQueries()
  failing.requests[0]!.reject(new Error('no answer'))
  await expect.poll(() => failing.client.isFetching()).toBe(0)
  expect(failing.requests).toHaveLength(1)
})
