import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installServiceWorker } from './app-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a fake registration whose service worker ends its installation in the state `end`. */
function createRegistrationEndingIn(end: ServiceWorkerState) {
  const events = new EventTarget()
  const installing = Object.assign(events, { state: 'installing' as ServiceWorkerState })
  queueMicrotask(() => {
    installing.state = end
    events.dispatchEvent(new Event('statechange'))
  })
  return { installing } as unknown as ServiceWorkerRegistration
}

test('installServiceWorker repeats a failed registration', async () => {
  const attempts = [
    () => createRegistrationEndingIn('redundant'),
    () => Promise.reject(new TypeError('no network')),
    () => createRegistrationEndingIn('installed'),
  ]
  const attemptTimes: number[] = []
  const startedAt = Date.now()
  const register = vi.fn(async () => {
    attemptTimes.push(Date.now() - startedAt)
    return attempts[attemptTimes.length - 1]!()
  })
  let isDone = false
  void installServiceWorker({ register }).then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(19_999)
  expect({ asked: attemptTimes, isDone }).toEqual({ asked: [0, 5_000], isDone: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect({ asked: attemptTimes, isDone }).toEqual({ asked: [0, 5_000, 20_000], isDone: true })
})

test('installServiceWorker registers an active service worker once', async () => {
  const register = vi.fn(async () => ({ installing: null, active: {} }) as ServiceWorkerRegistration)
  await installServiceWorker({ register })
  expect(register).toHaveBeenCalledTimes(1)
})
