import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isEventRemoved } from './queries.ts'

const removeEvent = (client: QueryClient, id: string, mutationFn: () => Promise<unknown>) =>
  new MutationObserver<unknown, Error, { id: string }>(client, { mutationKey: ['remove-event'], mutationFn }).mutate({ id })

test('isEventRemoved is true while the event is being deleted and afterwards', async () => {
  const client = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<void>()
  const removal = removeEvent(client, 'first', () => promise)
  expect(isEventRemoved(client, 'first')).toBe(true)
  resolve()
  await removal
  expect(isEventRemoved(client, 'first')).toBe(true)
  expect(isEventRemoved(client, 'second')).toBe(false)
})

test('isEventRemoved is false after a failed deletion', async () => {
  const client = new QueryClient()
  await expect(removeEvent(client, 'first', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(isEventRemoved(client, 'first')).toBe(false)
})
