// Shows the splash once a tab, and ends it at any tap or key. A file of its own: the content policy allows no script inside the page.
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

  /** Lets the faces of the public page come. */
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

  if (hasBeenSeen() || matchMedia('(prefers-reduced-motion: reduce)').matches) return end()
  // The splash is painted first, which needs none of them.
  new PerformanceObserver(dress).observe({ type: 'paint', buffered: true })
  addEventListener('keydown', end, { signal: leaving.signal, capture: true })
  // Not at the press of the pointer: what lies beneath would get the rest of the tap.
  splash.addEventListener('click', end, { signal: leaving.signal })
  splash.addEventListener('animationend', ({ animationName }) => animationName === 'splash-leave' && end(), { signal: leaving.signal })
})()
