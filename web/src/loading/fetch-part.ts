/** The timeout (ms) of one file. At 64 kbit/s, all files of the largest dynamic import take a third of this time. */
const FETCH_TIMEOUT_MS = 120_000

const fetchedFiles = new Map<string, Promise<unknown>>()

/**
 * Returns the URLs of the files with a preload link. When one of them fails, `public/start.js` reloads the page. Safari before 17 ignores
 * these links.
 */
const findPreloadedFiles = () =>
  new Set(
    document.createElement('link').relList.supports('modulepreload')
      ? [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(link => link.href)
      : [],
  )

/** Fetches a file into the browser's cache. A file is fetched once, and again only after a failure. */
function fetchFile(url: string): Promise<unknown> {
  const fetching = fetchedFiles.get(url)
  if (fetching) return fetching
  async function fetchIntoCache() {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (!response.ok) throw new TypeError(`${url} was answered with ${response.status}`)
    await response.arrayBuffer()
  }
  const loading = fetchIntoCache().catch((error: unknown) => {
    fetchedFiles.delete(url)
    throw error
  })
  fetchedFiles.set(url, loading)
  return loading
}

/**
 * Imports a module with `load`, after its files (paths from the root of the site) are in the browser's cache: a failed fetch can be
 * retried, but a browser remembers a failed import until the page is reloaded. An installed app has all its files in the service worker,
 * but not those of the public pages.
 */
export async function fetchPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  if (navigator.serviceWorker?.controller && document.getElementById('root')) return load()
  const preloaded = findPreloadedFiles()
  const urls = files.map(file => import.meta.resolve(`/${file}`))
  await Promise.all(urls.filter(url => !preloaded.has(url)).map(fetchFile))
  return load()
}
