import type { ReactNode } from 'react'

/** The part of an address behind the host, and the value that a navigation has given to its entry of the browser's history. */
export type Location = { pathname: string; search: string; hash: string; state: unknown }

/** One screen. A part of `path` that begins with a colon matches any value; the path `*` matches every address. */
export type Route = { path: string; element: ReactNode; load?: () => void }

export type Match<R extends Route> = { route: R; params: Record<string, string> }

const partsOf = (path: string) => path.split('/').filter(part => part !== '')

/** Returns the part as it is when its percent encoding is invalid. */
function decode(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the first route whose path matches, in any case and with or without a slash at its end, and the values of its parameters. */
export function matchRoute<R extends Route>(routes: readonly R[], pathname: string): Match<R> | undefined {
  const parts = partsOf(pathname).map(decode)
  for (const route of routes) {
    if (route.path === '*') return { route, params: {} }
    const names = partsOf(route.path)
    const isMatch = (name: string, index: number) => name.startsWith(':') || name.toLowerCase() === parts[index]!.toLowerCase()
    if (names.length !== parts.length || !names.every(isMatch)) continue
    const params = names.flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), parts[index]!] as const] : []))
    return { route, params: Object.fromEntries(params) }
  }
  return undefined
}
