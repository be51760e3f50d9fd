/** How long (ms) a file may take. At 64 kbit/s, the files of the largest part take a third of it. */
const TIMEOUT_MS = 120_000

const fetched = new Map<string, Promise<unknown>>()

/** Returns whether the page itself loads a file, which then needs no fetch. Safari before 17 ignores these links. */
const isOfPage = (url: string) =>
  document.createElement('link').relList.supports('modulepreload') &&
  [...document.querySelectorAll('link[rel=modulepreload]')].some(link => (link as HTMLLinkElement).href === url)

/** Fetches a file into the browser's cache, once unless that fails. */
function fetchFile(url: string): Promise<unknown> {
  const fetching = fetched.get(url)
  if (fetching) return fetching
  async function load() {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new TypeError(`${url} was answered with ${response.status}`)
    await response.arrayBuffer()
  }
  const loading = load().catch((error: unknown) => {
    fetched.delete(url)
    throw error
  })
  fetched.set(url, loading)
  return loading
}

/**
 * Imports a part of the product with `load` once its files, named from the root of the site, are in the browser's cache. A browser repeats no
 * import that failed: it remembers the failure until the page is loaded again. A fetch that failed can be repeated. An installed app has all
 * files of its own page, but not those of the public pages.
 */
export async function fetchPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  if (navigator.serviceWorker?.controller && document.getElementById('root')) return load()
  const urls = files.map(file => import.meta.resolve(`/${file}`))
  await Promise.all(urls.filter(url => !isOfPage(url)).map(fetchFile))
  return load()
}
