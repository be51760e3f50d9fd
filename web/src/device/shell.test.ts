import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeProduct } from './shell.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a registration whose service worker ends its installation in this state. */
function worker(end: ServiceWorkerState) {
  const events = new EventTarget()
  const installing = Object.assign(events, { state: 'installing' as ServiceWorkerState })
  queueMicrotask(() => {
    installing.state = end
    events.dispatchEvent(new Event('statechange'))
  })
  return { installing } as unknown as ServiceWorkerRegistration
}

test('registers the service worker again, after 5 and 15 seconds, until every file is stored', async () => {
  const attempts = [() => worker('redundant'), () => Promise.reject(new TypeError('no network')), () => worker('installed')]
  const attemptTimes: number[] = []
  const startedAt = Date.now()
  const register = vi.fn(async () => {
    attemptTimes.push(Date.now() - startedAt)
    return attempts[attemptTimes.length - 1]!()
  })
  let isDone = false
  void storeProduct({ register }).then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(19_999)
  expect({ asked: attemptTimes, isDone }).toEqual({ asked: [0, 5_000], isDone: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect({ asked: attemptTimes, isDone }).toEqual({ asked: [0, 5_000, 20_000], isDone: true })
})

test('registers the service worker once when the product is already stored', async () => {
  const register = vi.fn(async () => ({ installing: null, active: {} }) as ServiceWorkerRegistration)
  await storeProduct({ register })
  expect(register).toHaveBeenCalledTimes(1)
})
