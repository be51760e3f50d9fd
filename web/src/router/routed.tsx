import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { RoutingContext } from './hooks.ts'
import type { Location } from './match.ts'
import type { Router } from './router.ts'

type ErrorScreen = ComponentType<{ error: unknown }>

type RoutedProps = {
  router: Router
  /** Shown in place of a screen that throws, until the location changes. */
  errorScreen: ErrorScreen
}

/** Shows the screen of the current location. */
export function Routed({ router, errorScreen }: RoutedProps) {
  const [location, setLocation] = useState(router.location)
  useEffect(() => {
    const follow = () => startTransition(() => setLocation(router.location()))
    follow()
    return router.subscribe(follow)
  }, [router])
  const match = useMemo(() => router.match(location), [router, location])
  const routing = useMemo(() => ({ router, location, params: match?.params ?? {} }), [router, location, match])
  return (
    <RoutingContext value={routing}>
      <Boundary errorScreen={errorScreen} location={location}>
        {match?.route.element}
      </Boundary>
    </RoutingContext>
  )
}

type BoundaryProps = { errorScreen: ErrorScreen; location: Location; children: ReactNode }
type BoundaryState = { thrown?: { error: unknown } | undefined; location: Location }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location }

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState) {
    return location === state.location ? null : { thrown: undefined, location }
  }

  override render() {
    const { errorScreen: ErrorScreen, children } = this.props
    const { thrown } = this.state
    return thrown ? <ErrorScreen error={thrown.error} /> : children
  }
}
