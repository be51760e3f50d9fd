import { type ComponentType, type ReactNode, useState } from 'react'
import { deferredComponent } from '../loading/deferred.tsx'
import { LoadingDialog } from './dialog-loading.tsx'

type OpenableDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; title?: ReactNode }

/** Returns a dialog whose code is downloaded when it first opens or the browser is idle. Until then a dialog shows that it is loading. */
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
