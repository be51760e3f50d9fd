import type { User } from '@hudur/core/accounts/contract'
import { text } from '../../../text/ar.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notify } from '../../../ui/toast.tsx'
import { useRemoveUser } from '../administration-queries.ts'
import { refusalMessageOf } from '../error-text.ts'

const words = text.users

export function RemoveUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useRemoveUser()

  async function removeUser() {
    try {
      await remove.mutateAsync({ id: user.id })
      notify.done(words.removed)
    } catch (error) {
      notify.failure(words.removeFailed, refusalMessageOf(error))
    }
    onClose()
  }

  return (
    <ConfirmDialog
      confirm={words.remove}
      isDanger
      isOpen
      isPending={remove.isPending}
      onConfirm={() => void removeUser()}
      onOpenChange={onClose}
      title={words.question(user.fullName, user.username)}
    >
      {words.consequence}
    </ConfirmDialog>
  )
}
