import { type ComponentType, lazy, useState } from 'react'
import { withRetries } from './retry.ts'

/**
 * Returns a component whose code is downloaded when it is first rendered, or earlier with its function `load`. It suspends until the code
 * has arrived; a failed download is retried. `React.lazy` alone would show the fallback for at least 300 ms even if the code has arrived.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const get = withRetries(load)
  const LazyComponent = lazy(async () => ({ default: await get() }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module is loaded
  function Component(props: Props) {
    // The choice between the two components is kept in the state, because a change of the component would reset the state below it.
    const [Loaded] = useState(get.loaded)
    return Loaded ? <Loaded {...props} /> : <LazyComponent {...props} />
  }
  return Object.assign(Component, { load: get })
}
