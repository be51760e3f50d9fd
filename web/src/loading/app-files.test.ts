import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeMissingFiles } from './app-files.ts'

const APP_URLS = Array.from({ length: 10 }, (_, number) => `https://hudur.example/${number}.js`)

/** Creates a cache that stores URLs only. `requests` contains every requested URL. A request for which `errorOf` returns an error fails. */
function createCache(errorOf: (url: string, count: number) => Error | undefined = () => undefined) {
  const stored = new Set<string>()
  const requests: string[] = []
  let openRequests = 0
  const mostOpenRequests = { count: 0 }
  async function fetchFile({ url }: Request) {
    requests.push(url)
    mostOpenRequests.count = Math.max(mostOpenRequests.count, ++openRequests)
    await Promise.resolve()
    openRequests--
    const error = errorOf(url, requests.filter(requested => requested === url).length)
    if (error) throw error
  }
  return {
    stored,
    requests,
    mostOpenRequests,
    keys: async () => [...stored].map(url => new Request(url)),
    async add(request: unknown) {
      await fetchFile(request as Request)
      stored.add((request as Request).url)
    },
    async addAll(group: Iterable<unknown>) {
      const files = [...(group as Iterable<Request>)]
      await Promise.all(files.map(fetchFile))
      for (const { url } of files) stored.add(url)
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs timers until `promise` has settled. Timers of earlier test files may run too: the test files of a worker share its timers. */
async function runTimersUntilSettled(promise: Promise<unknown>) {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) await vi.advanceTimersToNextTimerAsync()
}

const CUT_CONNECTION = new TypeError('Failed to fetch')

test('storeMissingFiles requests four files at the same time, each once', async () => {
  const cache = createCache()
  await storeMissingFiles(cache, APP_URLS, 4)
  expect(cache.requests).toEqual(APP_URLS)
  expect([...cache.stored]).toEqual(APP_URLS)
  expect(cache.mostOpenRequests.count).toBe(4)
})

test('storeMissingFiles requests no file that is already stored', async () => {
  const cache = createCache()
  for (const url of APP_URLS.slice(0, 7)) cache.stored.add(url)
  await storeMissingFiles(cache, APP_URLS, 4)
  expect(cache.requests).toEqual(APP_URLS.slice(7))
})

test('storeMissingFiles stores every file although requests fail', async () => {
  const cache = createCache((url, count) => (Number(/\d+/.exec(url)) % 3 === 0 && count <= 4 ? CUT_CONNECTION : undefined))
  const storing = storeMissingFiles(cache, APP_URLS, 4)
  await runTimersUntilSettled(storing)
  expect([...cache.stored].sort()).toEqual(APP_URLS)
})

test('storeMissingFiles rejects when a file never arrives', async () => {
  const cache = createCache(url => (url.endsWith('/1.js') ? CUT_CONNECTION : undefined))
  const failure = expect(storeMissingFiles(cache, APP_URLS, 4)).rejects.toThrow('Failed to fetch')
  await runTimersUntilSettled(failure)
  expect([...cache.stored]).toEqual([0, 2, 3].map(number => APP_URLS[number]))
})

test('storeMissingFiles gives up when the device has no space', async () => {
  const cache = createCache(() => new DOMException('no space', 'QuotaExceededError'))
  await expect(storeMissingFiles(cache, APP_URLS, 1)).rejects.toThrow('no space')
  expect(cache.requests).toEqual(APP_URLS.slice(0, 1))
})

test('storeMissingFiles accepts no redirected response', async () => {
  const cache = createCache()
  const addAll = vi.spyOn(cache, 'addAll')
  await storeMissingFiles(cache, APP_URLS.slice(0, 1), 4)
  expect([...addAll.mock.calls[0]![0]].map(request => (request as Request).redirect)).toEqual(['error'])
})
