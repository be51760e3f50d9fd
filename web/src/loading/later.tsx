import { type ComponentType, useEffect, useState } from 'react'
import { nextPart } from './idle.ts'
import { retrying } from './retry.ts'

/** Pauses between attempts to fetch a part that is already needed, in milliseconds: it appears as soon as the line allows. */
const PAUSES_MS = [1_000, 2_000, 4_000, ...Array.from({ length: 60 }, () => 8_000)]

/**
 * Returns a component that is fetched when it is first rendered, or earlier when the browser is idle. Nothing is shown until it has arrived.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const get = retrying(async () => {
    loaded = await load()
    return loaded
  }, PAUSES_MS)
  nextPart(get)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      get().then(
        part => setPart(() => part),
        () => {},
      )
    }, [Part])
    return Part && <Part {...props} />
  }
}

/** Returns a dialog that is fetched when it first opens, or earlier when the browser is idle. */
export function laterDialog<Props extends { isOpen: boolean }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = later(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, when its module is loaded
  return function LaterDialog(props: Props) {
    const [hasOpened, setOpened] = useState(props.isOpen)
    if (props.isOpen && !hasOpened) setOpened(true)
    return hasOpened && <Part {...props} />
  }
}
