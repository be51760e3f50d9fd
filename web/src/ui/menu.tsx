import { Dropdown } from '@heroui/react'
import type { ComponentProps } from 'react'
import { RouterProvider } from 'react-aria-components'
import { useNavigate } from '../router/hooks.ts'
import type { MenuState } from './menu-button.tsx'

type MenuProps = Omit<ComponentProps<typeof Dropdown.Menu>, 'className' | 'autoFocus' | 'onClose'> & {
  label: string
  opened: MenuState
  className?: string
}

/** Renders the menu that a `MenuButton` opens. */
export function Menu({ label, opened, className = '', ...props }: MenuProps) {
  const { triggerRef, triggerId, isOpen, onClose, focus } = opened
  const navigate = useNavigate()
  return (
    <RouterProvider navigate={to => void navigate(to)}>
      <Dropdown isOpen={isOpen} onOpenChange={open => !open && onClose()}>
        <Dropdown.Popover aria-labelledby={triggerId} className={className} triggerRef={triggerRef}>
          <Dropdown.Menu {...props} aria-label={label} aria-labelledby={triggerId} autoFocus={focus ?? true} />
        </Dropdown.Popover>
      </Dropdown>
    </RouterProvider>
  )
}
