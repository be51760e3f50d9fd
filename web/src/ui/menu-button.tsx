import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Spinner } from './spinner.tsx'

/** What `Menu` in `menu.tsx` needs to know about the button that opens it, and whether it is open. */
export type MenuState = {
  triggerRef: RefObject<HTMLButtonElement | null>
  triggerId: string
  isOpen: boolean
  onClose: () => void
  /** The entry that receives the focus when the menu opens; undefined after a click, when the menu itself receives it. */
  focus: 'first' | 'last' | undefined
}

type MenuButtonProps = {
  /** The CSS classes of the button: those of `buttonClass`, or HeroUI's, such as `dropdown__trigger`. */
  className: string
  isPending?: boolean
  children: ReactNode
  isCurrent?: boolean
  /** Renders the menu. It is called only after the button has been pressed once. */
  menu: (opened: MenuState) => ReactNode
}

const FOCUSED_ENTRY_OF_KEY: Readonly<Record<string, 'first' | 'last'>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
}

/** Renders a button that opens a menu. It does not contain the script of the menu, which is fetched later. */
export function MenuButton({ className, children, isCurrent = false, isPending = false, menu }: MenuButtonProps) {
  const triggerId = useId()
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<Pick<MenuState, 'isOpen' | 'focus'>>()
  const isOpen = opened?.isOpen ?? false

  function openMenu(focus: MenuState['focus']) {
    if (isPending) return
    // Safari does not focus a button on a click. A menu that closes returns the focus to the element that had it, so the button focuses
    // itself.
    triggerRef.current?.focus({ preventScroll: true })
    setOpened({ isOpen: true, focus })
  }

  function openMenuByKey(event: KeyboardEvent) {
    const focus = FOCUSED_ENTRY_OF_KEY[event.key]
    if (!focus) return
    event.preventDefault()
    openMenu(focus)
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
        onClick={() => openMenu(undefined)}
        onKeyDown={openMenuByKey}
        ref={triggerRef}
        type="button"
      >
        {isPending && <Spinner />}
        {children}
      </button>
      {opened && menu({ triggerRef, triggerId, ...opened, onClose: () => setOpened({ ...opened, isOpen: false }) })}
    </>
  )
}
