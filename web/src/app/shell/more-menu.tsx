import type { User } from '@hudur/core'
import type { ReactNode } from 'react'
import { later } from '../../loading/later.tsx'
import { useLocation } from '../../router/hooks.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import type { MoreListProps } from './more-list.tsx'
import { furtherScreensOf, isCurrentPath } from './navigation.ts'
import { useWaiting } from './use-waiting.ts'
import { WaitingCount } from './waiting-count.tsx'

const MoreList = later<MoreListProps>(async () => (await import('./more-list.tsx')).MoreList)

/**
 * The menu of the screens outside the main navigation. `children` and `className` are the content and classes of the button that opens it.
 */
export function MoreMenu({ user, children, className }: { user: User; children: ReactNode; className: string }) {
  const { pathname } = useLocation()
  const waiting = useWaiting(user)
  const isOnMenuScreen = furtherScreensOf(user).some(({ screens }) => screens.some(({ to }) => isCurrentPath(pathname, to)))
  const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)

  return (
    <MenuButton
      className={`dropdown__trigger ${className}`}
      isCurrent={isOnMenuScreen}
      menu={opened => <MoreList opened={opened} user={user} waiting={waiting} />}
    >
      {children}
      {/* Hidden, because screen readers read each number in the menu, at the entry of its screen. */}
      <span aria-hidden="true" className="max-md:absolute max-md:start-[calc(50%+0.5rem)] max-md:top-1.5">
        <WaitingCount count={total} />
      </span>
    </MenuButton>
  )
}
