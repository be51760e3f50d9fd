import { type Location, matchRoute, type Route } from './match.ts'

type EntryState = { state?: unknown } | null

export type NavigateOptions = {
  /** Whether the current entry of the browser's history is replaced. */
  replace?: boolean
  /** A value for the new entry, which `useLocation` returns. */
  state?: unknown
}

/** Returns the location of the current entry of the browser's history. */
function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: (window.history.state as EntryState)?.state ?? null }
}

/** Creates a router, which maps the address of the page to one of these routes and follows the browser's Back and Forward. */
export function createRouter(routes: readonly Route[]) {
  const listeners = new Set<() => void>()
  let location = currentLocation()
  const update = () => {
    location = currentLocation()
    for (const listener of listeners) listener()
  }
  window.addEventListener('popstate', update)

  return {
    routes,
    location: () => location,
    match: ({ pathname }: Location) => matchRoute(routes, pathname),

    /** Calls a function after each change of the location. Returns a function that ends this. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Opens an address: a path, or a query string for the current path. */
    async navigate(to: string, { replace = false, state }: NavigateOptions = {}) {
      const entry = state === undefined ? null : { state }
      if (replace) window.history.replaceState(entry, '', to)
      else window.history.pushState(entry, '', to)
      update()
    },
  }
}

export type Router = ReturnType<typeof createRouter>
