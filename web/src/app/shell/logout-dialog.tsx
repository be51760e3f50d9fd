import type { User } from '@hudur/core'
import { useLogout } from '../../features/accounts/queries.ts'
import { text } from '../../text/ar.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { say } from '../../ui/toast.tsx'

type LogoutDialogProps = { user: User; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Asks before signing out. The session is the server's to end, so without an answer nobody is signed out. */
export function LogoutDialog({ user, isOpen, onOpenChange }: LogoutDialogProps) {
  const logout = useLogout()
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
    </ConfirmDialog>
  )
}
