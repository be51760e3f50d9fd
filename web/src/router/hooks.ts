import { createContext, use, useCallback, useMemo } from 'react'
import type { Location } from './match.ts'
import type { NavigateOptions, Router } from './router.ts'

type Routing = { router: Router; location: Location; params: Record<string, string> }

export const RoutingContext = createContext<Routing | null>(null)

function useRouting() {
  const routing = use(RoutingContext)
  if (!routing) throw new Error('there is no router around this component')
  return routing
}

/** Returns the location of the page. */
export const useLocation = () => useRouting().location

/** Returns the values of the parameters in the path of the route. */
export const useParams = (): Partial<Record<string, string>> => useRouting().params

/** Returns a function that opens an address. */
export function useNavigate() {
  const { router } = useRouting()
  // Looked up at each call, because `withDialogHistory` replaces it.
  return useCallback((to: string, options?: NavigateOptions) => router.navigate(to, options), [router])
}

type ChangeOfParams = ConstructorParameters<typeof URLSearchParams>[0] | ((before: URLSearchParams) => URLSearchParams)

/** Returns the parameters of the query string, and a function that opens the current path with other ones. */
export function useSearchParams() {
  const { location, router } = useRouting()
  const params = useMemo(() => new URLSearchParams(location.search), [location.search])
  const change = (next: ChangeOfParams, options?: NavigateOptions) =>
    void router.navigate(`?${new URLSearchParams(typeof next === 'function' ? next(params) : next)}`, options)
  return [params, change] as const
}
