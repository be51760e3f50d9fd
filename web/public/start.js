// This script runs before the scripts of the app are loaded. It is a file of its own, because the content security policy forbids inline
// scripts.

// Reloads the page when one of its files failed to load, after all of them could be fetched. On a bad line a tenth of the connections
// may break, and without this script the page would stay empty.
;(() => {
  const KEY = 'starts'
  const LONGEST_MS = 30_000
  /** How long (ms) the page may stay empty before it is reloaded. At 64 kbit/s its files need a sixth of this time. */
  const EMPTY_MS = 120_000
  /** How long (ms) after its start the app counts as loaded if it shows a screen. */
  const LOADED_MS = 20_000
  /** How many failed starts in a row reload a page that shows the error of its screen. */
  const MAX_RELOADS = 5
  /** How long (ms) one attempt to fetch a file again may take. */
  const TIMEOUT_MS = 60_000

  const failures = change => {
    try {
      const count = Number(sessionStorage.getItem(KEY))
      if (change === 'add') sessionStorage.setItem(KEY, String(count + 1))
      if (change === 'clear') sessionStorage.removeItem(KEY)
      return count
    } catch {
      // Where session storage is forbidden, the number of failures is unknown. A long, constant pause is used.
      return 4
    }
  }

  const pause = failed => new Promise(resolve => setTimeout(resolve, Math.min(1_000 * 2 ** failed, LONGEST_MS)))

  // Fetches a file until the browser has stored it in its cache. `options` are for the file that failed, because its copy in the cache
  // may be broken.
  const fetchWhole = async (url, options = {}, failed = 0) => {
    try {
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) })
      await response.arrayBuffer()
      // A file that the server no longer has belongs to another version. The reloaded page names the files of the new version.
      if (response.ok || response.status === 404) return
    } catch {
      // The request failed. The file is fetched again below.
    }
    await pause(failed)
    await fetchWhole(url, options, failed + 1)
  }

  const FILES = 'script[type=module],link[rel=modulepreload],link[rel=stylesheet]'
  const addressOf = ({ src, href }) => src || href
  // Whether the page shows no screen yet. The page that exchanges the token of a link has a busy <main>: a reload would lose the token. The
  // error of a screen whose script did not load is no screen.
  const isWaiting = () => {
    const root = document.getElementById('root')
    if (!root) return document.readyState === 'loading'
    return !root.querySelector('h1, main[aria-busy]') || root.querySelector('[data-broken]') !== null
  }
  const isEmpty = () => !document.getElementById('root')?.childElementCount
  const isUnstyled = () => [...document.querySelectorAll('link[rel=stylesheet]')].some(({ sheet }) => !sheet)

  let isFailed = false
  // Reloads the page after all its files were fetched. `failed` is the element whose file did not load, if it is known. A page that shows a
  // screen with styles by then is not reloaded. A page that shows the error of its screen is reloaded a few times only: the user can press
  // the button there.
  const restart = async failed => {
    if (isFailed || !isWaiting()) return
    isFailed = true
    const count = failures('add')
    const again = file => fetchWhole(addressOf(file), file === failed ? { cache: 'reload' } : {})
    await Promise.all([pause(count), ...[...document.querySelectorAll(FILES)].map(again)])
    if (isEmpty() || failed?.rel === 'stylesheet' || isUnstyled() || (isWaiting() && count < MAX_RELOADS)) location.reload()
  }
  addEventListener('error', ({ target }) => target instanceof Element && target.matches(FILES) && restart(target), true)
  addEventListener('startfailure', () => restart())
  addEventListener('productstart', () => setTimeout(() => isFailed || isWaiting() || failures('clear'), LOADED_MS))
  // A connection that stalls reports no error, so the page is also reloaded when it stays empty.
  setTimeout(() => isEmpty() && restart(), EMPTY_MS)
})()

// Adds preload links for the script files of the screen at this URL. The app would request them only when its own script runs. The build
// writes the list of files.
;(() => {
  // An installed app has these files in the cache of its service worker.
  if (navigator.serviceWorker?.controller) return
  const { files, screens } = JSON.parse(document.getElementById('screens').textContent)
  const parts = location.pathname.toLowerCase().split('/').filter(Boolean)
  const isHere = path => {
    const names = path.toLowerCase().split('/').filter(Boolean)
    return names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at])
  }
  const [, numbers = []] = Object.entries(screens).find(([path]) => isHere(path)) ?? []
  for (const number of numbers) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: files[number] }))
    // Safari before 17 ignores these links. If a file fails here, the app fetches it again.
    if (!link.relList.supports('modulepreload'))
      fetch(link.href)
        .then(response => response.arrayBuffer())
        .catch(() => {})
  }
})()
