// Applies the chosen theme before the first paint. It is a file of its own, because the content security policy forbids inline scripts.
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
  // The event carries the chosen theme, because where storage is forbidden the theme cannot be read from it.
  addEventListener('themechange', event => {
    theme = event.detail
    apply()
  })
})()
