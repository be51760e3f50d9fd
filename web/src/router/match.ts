import type { ReactNode } from 'react'

/** A location: the parts of an address after the host, and the state that a navigation stored in the browser history. */
export type Location = { pathname: string; search: string; hash: string; state: unknown }

/** A path with its screen. A segment of `path` that begins with a colon matches any value. The path `*` matches every address. */
export type Route = { path: string; element: ReactNode; load?: () => void }

export type RouteMatch<R extends Route> = { route: R; params: Record<string, string> }

const pathSegmentsOf = (path: string) => path.split('/').filter(part => part !== '')

/** Decodes a path segment. Returns it unchanged when its percent encoding is invalid. */
function decodeSegment(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the first route whose path matches, and the values of its parameters. Case and a slash at the end of the path are ignored. */
export function matchRoute<R extends Route>(routes: readonly R[], pathname: string): RouteMatch<R> | undefined {
  const parts = pathSegmentsOf(pathname).map(decodeSegment)
  for (const route of routes) {
    if (route.path === '*') return { route, params: {} }
    const names = pathSegmentsOf(route.path)
    const isMatch = (name: string, index: number) => name.startsWith(':') || name.toLowerCase() === parts[index]!.toLowerCase()
    if (names.length !== parts.length || !names.every(isMatch)) continue
    const params = names.flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), parts[index]!] as const] : []))
    return { route, params: Object.fromEntries(params) }
  }
  return undefined
}
