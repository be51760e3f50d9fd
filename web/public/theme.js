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
