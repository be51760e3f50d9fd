import type { User } from '@hudur/core/accounts/contract'
import type { ReactNode } from 'react'
import { deferredComponent } from '../../loading/deferred.tsx'
import { useLocation } from '../../router/hooks.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { furtherScreenGroupsOf, isCurrentPath } from './navigation.ts'
import { useWaitingCounts } from './use-waiting-counts.ts'
import { WaitingCountBadge } from './waiting-count.tsx'

const MoreMenuEntries = deferredComponent(async () => (await import('./more-menu-entries.tsx')).MoreMenuEntries)

/** Renders the menu of the screens outside the main navigation. `children` is the content of the button that opens it. */
export function MoreMenu({ user, children, className }: { user: User; children: ReactNode; className: string }) {
  const { pathname } = useLocation()
  const waiting = useWaitingCounts(user)
  const isOnMenuScreen = furtherScreenGroupsOf(user).some(({ screens }) => screens.some(({ to }) => isCurrentPath(pathname, to)))
  const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)

  return (
    <MenuButton
      className={`dropdown__trigger ${className}`}
      isCurrent={isOnMenuScreen}
      menu={opened => <MoreMenuEntries opened={opened} user={user} waiting={waiting} />}
    >
      {children}
      <WaitingCountBadge count={total} />
    </MenuButton>
  )
}
