// Puts the chosen theme on the page before its first paint. A file of its own: the content policy allows no script inside the page.
;(() => {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')

  const stored = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null
    }
  }

  let theme = stored()

  const apply = () => {
    const isDark = theme === 'dark' || (theme !== 'light' && prefersDark.matches)
    document.documentElement.classList.toggle('dark', isDark)
    document.querySelector('meta[name="theme-color"]').content = isDark ? '#0c1310' : '#faf6ec'
  }

  apply()
  prefersDark.addEventListener('change', apply)
  addEventListener('storage', () => {
    theme = stored()
    apply()
  })
  // It carries the theme: where storage is forbidden there is no other way to know it.
  addEventListener('themechange', event => {
    theme = event.detail
    apply()
  })
})()

// Loads the page again when one of its files did not arrive, once all of them have. On a bad line a tenth of the connections may be cut, and
// without this the page would stay empty.
;(() => {
  const KEY = 'starts'
  const LONGEST_MS = 30_000

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

  // Each file is fetched until it has arrived: the cache has it then.
  const fetchWhole = async (url, failed = 0) => {
    try {
      await (await fetch(url)).blob()
    } catch {
      await pause(failed)
      await fetchWhole(url, failed + 1)
    }
  }

  const isOfStart = ({ tagName, type, rel }) => (tagName === 'SCRIPT' && type === 'module') || (tagName === 'LINK' && rel === 'stylesheet')
  const filesOfStart = () => [...document.querySelectorAll('script[type=module],link[rel=modulepreload],link[rel=stylesheet]')]

  let isFailed = false
  addEventListener(
    'error',
    async ({ target }) => {
      const isEmpty = document.getElementById('root')?.childElementCount === 0
      if (isFailed || !isEmpty || !(target instanceof Element) || !isOfStart(target)) return
      isFailed = true
      await Promise.all([pause(failures('add')), ...filesOfStart().map(({ src, href }) => fetchWhole(src || href))])
      location.reload()
    },
    true,
  )
  addEventListener('load', () => isFailed || failures('clear'))
})()
