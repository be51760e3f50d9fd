import type { User } from '@hudur/core/accounts/contract'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { balanceKeys, invitationsKey, useRefresh, usersKey } from '../../backend/hooks/use-refresh.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import type { UnsavedInvitation } from './unsaved-invitations.ts'

/**
 * Reads the users for whom an administrator may create invitations: all who are not administrators. Only administrators send this request.
 */
export function useHosts() {
  const backend = useBackend()
  const { isAdmin } = useSignedInUser()
  return useQuery({
    queryKey: usersKey,
    queryFn: () => backend.accounts.list({}),
    enabled: isAdmin,
    select: withoutAdministrators,
  })
}

const withoutAdministrators = (users: User[]) => users.filter(user => !user.isAdmin)

const createInvitationsInput = (drafts: readonly UnsavedInvitation[]) => ({
  nonce: newIdempotencyKey(),
  invitations: drafts.map(draft => ({ id: idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...draft })),
})

/**
 * Creates all the given invitations or, on an error, none. If no response arrives, they may have been created. A repeated request with the
 * same drafts therefore has the same idempotency key (`nonce`) and the same ids, so that they are created once.
 */
export function useCreateInvitations() {
  const backend = useBackend()
  const sendOnce = useIdempotentRequest<ReturnType<typeof createInvitationsInput>>()
  return useMutation<Invitation[], Error, readonly UnsavedInvitation[]>({
    mutationFn: drafts => sendOnce(JSON.stringify(drafts), () => createInvitationsInput(drafts), backend.invitations.create),
    onSettled: useRefresh(...balanceKeys, invitationsKey),
  })
}
