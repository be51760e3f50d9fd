import { Dropdown, Label } from '@heroui/react'
import { Ellipsis, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Button, buttonClass, IconButton } from './button.tsx'
import { Menu } from './menu.tsx'
import { MenuButton } from './menu-button.tsx'
import { useIsWide } from './use-is-wide.ts'

const words = text.selection

export type SelectionAction = { id: string; label: string; Icon: LucideIcon; isDisabled: boolean; isDanger?: boolean; act: () => void }

type SelectionBarProps = {
  label: string
  /** How many rows are selected. */
  status: string
  /** The buttons that a phone shows too, and the actions that it has in a menu. */
  children?: ReactNode
  actions: readonly SelectionAction[]
  /** What is shown above the buttons, such as the progress of a download. */
  progress?: ReactNode
  onClose: () => void
}

/** Renders the bar with the actions for selected rows. On a phone it covers the bottom navigation. */
export function SelectionBar({ label, status, children, actions, progress, onClose }: SelectionBarProps) {
  const isWide = useIsWide()
  const closeButton = (
    <IconButton label={words.end} onPress={onClose} size="sm">
      <X aria-hidden="true" className="size-5" strokeWidth={1.6} />
    </IconButton>
  )
  return (
    <section
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 grid gap-2 border-border border-t bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-overlay md:inset-x-auto md:start-1/2 md:bottom-6 md:w-max md:translate-x-1/2 md:rounded-xl md:border md:px-5 print:hidden"
    >
      {progress}
      {/* On a phone the buttons have no icons, so that they fit on one line. */}
      <div className="flex flex-wrap items-center gap-1.5 max-md:[&_button:not([aria-label],[aria-haspopup])]:px-2.5 max-md:[&_button:not([aria-label],[aria-haspopup])_svg]:hidden">
        <p className="font-medium text-sm max-md:grow md:me-4" role="status">
          {status}
        </p>
        {!isWide && (
          <>
            {closeButton}
            <span className="w-full" />
          </>
        )}
        {children}
        {isWide ? actions.map(one => <ActionButton action={one} key={one.id} />) : <MoreActions actions={actions} />}
        {isWide && closeButton}
      </div>
    </section>
  )
}

export function ActionButton({ action: { label, Icon, isDisabled, isDanger = false, act } }: { action: SelectionAction }) {
  return (
    <Button className={isDanger ? 'text-danger' : ''} isDisabled={isDisabled} onPress={act} size="sm" variant="ghost">
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      {label}
    </Button>
  )
}

function MoreActions({ actions }: { actions: readonly SelectionAction[] }) {
  return (
    <MenuButton
      className={buttonClass({ variant: 'ghost', size: 'sm', isIconOnly: true })}
      menu={opened => (
        <Menu
          disabledKeys={actions.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)}
          label={words.more}
          onAction={chosen => actions.find(({ id }) => id === chosen)?.act()}
          opened={opened}
        >
          {actions.map(({ id, label, Icon, isDanger = false }) => (
            <Dropdown.Item className={isDanger ? 'text-danger' : ''} id={id} key={id} textValue={label}>
              <Icon aria-hidden="true" className="size-4" strokeWidth={1.7} />
              <Label>{label}</Label>
            </Dropdown.Item>
          ))}
        </Menu>
      )}
    >
      <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.6} />
      <span className="sr-only">{words.more}</span>
    </MenuButton>
  )
}
