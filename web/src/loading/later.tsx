import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { DialogLoading } from '../ui/dialog-loading.tsx'
import { nextPart } from './idle.ts'
import { PATIENT_PAUSES_MS, retrying } from './retry.ts'

/**
 * Returns a component that is fetched when it is first rendered, or earlier when the browser is idle. `waiting` renders what is shown until it
 * has arrived; by default nothing.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const get = retrying(load, PATIENT_PAUSES_MS)
  nextPart(get)
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

type OpenDialog = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; title?: ReactNode }

/** Returns a dialog that is fetched when it first opens, or earlier when the browser is idle. Until then a dialog of its name says that it is loading. */
export function laterDialog<Props extends OpenDialog>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = later(load, ({ isOpen, onOpenChange, title }: Props) =>
    isOpen ? <DialogLoading onClose={() => onOpenChange(false)} title={title} /> : null,
  )
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, when its module is loaded
  return function LaterDialog(props: Props) {
    const [hasOpened, setOpened] = useState(props.isOpen)
    if (props.isOpen && !hasOpened) setOpened(true)
    return hasOpened && <Part {...props} />
  }
}
