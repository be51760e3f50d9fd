import { LOCAL_ADMIN, type User } from '@hudur/core'
import { type ReactNode, useState } from 'react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { useDisk } from '../../features/settings/queries.ts'
import { laterDialog } from '../../loading/later.tsx'
import { useLocation } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { counted, shortNumber, timeAndDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toast.tsx'
import type { DeviceDialogProps } from './device-dialog.tsx'
import type { SignInAgainProps } from './sign-in-again.tsx'
import { useShell } from './use-shell.ts'

const DeviceDialog = laterDialog<DeviceDialogProps>(async () => (await import('./device-dialog.tsx')).DeviceDialog)
const SignInAgain = laterDialog<SignInAgainProps>(async () => (await import('./sign-in-again.tsx')).SignInAgain)

const words = text.device

/** Shows warnings about this device, one line each; nothing if there are none. */
export function DeviceNotices({ user }: { user: User }) {
  const { state } = useConnection()
  const { status } = useDevice()
  const [isSigningIn, setSigningIn] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { newer } = useShell()
  const { pathname } = useLocation()
  const isAtScanner = /^\/scanner\/?$/i.test(pathname)
  const showsReplica = /^\/(?:reports|data)\/?$/i.test(pathname) && state === 'disconnected' && status.canKeep
  const isLocal = user.id === LOCAL_ADMIN
  const disk = useDisk(user.isAdmin && !isLocal && !isAtScanner && state === 'connected')

  return (
    <div>
      <div role="status">
        {isLocal && <Line>{words.localOnly}</Line>}
        {!status.canKeep && state !== 'disconnected' && <Line>{words.checks.cannotKeep}</Line>}
        {showsReplica && !isLocal && (
          <p className="border-border border-b px-4 py-2 text-center text-muted text-sm">
            {status.replica ? words.showsCopy(timeAndDay(status.replica.at, new Date())) : words.checks.noGuests}
          </p>
        )}
        {disk?.isLow && !isAtScanner && <Line>{words.diskLow(shortNumber((disk.free ?? 0) / 2 ** 30))}</Line>}
        {status.isClockFarOff && <Line>{words.checks.clockOff}</Line>}
        {status.needsSignIn && state !== 'disconnected' && !isLocal && (
          <Line action={words.signIn} onAction={() => setSigningIn(true)}>
            {words.needsSignIn}
          </Line>
        )}
        {status.rejected.length > 0 && (
          <Line action={words.rejected.show} onAction={() => setOpen(true)}>
            {words.rejected.some(counted(status.rejected.length, words.actWord))}
          </Line>
        )}
        {/* An update reloads the page, so it is not offered at the scanner. */}
        {newer && !isAtScanner && (
          <Line action={text.install.take} onAction={newer.activate}>
            {text.install.newer}
          </Line>
        )}
      </div>
      {user.isAdmin && !isLocal && status.toTakeOver > 0 && state === 'connected' && <TakeOver orders={status.toTakeOver} />}
      <SignInAgain isOpen={isSigningIn} onOpenChange={setSigningIn} user={user} />
      <DeviceDialog isOpen={isOpen} onOpenChange={setOpen} />
    </div>
  )
}

/**
 * Offers an administrator to take over the entries that the fallback administrator stored on this device while the server could not be
 * reached.
 */
function TakeOver({ orders }: { orders: number }) {
  const { takeOver } = useDevice()
  const [isPending, setPending] = useState(false)

  async function takeOverEntries() {
    setPending(true)
    try {
      const { left } = await takeOver()
      if (left > 0) say.warning(words.takeOver.left(counted(left, words.actWord)))
      else say.done(words.takeOver.done)
    } catch {
      say.failure(words.takeOver.failed)
    } finally {
      setPending(false)
    }
  }

  return (
    <Line action={words.takeOver.action} isPending={isPending} onAction={() => void takeOverEntries()}>
      {words.takeOver.offer(counted(orders, words.actWord))}
    </Line>
  )
}

type LineProps = { children: ReactNode; action?: string; onAction?: () => void; isPending?: boolean }

function Line({ children, action, onAction, isPending = false }: LineProps) {
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
