import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchPartWhenIdle, waitForFirstView } from './idle.ts'
import { useIsNearViewport } from './near-viewport.ts'
import { LONG_RETRY_PAUSES_MS, withRetries } from './retry.ts'

/** Returns a component whose code is downloaded when it is first rendered or the browser is idle. Until then `waiting` is rendered. */
export function deferredComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const get = withRetries(load, LONG_RETRY_PAUSES_MS)
  fetchPartWhenIdle(get)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function Later(props: Props) {
    const [Part, setPart] = useState(get.loaded)
    useEffect(() => {
      if (Part) return
      get().then(
        part => setPart(() => part),
        () => {},
      )
    }, [Part])
    return Part ? <Part {...props} /> : waiting(props)
  }
}

/** The distance (pixels) from the visible area within which `componentWhenNear` downloads the code. */
const NEAR_DISTANCE = 200

/** Returns whether the user has pressed a key or has entered something since the component was rendered. */
function useHasInput() {
  const [hasInput, setInput] = useState(false)
  useEffect(() => {
    const stopWaiting = new AbortController()
    for (const type of ['keydown', 'input']) addEventListener(type, () => setInput(true), { once: true, signal: stopWaiting.signal })
    return () => stopWaiting.abort()
  }, [])
  return hasInput
}

/**
 * Works like `deferredComponent`, but renders `waiting` until that placeholder is nearly visible or the user has entered something: the Tab
 * key reaches a field only after it is rendered.
 */
export function componentWhenNear<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Part = deferredComponent(load, waiting)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function PartWhenNear(props: Props) {
    const place = useRef<HTMLDivElement>(null)
    const isNear = useIsNearViewport(place, NEAR_DISTANCE)
    const hasInput = useHasInput()
    const [hasBegun, setBegun] = useState(false)
    if ((isNear || hasInput) && !hasBegun) setBegun(true)
    return hasBegun ? <Part {...props} /> : <div ref={place}>{waiting(props)}</div>
  }
}

let isFirstViewOver = false
let firstView: Promise<void> | undefined

/** Waits until the first view of the page is over. The wait begins with the first call. */
const waitOnceForFirstView = () => {
  firstView ??= waitForFirstView().then(() => {
    isFirstViewOver = true
  })
  return firstView
}

/** Works like `deferredComponent`, but renders nothing, and downloads no code, until the first view of the page is over. */
export function componentAfterFirstView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = deferredComponent(load)
  void waitOnceForFirstView()
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function PartAfterFirstView(props: Props) {
    const [isDue, setDue] = useState(isFirstViewOver)
    useEffect(() => void waitOnceForFirstView().then(() => setDue(true)), [])
    return isDue && <Part {...props} />
  }
}
