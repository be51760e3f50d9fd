import type { User } from '@hudur/core/accounts/contract'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { LeaveIcon } from '../../ui/arrows.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AccountSummary } from './account-summary.tsx'
import { furtherScreenGroupsOf, mainScreens } from './navigation.ts'
import { useWaitingCounts } from './use-waiting-counts.ts'
import { WaitingCountBadge } from './waiting-count.tsx'

export function MobileMenu({ user, onLogout }: { user: User; onLogout: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const waiting = useWaitingCounts(user)
  const groups = [
    { label: text.shell.mainNavigation, screens: mainScreens.map(screen => ({ ...screen, to: screen.to(user) })) },
    ...furtherScreenGroupsOf(user),
  ]

  function closeMenuAndLogOut() {
    setOpen(false)
    onLogout()
  }

  return (
    <>
      <IconButton className="-me-2 md:hidden" label={text.shell.menu} onPress={() => setOpen(true)}>
        <Menu aria-hidden="true" className="size-5" />
      </IconButton>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={text.shell.menu}>
        <AccountSummary className="rounded-lg bg-surface-secondary px-4 py-3" user={user} />
        <nav aria-label={text.shell.mainNavigation} className="my-3 grid gap-4">
          {groups.map(group => (
            <ul aria-label={group.label} key={group.label}>
              {group.screens.map(({ label, icon: Icon, to }) => (
                <li key={to}>
                  <NavLink
                    className="flex min-h-12 items-center gap-3 border-separator border-b px-1 font-medium text-sm aria-[current=page]:text-accent"
                    onClick={() => setOpen(false)}
                    to={to}
                  >
                    <Icon aria-hidden="true" className="size-5 text-gold-ink" strokeWidth={1.7} />
                    {label}
                    <WaitingCountBadge className="ms-auto" count={waiting[to] ?? 0} />
                  </NavLink>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <Button fullWidth onPress={closeMenuAndLogOut} variant="outline">
          <LeaveIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />
          {text.logout.action}
        </Button>
      </Dialog>
    </>
  )
}
