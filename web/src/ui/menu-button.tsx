import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Spinner } from './spinner.tsx'

/** How a menu belongs to its button, for `Menu` in `menu.tsx`. */
export type OpenedMenu = {
  triggerRef: RefObject<HTMLButtonElement | null>
  triggerId: string
  isOpen: boolean
  onClose: () => void
  /** Which entry gets the focus; the menu itself when a pointer opened it. */
  focus: 'first' | 'last' | undefined
}

type MenuButtonProps = {
  /** Classes of the button: those of `buttonClass`, or HeroUI's `dropdown__trigger` and others. */
  className: string
  isPending?: boolean
  children: ReactNode
  /** Whether the menu has the current screen. */
  isCurrent?: boolean
  /** Returns the menu. It is rendered from the first press on. */
  menu: (opened: OpenedMenu) => ReactNode
}

const KEYS: Readonly<Record<string, 'first' | 'last'>> = { Enter: 'first', ' ': 'first', ArrowDown: 'first', ArrowUp: 'last' }

/** A button that opens a menu, without the script of menus, which is fetched later. */
export function MenuButton({ className, children, isCurrent = false, isPending = false, menu }: MenuButtonProps) {
  const triggerId = useId()
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [hasOpened, setOpened] = useState(false)
  const [focus, setFocus] = useState<'first' | 'last'>()
  const [isOpen, setOpen] = useState(false)

  function open(by?: 'first' | 'last') {
    if (isPending) return
    // Safari does not focus a button that is pressed, and the menu gives the focus back to where it was.
    triggerRef.current?.focus({ preventScroll: true })
    setFocus(by)
    setOpened(true)
    setOpen(true)
  }

  function openByKey(event: KeyboardEvent) {
    const by = KEYS[event.key]
    if (!by) return
    event.preventDefault()
    open(by)
  }

  return (
    <>
      <button
        aria-current={isCurrent ? 'page' : undefined}
        aria-disabled={isPending || undefined}
        aria-expanded={isOpen}
        aria-haspopup="true"
        className={className}
        data-pending={isPending || undefined}
        data-pressed={isOpen || undefined}
        data-slot="dropdown-trigger"
        id={triggerId}
        onClick={() => open()}
        onKeyDown={openByKey}
        ref={triggerRef}
        type="button"
      >
        {isPending && <Spinner />}
        {children}
      </button>
      {hasOpened && menu({ triggerRef, triggerId, isOpen, onClose: () => setOpen(false), focus })}
    </>
  )
}
