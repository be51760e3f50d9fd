import type { User } from '@hudur/core/accounts/contract'
import { LOCAL_ADMIN_USERNAME } from '@hudur/core/accounts/username'
import { useState } from 'react'
import { useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { useLogout } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/toast.tsx'

const words = text.logout

type LogoutDialogProps = { user: User; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Asks for confirmation of the sign-out, and whether this device may still sign the user in without a server. */
export function LogoutDialog({ user, isOpen, onOpenChange }: LogoutDialogProps) {
  const logout = useLogout()
  const waiting = useDeviceStatus(status => status.waiting)
  const [keepsOfflineSignIn, setKeeps] = useState(false)
  return (
    <ConfirmDialog
      confirm={words.action}
      isOpen={isOpen}
      isPending={logout.isPending}
      onConfirm={() => logout.mutateAsync({ keepsOfflineSignIn }).catch(() => notify.failure(words.failed))}
      onOpenChange={onOpenChange}
      title={words.question}
    >
      {words.consequence(user.fullName)}
      {waiting > 0 && ` ${words.waiting(formatCountedNoun(waiting, text.device.actWord))}`}
      {/* The fallback administrator can always sign in on this device without a server, so the dialog offers no checkbox. */}
      {user.id !== LOCAL_ADMIN_USERNAME && (
        <div className="mt-4">
          <CheckboxField isSelected={keepsOfflineSignIn} label={words.keepsOfflineSignIn} onChange={setKeeps} />
          <p className="text-muted text-sm">{words.keepsOfflineSignInMeans}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
