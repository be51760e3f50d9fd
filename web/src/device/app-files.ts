/** The pauses (ms) before a file is requested again. A request that fails after the last pause ends the installation. */
const RETRY_PAUSES_MS = [500, 2_000, 5_000]

// A redirected response is refused: it would be the page of a proxy, and browsers do not show it at another address.
const createRequest = (url: string) => new Request(url, { redirect: 'error' })

const isDeviceFull = (cause: unknown) => cause instanceof DOMException && cause.name === 'QuotaExceededError'

/** Stores a file, and repeats that when the request fails. Rejects with the last error. */
async function storeFile(cache: Pick<Cache, 'add'>, url: string) {
  for (let failures = 0; ; failures++) {
    try {
      return await cache.add(createRequest(url))
    } catch (cause) {
      if (failures === RETRY_PAUSES_MS.length || isDeviceFull(cause)) throw cause
      await new Promise(resolve => setTimeout(resolve, RETRY_PAUSES_MS[failures]))
    }
  }
}

/**
 * Stores the files of the app that are not in the cache yet, `groupSize` files at a time. When the request of a file fails, requests the
 * files of its group again, each up to four times. Rejects when a file still fails, or when the device has no space. The files that were
 * stored before that stay in the cache.
 */
export async function storeMissingFiles(cache: Pick<Cache, 'add' | 'addAll' | 'keys'>, urls: Iterable<string>, groupSize: number) {
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...urls].filter(url => !stored.has(url))
  for (let start = 0; start < missing.length; start += groupSize) {
    const group = missing.slice(start, start + groupSize)
    // A group costs the browser four fifths of the processor time of single files, but none of its files is stored when one fails.
    await cache.addAll(group.map(createRequest)).catch(() => Promise.all(group.map(url => storeFile(cache, url))))
  }
}
