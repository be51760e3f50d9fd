import { withRetries } from './retry.ts'

// A redirected response is refused: it would be the page of a proxy, and browsers show no redirected page that a service worker returns.
const createRequest = (url: string) => new Request(url, { redirect: 'error' })

const isDeviceFull = (cause: unknown) => cause instanceof DOMException && cause.name === 'QuotaExceededError'

/**
 * Stores the files of the app that are not in the cache yet, `groupSize` files at a time. After a failure, requests the files of the group
 * one by one, up to four times. Rejects when a file still fails or the device has no space. Files stored before stay in the cache.
 */
export async function storeMissingFiles(cache: Pick<Cache, 'add' | 'addAll' | 'keys'>, urls: Iterable<string>, groupSize: number) {
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...urls].filter(url => !stored.has(url))
  for (let start = 0; start < missing.length; start += groupSize) {
    const group = missing.slice(start, start + groupSize)
    try {
      // A group costs the browser four fifths of the processor time of single files, but none of its files is stored when one fails.
      await cache.addAll(group.map(createRequest))
    } catch (cause) {
      if (isDeviceFull(cause)) throw cause
      await Promise.all(group.map(url => withRetries(() => cache.add(createRequest(url)))()))
    }
  }
}
