import type { User } from '@hudur/core/accounts/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { balanceKeys, invitationsKey, useRefresh, usersKey } from '../../backend/hooks/use-refresh.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { newId } from '../../device/new-id.ts'
import type { GeneratorValues } from './generator-values.ts'
import type { UnsavedInvitation } from './unsaved-invitations.ts'

/** Reads the users who are not administrators, for whom an administrator may create invitations. Sends no request for others. */
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

/** Returns the user whose balance is charged: the chosen one, otherwise the signed-in user. Undefined until the chosen user is loaded. */
export function useOwner({ control }: Pick<UseFormReturn<GeneratorValues>, 'control'>): User | undefined {
  const signedInUser = useSignedInUser()
  const hosts = useHosts()
  const owner = useWatch({ control, name: 'owner' })
  return owner === '' ? signedInUser : hosts.data?.find(({ id }) => id === owner)
}

const createInvitationsInput = (drafts: readonly UnsavedInvitation[]) => ({
  nonce: newIdempotencyKey(),
  invitations: drafts.map(draft => ({ id: newId(), ...draft })),
})

/**
 * Creates all the given invitations or, on an error, none; a call during another one is ignored. If no response arrives, they may have been
 * created. A repeated request with the same drafts therefore has the same idempotency key (`nonce`) and the same ids.
 */
export function useCreateInvitations() {
  const backend = useBackend()
  const sendOnce = useIdempotentRequest<ReturnType<typeof createInvitationsInput>>()
  const { mutateAsync, isPending, error } = useMutation<Invitation[], Error, readonly UnsavedInvitation[]>({
    mutationFn: drafts => sendOnce(JSON.stringify(drafts), () => createInvitationsInput(drafts), backend.invitations.create),
    onSettled: useRefresh(...balanceKeys, invitationsKey),
  })
  // `isPending` changes only with the next rendering, and a second click may come before that.
  const isCreating = useRef(false)
  async function create(drafts: readonly UnsavedInvitation[]) {
    if (isCreating.current) return undefined
    isCreating.current = true
    try {
      return await mutateAsync(drafts)
    } finally {
      isCreating.current = false
    }
  }
  return { create, isPending, error }
}
