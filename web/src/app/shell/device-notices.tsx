import type { User } from '@hudur/core/accounts/contract'
import { LOCAL_ADMIN_USERNAME } from '@hudur/core/accounts/username'
import { type ReactNode, useState } from 'react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDevice, useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { useServerWarnings } from '../../backend/hooks/use-installation.ts'
import { useLocation } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { notify } from '../../ui/toast.tsx'
import { isScannerPath } from './navigation.ts'
import { useAppInstallation } from './use-app-installation.ts'

const DeviceDialog = deferredDialog(async () => (await import('./device-dialog.tsx')).DeviceDialog)
const SignInAgain = deferredDialog(async () => (await import('./sign-in-again.tsx')).SignInAgain)

const words = text.device

/** Renders the warnings about this device, one line each. Without warnings, only an empty live region is rendered. */
export function DeviceNotices({ user }: { user: User }) {
  const { state } = useConnection()
  const status = useDeviceStatus(status => status)
  const [isSigningIn, setSigningIn] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { newer } = useAppInstallation()
  const { pathname } = useLocation()
  const isAtScanner = isScannerPath(pathname)
  const showsReplica = /^\/(?:reports|data)\/?$/i.test(pathname) && state === 'disconnected' && status.canStoreData
  const isLocal = user.id === LOCAL_ADMIN_USERNAME
  const warnings = useServerWarnings(user.isAdmin && !isLocal && !isAtScanner && state === 'connected')

  return (
    <div>
      <div role="status">
        {isLocal && <NoticeLine>{words.localOnly}</NoticeLine>}
        {!status.canStoreData && state !== 'disconnected' && <NoticeLine>{words.checks.cannotKeep}</NoticeLine>}
        {showsReplica && !isLocal && (
          <p className="border-border border-b px-4 py-2 text-center text-muted text-sm">
            {status.replica ? words.showsCopy(formatTimeAndDay(status.replica.at, new Date())) : words.checks.noGuests}
          </p>
        )}
        {!isAtScanner && warnings?.map(warning => <NoticeLine key={warning}>{warning}</NoticeLine>)}
        {status.isClockFarOff && <NoticeLine>{words.checks.clockOff}</NoticeLine>}
        {status.needsSignIn && state !== 'disconnected' && !isLocal && (
          <NoticeLine action={words.signIn} onAction={() => setSigningIn(true)}>
            {words.needsSignIn}
          </NoticeLine>
        )}
        {status.rejected.length > 0 && (
          <NoticeLine action={words.rejected.show} onAction={() => setOpen(true)}>
            {words.rejected.some(formatCountedNoun(status.rejected.length, words.actWord))}
          </NoticeLine>
        )}
        {/* Installing an update reloads the page, so the scanner screen does not offer it. */}
        {newer && !isAtScanner && (
          <NoticeLine action={text.install.take} onAction={newer.activate}>
            {text.install.newer}
          </NoticeLine>
        )}
      </div>
      {user.isAdmin && !isLocal && status.takeOverCount > 0 && state === 'connected' && <TakeOverNotice orders={status.takeOverCount} />}
      <SignInAgain isOpen={isSigningIn} onOpenChange={setSigningIn} user={user} />
      <DeviceDialog isOpen={isOpen} onOpenChange={setOpen} />
    </div>
  )
}

/** Offers an administrator to take over entries that this device's fallback administrator made without a server. */
function TakeOverNotice({ orders }: { orders: number }) {
  const { takeOver } = useDevice()
  const [isPending, setPending] = useState(false)

  async function takeOverEntries() {
    setPending(true)
    try {
      const { left } = await takeOver()
      if (left > 0) notify.warning(words.takeOver.left(formatCountedNoun(left, words.actWord)))
      else notify.done(words.takeOver.done)
    } catch {
      notify.failure(words.takeOver.failed)
    } finally {
      setPending(false)
    }
  }

  return (
    <NoticeLine action={words.takeOver.action} isPending={isPending} onAction={() => void takeOverEntries()}>
      {words.takeOver.offer(formatCountedNoun(orders, words.actWord))}
    </NoticeLine>
  )
}

type NoticeLineProps = { children: ReactNode; action?: string; onAction?: () => void; isPending?: boolean }

function NoticeLine({ children, action, onAction, isPending = false }: NoticeLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-warning/25 border-b bg-warning-soft px-4 py-2 text-sm text-warning-soft-foreground">
      <p>{children}</p>
      {action && onAction && (
        <Button isPending={isPending} onPress={onAction} size="sm" variant="outline">
          {action}
        </Button>
      )}
    </div>
  )
}
