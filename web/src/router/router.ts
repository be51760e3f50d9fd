import { type Location, matchRoute, type Route } from './match.ts'

type HistoryEntryState = { state?: unknown } | null

export type NavigateOptions = {
  replace?: boolean
  /** The state of the new history entry, which `useLocation` returns. */
  state?: unknown
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: (window.history.state as HistoryEntryState)?.state ?? null }
}

/** Creates a router. It maps the address of the page to one of the routes, and follows the Back and Forward buttons of the browser. */
export function createRouter(routes: readonly Route[]) {
  const listeners = new Set<() => void>()
  let location = currentLocation()
  const updateLocation = () => {
    location = currentLocation()
    for (const listener of listeners) listener()
  }
  window.addEventListener('popstate', updateLocation)

  return {
    routes,
    location: () => location,
    match: ({ pathname }: Location) => matchRoute(routes, pathname),

    /** Calls `listener` after each change of the location. Returns a function that unsubscribes. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Navigates to `to`: a path, or a query string for the present path. */
    async navigate(to: string, { replace = false, state }: NavigateOptions = {}) {
      const entry = state === undefined ? null : { state }
      if (replace) window.history.replaceState(entry, '', to)
      else window.history.pushState(entry, '', to)
      updateLocation()
    },
  }
}

export type Router = ReturnType<typeof createRouter>
