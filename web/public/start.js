// Works before the scripts of the app have arrived. A file of its own: the content policy allows no script inside the page.

// Loads the page again when one of its files did not arrive, once all of them have. On a bad line a tenth of the connections may be cut, and
// without this the page would stay empty.
;(() => {
  const KEY = 'starts'
  const LONGEST_MS = 30_000
  /** How long a page may stay empty: at 64 kbit/s its files take a sixth of it. */
  const EMPTY_MS = 120_000
  /** How long a file may take that is fetched again. */
  const TIMEOUT_MS = 60_000

  const failures = change => {
    try {
      const count = Number(sessionStorage.getItem(KEY))
      if (change === 'add') sessionStorage.setItem(KEY, String(count + 1))
      if (change === 'clear') sessionStorage.removeItem(KEY)
      return count
    } catch {
      // Where storage is forbidden the pauses do not grow, and are long.
      return 4
    }
  }

  const pause = failed => new Promise(resolve => setTimeout(resolve, Math.min(1_000 * 2 ** failed, LONGEST_MS)))

  // Each file is fetched until it has arrived: the cache has it then. `options`: for the file that failed, whose copy in the cache may be broken.
  const fetchWhole = async (url, options = {}, failed = 0) => {
    try {
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) })
      await response.arrayBuffer()
      // A file of another version will not come: the page that names the new one will.
      if (response.ok || response.status === 404) return
    } catch {
      // It is fetched again.
    }
    await pause(failed)
    await fetchWhole(url, options, failed + 1)
  }

  const FILES = 'script[type=module],link[rel=modulepreload],link[rel=stylesheet]'
  const addressOf = ({ src, href }) => src || href
  const isEmpty = () => {
    const root = document.getElementById('root')
    return root ? root.childElementCount === 0 : document.readyState === 'loading'
  }

  let isFailed = false
  // `failed`: the element whose file did not arrive, if it is known.
  const restart = async failed => {
    if (isFailed || !isEmpty()) return
    isFailed = true
    const again = file => fetchWhole(addressOf(file), file === failed ? { cache: 'reload' } : {})
    await Promise.all([pause(failures('add')), ...[...document.querySelectorAll(FILES)].map(again)])
    location.reload()
  }
  addEventListener('error', ({ target }) => target instanceof Element && target.matches(FILES) && restart(target), true)
  addEventListener('startfailure', () => restart())
  addEventListener('productstart', () => isFailed || failures('clear'))
  // A silent connection reports no error.
  setTimeout(restart, EMPTY_MS)
})()

// Fetches the files of the screen at this address, which the app would ask for only when it runs. The build lists them.
;(() => {
  // An installed app has them.
  if (navigator.serviceWorker?.controller) return
  const { files, screens } = JSON.parse(document.getElementById('screens').textContent)
  const parts = location.pathname.toLowerCase().split('/').filter(Boolean)
  const isHere = path => {
    const names = path.toLowerCase().split('/').filter(Boolean)
    return names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at])
  }
  const [, numbers = []] = Object.entries(screens).find(([path]) => isHere(path)) ?? []
  const fetchFile = async number => (await fetch(files[number])).arrayBuffer()
  // The app fetches again what did not arrive.
  for (const number of numbers) fetchFile(number).catch(() => {})
})()
