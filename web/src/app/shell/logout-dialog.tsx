import type { User } from '@hudur/core'
import { useDevice } from '../../backend/use-device.ts'
import { useLogout } from '../../features/accounts/queries.ts'
import { text } from '../../text/ar.ts'
import { counted } from '../../text/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { say } from '../../ui/toast.tsx'

type LogoutDialogProps = { user: User; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Asks before signing out, and says what is still to be told in this one's name. */
export function LogoutDialog({ user, isOpen, onOpenChange }: LogoutDialogProps) {
  const logout = useLogout()
  const { waiting } = useDevice().status
  return (
    <ConfirmDialog
      confirm={text.logout.action}
      isOpen={isOpen}
      isPending={logout.isPending}
      onConfirm={() => logout.mutate(undefined, { onError: () => say.failure(text.logout.failed) })}
      onOpenChange={onOpenChange}
      title={text.logout.question}
    >
      {text.logout.consequence(user.fullName)}
      {waiting > 0 && ` ${text.logout.waiting(counted(waiting, text.device.actWord))}`}
    </ConfirmDialog>
  )
}
