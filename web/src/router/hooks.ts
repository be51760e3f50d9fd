import { createContext, use, useCallback, useMemo } from 'react'
import type { Location } from './match.ts'
import type { NavigateOptions, Router } from './router.ts'

type RoutingState = { router: Router; location: Location; params: Record<string, string> }

export const RoutingContext = createContext<RoutingState | null>(null)

function useRouting() {
  const routing = use(RoutingContext)
  if (!routing) throw new Error('there is no router around this component')
  return routing
}

/** Returns the present location of the page. */
export const useLocation = () => useRouting().location

/** Returns the values of the path parameters of the present route. */
export const useParams = (): Partial<Record<string, string>> => useRouting().params

/** Returns a function that navigates to a path with a query string. */
export function useNavigate() {
  const { router } = useRouting()
  // `router.navigate` is read at each call, because `withDialogHistory` replaces it.
  return useCallback((to: string, options?: NavigateOptions) => router.navigate(to, options), [router])
}

type SearchParamsChange = ConstructorParameters<typeof URLSearchParams>[0] | ((before: URLSearchParams) => URLSearchParams)

/** Returns the parameters of the query string, and a function that navigates to the present path with other parameters. */
export function useSearchParams() {
  const { location, router } = useRouting()
  const params = useMemo(() => new URLSearchParams(location.search), [location.search])
  const changeSearchParams = (next: SearchParamsChange, options?: NavigateOptions) =>
    void router.navigate(`?${new URLSearchParams(typeof next === 'function' ? next(params) : next)}`, options)
  return [params, changeSearchParams] as const
}
