import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { RoutingContext } from './hooks.ts'
import type { Location } from './match.ts'
import type { Router } from './router.ts'

type ErrorScreenComponent = ComponentType<{ error: unknown }>

type CurrentScreenProps = {
  router: Router
  /** The component that is rendered in place of a screen that throws, until the location changes. */
  errorScreen: ErrorScreenComponent
}

export function CurrentScreen({ router, errorScreen }: CurrentScreenProps) {
  const [location, setLocation] = useState(router.location)
  useEffect(() => {
    const updateLocation = () => startTransition(() => setLocation(router.location()))
    updateLocation()
    return router.subscribe(updateLocation)
  }, [router])
  const match = useMemo(() => router.match(location), [router, location])
  const routing = useMemo(() => ({ router, location, params: match?.params ?? {} }), [router, location, match])
  return (
    <RoutingContext value={routing}>
      <ScreenErrorBoundary errorScreen={errorScreen} location={location}>
        {match?.route.element}
      </ScreenErrorBoundary>
    </RoutingContext>
  )
}

type ScreenErrorBoundaryProps = { errorScreen: ErrorScreenComponent; location: Location; children: ReactNode }
type ScreenErrorBoundaryState = { thrown?: { error: unknown } | undefined; location: Location }

class ScreenErrorBoundary extends Component<ScreenErrorBoundaryProps, ScreenErrorBoundaryState> {
  override state: ScreenErrorBoundaryState = { location: this.props.location }

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps({ location }: ScreenErrorBoundaryProps, state: ScreenErrorBoundaryState) {
    return location === state.location ? null : { thrown: undefined, location }
  }

  override render() {
    const { errorScreen: ErrorScreen, children } = this.props
    const { thrown } = this.state
    return thrown ? <ErrorScreen error={thrown.error} /> : children
  }
}
