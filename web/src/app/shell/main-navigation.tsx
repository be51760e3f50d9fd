import type { User } from '@hudur/core/accounts/contract'
import { ChevronDown } from 'lucide-react'
import { NavLink } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { MoreMenu } from './more-menu.tsx'
import { mainScreens } from './navigation.ts'

const headerLinkClass =
  'relative inline-flex h-16 items-center gap-1 px-1.5 font-medium lg:px-3.5 text-muted text-sm hover:text-foreground aria-[current=page]:text-accent aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:bg-gold'

export function HeaderNavigation({ user }: { user: User }) {
  return (
    <nav aria-label={text.shell.mainNavigation} className="hidden md:flex lg:ms-2 lg:gap-1">
      {mainScreens.map(({ label, to }) => (
        <NavLink className={headerLinkClass} key={label} to={to(user)}>
          {label}
        </NavLink>
      ))}
      <MoreMenu className={headerLinkClass} user={user}>
        {text.shell.more}
        <ChevronDown aria-hidden="true" className="size-4" />
      </MoreMenu>
    </nav>
  )
}

const bottomLinkClass =
  'relative flex w-full flex-col items-center gap-0.5 py-[min(0.625rem,2.8vw)] font-medium text-[length:min(0.75rem,5vw)] text-muted leading-[min(1rem,5.6vw)] aria-[current=page]:text-accent aria-[current=page]:before:absolute aria-[current=page]:before:inset-x-6 aria-[current=page]:before:top-0 aria-[current=page]:before:h-[3px] aria-[current=page]:before:bg-gold'

export function BottomNavigation({ user, onLogout }: { user: User; onLogout: () => void }) {
  return (
    <nav
      aria-label={text.shell.bottomNavigation}
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-border border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {mainScreens.map(({ label, icon: Icon, to }) => (
        <NavLink className={bottomLinkClass} key={label} to={to(user)}>
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
          {label}
        </NavLink>
      ))}
      <MobileMenu className={bottomLinkClass} onLogout={onLogout} user={user} />
    </nav>
  )
}
