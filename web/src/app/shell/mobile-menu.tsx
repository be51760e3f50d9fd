import type { User } from '@hudur/core/accounts/contract'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { LeaveIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { themes, useTheme } from '../../ui/use-theme.ts'
import { AccountSummary } from './account-summary.tsx'
import { furtherScreenGroupsOf } from './navigation.ts'
import { useWaitingCounts } from './use-waiting-counts.ts'
import { WaitingCountBadge } from './waiting-count.tsx'

/** Renders the last entry of a phone's navigation. It opens a dialog with the further screens, the theme and the sign-out. */
export function MobileMenu({ user, onLogout, className }: { user: User; onLogout: () => void; className: string }) {
  const [isOpen, setOpen] = useState(false)
  const waiting = useWaitingCounts(user)
  const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
  const { theme, choose } = useTheme()

  function closeMenuAndLogOut() {
    setOpen(false)
    onLogout()
  }

  return (
    <>
      <button aria-haspopup="dialog" className={className} onClick={() => setOpen(true)} type="button">
        <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.7} />
        {text.shell.more}
        <span className="absolute start-[calc(50%+min(0.5rem,2.2vw))] top-[min(0.375rem,1.7vw)]">
          <WaitingCountBadge count={total} />
        </span>
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={text.shell.more}>
        <AccountSummary className="rounded-lg bg-surface-secondary px-4 py-3" user={user} />
        <nav aria-label={text.shell.more} className="my-3 grid gap-4">
          {furtherScreenGroupsOf(user).map(group => (
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
        <fieldset className="mb-4 flex gap-2">
          <legend className="mb-2 font-medium text-muted text-sm">{text.shell.theme}</legend>
          {themes.map(name => (
            <Button
              aria-pressed={theme === name}
              className="min-h-11 grow px-2"
              key={name}
              onPress={() => choose(name)}
              variant={theme === name ? 'secondary' : 'outline'}
            >
              {text.shell.themes[name]}
            </Button>
          ))}
        </fieldset>
        <Button fullWidth onPress={closeMenuAndLogOut} variant="outline">
          <LeaveIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />
          {text.logout.action}
        </Button>
      </Dialog>
    </>
  )
}
