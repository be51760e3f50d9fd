import type { User } from '@hudur/core'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { text } from '../../text/ar.ts'
import { Leave } from '../../ui/arrows.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AccountSummary } from './account-summary.tsx'
import { places } from './navigation.ts'

/** On phones: the places, who is here, and the way out. */
export function MobileMenu({ user, onLogout }: { user: User; onLogout: () => void }) {
  const [isOpen, setOpen] = useState(false)

  function leave() {
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
        <nav aria-label={text.shell.mainNavigation} className="my-3 grid">
          {places.map(({ label, icon: Icon, to }) => (
            <NavLink
              className="flex min-h-13 items-center gap-3 border-separator border-b px-1 font-medium text-sm aria-[current=page]:text-accent"
              key={label}
              onClick={() => setOpen(false)}
              to={to(user)}
            >
              <Icon aria-hidden="true" className="size-5 text-gold-ink" strokeWidth={1.7} />
              {label}
            </NavLink>
          ))}
        </nav>
        <Button fullWidth onPress={leave} variant="outline">
          <Leave aria-hidden="true" className="size-5" strokeWidth={1.7} />
          {text.logout.action}
        </Button>
      </Dialog>
    </>
  )
}
