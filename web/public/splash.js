// Shows the splash screen once per browser tab, and ends it at any tap or key. It is a file of its own, because the content security
// policy forbids inline scripts.
;(() => {
  const splash = document.getElementById('splash')
  if (!splash) return

  const hasBeenSeen = () => {
    try {
      const seen = sessionStorage.getItem('splash')
      sessionStorage.setItem('splash', 'seen')
      return seen !== null
    } catch {
      return false
    }
  }

  /** Enables the style sheet with the fonts of the public page. */
  const dress = () => {
    const faces = document.getElementById('faces')
    if (faces) faces.media = 'all'
  }

  const leaving = new AbortController()
  const end = () => {
    leaving.abort()
    dress()
    splash.remove()
  }

  // Screens before the sign-in have no navigation at the lower edge.
  splash.classList.toggle('is-at-edge', /^\/(?:login|register|website)\b/i.test(location.pathname))

  // People at a gate, in a hall or in a family open a link to work with it at once.
  const isLinkPage = /^\/(?:door|live|family)\b/i.test(location.pathname)
  if (isLinkPage || hasBeenSeen() || matchMedia('(prefers-reduced-motion: reduce)').matches) return end()
  // Uncovers the page as soon as the app shows the heading of a screen.
  const watching = new MutationObserver(() => {
    if (!document.querySelector('#root h1')) return
    watching.disconnect()
    splash.classList.add('is-uncovered')
  })
  watching.observe(document.documentElement, { childList: true, subtree: true })
  leaving.signal.addEventListener('abort', () => watching.disconnect())
  // The fonts are loaded after the first paint, because the splash screen does not need them.
  new PerformanceObserver(dress).observe({ type: 'paint', buffered: true })
  addEventListener('keydown', end, { signal: leaving.signal, capture: true })
  // The splash screen ends at the click and not at the pointerdown event. Otherwise the element under it would receive the click. While it
  // is only a plate at the lower edge, the page receives clicks beside the plate.
  addEventListener('click', end, { signal: leaving.signal, capture: true })
  splash.addEventListener('animationend', ({ animationName }) => animationName === 'splash-leave' && end(), { signal: leaving.signal })
})()
