/** How many files are requested at the same time. The other connections to the server stay free for the page: browsers open six. */
const GROUP_SIZE = 4
/** The pauses (ms) before a file is requested again. A request that fails after the last pause ends the installation. */
const RETRY_PAUSES_MS = [500, 2_000, 5_000]

/** Stores a file, and repeats that after a failure. Rejects with the last error. */
async function storeFile(cache: Pick<Cache, 'add'>, url: string) {
  for (let failures = 0; ; failures++) {
    try {
      return await cache.add(url)
    } catch (cause) {
      if (failures === RETRY_PAUSES_MS.length) throw cause
      await new Promise(resolve => setTimeout(resolve, RETRY_PAUSES_MS[failures]))
    }
  }
}

/**
 * Stores the files of the app that are not in the cache yet. Rejects when the server does not send one of them, even after repeats. The
 * files that were stored before that stay in the cache.
 */
export async function storeMissingFiles(cache: Pick<Cache, 'add' | 'addAll' | 'keys'>, urls: Iterable<string>) {
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...urls].filter(url => !stored.has(url))
  for (let start = 0; start < missing.length; start += GROUP_SIZE) {
    const group = missing.slice(start, start + GROUP_SIZE)
    // A group costs the browser two thirds of the processor time of single files, but none of its files is stored when one fails.
    await cache.addAll(group).catch(() => Promise.all(group.map(url => storeFile(cache, url))))
  }
}
