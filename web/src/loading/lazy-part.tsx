import { type ComponentType, lazy, useState } from 'react'
import { retrying } from './retry.ts'

/**
 * Returns a part of the product that is fetched when it is shown, or earlier by its `load`. It suspends until it has arrived. A cut connection
 * is tried again. A part that has arrived is rendered at once: `React.lazy` would show the fallback first, and React replaces a fallback
 * after 300 ms at the earliest.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const get = retrying(load)
  const Late = lazy(async () => ({ default: await get() }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  function Part(props: Props) {
    // The choice stays, because another component would lose its state.
    const [Loaded] = useState(get.loaded)
    return Loaded ? <Loaded {...props} /> : <Late {...props} />
  }
  return Object.assign(Part, { load: get })
}
