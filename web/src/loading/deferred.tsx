import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadingDialog } from '../ui/dialog-loading.tsx'
import { fetchPartWhenIdle } from './idle.ts'
import { LONG_RETRY_PAUSES_MS, withRetries } from './retry.ts'

/**
 * Returns a component whose code is downloaded when it is first rendered, or earlier when the browser is idle. Until then `waiting` is
 * rendered, by default nothing.
 */
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

type OpenableDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; title?: ReactNode }

/**
 * Returns a dialog whose code is downloaded when it first opens, or earlier when the browser is idle. Until then a dialog with the same
 * title shows that it is loading.
 */
export function deferredDialog<Props extends OpenableDialogProps>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = deferredComponent(load, ({ isOpen, onOpenChange, title }: Props) =>
    isOpen ? <LoadingDialog onClose={() => onOpenChange(false)} title={title} /> : null,
  )
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, when its module is loaded
  return function LaterDialog(props: Props) {
    const [hasOpened, setOpened] = useState(props.isOpen)
    if (props.isOpen && !hasOpened) setOpened(true)
    return hasOpened && <Part {...props} />
  }
}
