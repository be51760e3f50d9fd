import type { User } from '@hudur/core/accounts/contract'
import { type ReactNode, useState } from 'react'
import { useAccountOfOtherTabs } from '../../backend/hooks/use-account-of-other-tabs.ts'
import { componentAfterFirstView, deferredComponent } from '../../loading/deferred.tsx'
import { useLocation } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { LeaveIcon } from '../../ui/arrows.tsx'
import { IconButton } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { Logo } from '../../ui/logo.tsx'
import { notify } from '../../ui/toast.tsx'
import { AccountSummary } from './account-summary.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { DeviceNotices } from './device-notices.tsx'
import { BottomNavigation, HeaderNavigation } from './main-navigation.tsx'
import { homePathOf, isScannerPath } from './navigation.ts'
import { Page } from './page.tsx'
import { SkipLink } from './skip-link.tsx'

const LogoutDialog = deferredDialog(async () => (await import('./logout-dialog.tsx')).LogoutDialog)

const FindButton = deferredComponent(async () => (await import('./find-button.tsx')).FindButton)

const VipArrivals = componentAfterFirstView(async () => (await import('../../features/vip-arrivals/vip-arrivals.tsx')).VipArrivals)

export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const [isLeaving, setLeaving] = useState(false)
  // The scanner follows the figures of its event, which many phones do at once, and says itself who has arrived.
  const isAtScanner = isScannerPath(useLocation().pathname)
  useAccountOfOtherTabs(({ fullName }) => notify.warning(text.shell.otherAccount(fullName)))
  return (
    <div className="flex min-h-dvh flex-col pb-[5rem] md:pb-0 print:block print:pb-0">
      <SkipLink />
      <header className="border-border border-b bg-surface">
        <div className="mx-auto flex min-h-16 max-w-[1240px] flex-wrap items-center gap-x-3 px-4 md:px-6 lg:gap-x-6">
          <Link aria-label={text.shell.home} className="text-accent" to={homePathOf(user)}>
            <Logo />
          </Link>
          <HeaderNavigation user={user} />
          <div className="ms-auto flex items-center gap-2 lg:gap-5">
            <FindButton user={user} />
            <ConnectionBadge />
            <span aria-hidden="true" className="hidden h-7 w-px bg-border md:block" />
            <AccountSummary className="hidden md:block" user={user} />
            <IconButton className="hidden md:inline-flex" label={text.logout.action} onPress={() => setLeaving(true)}>
              <LeaveIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />
            </IconButton>
          </div>
        </div>
      </header>
      <div className="print:hidden">
        <ConnectionBanner />
        <DeviceNotices user={user} />
      </div>
      <Page className="mx-auto w-full max-w-[1240px] flex-1 px-4 py-7 md:px-6 md:py-10 print:max-w-none print:p-0">{children}</Page>
      <BottomNavigation onLogout={() => setLeaving(true)} user={user} />
      {!isAtScanner && <VipArrivals event={null} />}
      <LogoutDialog isOpen={isLeaving} onOpenChange={setLeaving} user={user} />
    </div>
  )
}
