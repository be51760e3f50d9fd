import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeMissingFiles } from './app-files.ts'

const APP_URLS = Array.from({ length: 10 }, (_, number) => `https://hudur.example/${number}.js`)

/** Creates a cache that stores URLs only. `requests` contains every requested URL; a request for which `isCut` returns true fails. */
function createCache(isCut: (url: string, count: number) => boolean = () => false) {
  const stored = new Set<string>()
  const requests: string[] = []
  let openRequests = 0
  const mostOpenRequests = { count: 0 }
  async function fetchFile(url: string) {
    requests.push(url)
    mostOpenRequests.count = Math.max(mostOpenRequests.count, ++openRequests)
    await Promise.resolve()
    openRequests--
    if (isCut(url, requests.filter(requested => requested === url).length)) throw new TypeError('Failed to fetch')
  }
  return {
    stored,
    requests,
    mostOpenRequests,
    keys: async () => [...stored].map(url => new Request(url)),
    async add(url: RequestInfo | URL) {
      await fetchFile(String(url))
      stored.add(String(url))
    },
    async addAll(urls: Iterable<RequestInfo>) {
      await Promise.all(Array.from(urls, url => fetchFile(String(url))))
      for (const url of urls) stored.add(String(url))
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('storeMissingFiles requests at most four files at the same time, each once', async () => {
  const cache = createCache()
  await storeMissingFiles(cache, APP_URLS)
  expect(cache.requests).toEqual(APP_URLS)
  expect([...cache.stored]).toEqual(APP_URLS)
  expect(cache.mostOpenRequests.count).toBe(4)
})

test('storeMissingFiles requests no file that an earlier installation has stored', async () => {
  const cache = createCache()
  for (const url of APP_URLS.slice(0, 7)) cache.stored.add(url)
  await storeMissingFiles(cache, APP_URLS)
  expect(cache.requests).toEqual(APP_URLS.slice(7))
})

test('storeMissingFiles stores every file although the first three requests of each third file fail', async () => {
  const cache = createCache((url, count) => Number(/\d+/.exec(url)) % 3 === 0 && count <= 3)
  const storing = storeMissingFiles(cache, APP_URLS)
  await vi.runAllTimersAsync()
  await storing
  expect([...cache.stored].sort()).toEqual(APP_URLS)
})

test('storeMissingFiles rejects when a file never arrives, and keeps the other files of its group', async () => {
  const cache = createCache(url => url.endsWith('/1.js'))
  const storing = storeMissingFiles(cache, APP_URLS)
  const failure = expect(storing).rejects.toThrow('Failed to fetch')
  await vi.runAllTimersAsync()
  await failure
  expect([...cache.stored]).toEqual([0, 2, 3].map(number => APP_URLS[number]))
})
