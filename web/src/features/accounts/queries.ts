import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, useIdempotentCall, useRead } from '../../backend/hooks/use-call.ts'
import { meKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { accountDeletedKey, useSignedInUser, useSwitchUser } from '../../backend/hooks/use-session.ts'
import { draftStore } from '../../device/drafts.ts'
import { newNonce } from '../../device/idempotency-key.ts'
import { rememberedProfile } from '../../device/remembered-profile.ts'
import { sentMarkStore } from '../../device/sent-marks.ts'

export const useRegister = () => useIdempotentCall(newNonce, ({ accounts }) => accounts.register)

/** Reads whose link for the first password this is. Sends no request without a token. The answer is not kept. */
export const useWelcome = (token: string | undefined) =>
  useRead(['accounts', 'welcome', token], ({ accounts }) => accounts.welcome({ token: token! }), {
    ...{ enabled: token !== undefined, gcTime: 0, retry: false, staleTime: Number.POSITIVE_INFINITY },
  })

/** Sets the first password of an account and signs in. */
export function useSetFirstPassword() {
  const backend = useBackend()
  const switchUser = useSwitchUser()
  return useMutation({ mutationFn: backend.accounts.setFirstPassword, onSuccess: switchUser })
}

const sessionsKey = ['accounts', 'sessions']

export function useSessions() {
  const { id } = useSignedInUser()
  return useRead([...sessionsKey, id], ({ accounts }) => accounts.sessions({}))
}

export const useEndSession = () => useCall(({ accounts }) => accounts.endSession, sessionsKey)

const linksKey = ['links']

/**
 * Counts the open links to the events of an account; 0 until the answer has arrived. Only administrators may count those of other accounts.
 */
export const useOpenLinkCount = (userId: string) =>
  useRead([...linksKey, 'open', userId], async ({ links }) => (await links.count({ userId })).open).data ?? 0

/** Changes the signed-in user's password. The user's other sessions end, and with `endsLinks` also the open links of their events. */
export function useChangePassword() {
  const backend = useBackend()
  // The profile shows when the password was last changed, and the sessions that are still signed in.
  return useMutation({ mutationFn: backend.accounts.changePassword, onSuccess: useRefresh(meKey, sessionsKey, linksKey) })
}

/** How long the confirmation of a deletion is shown before the sign-in screen is loaded, in milliseconds. */
const CONFIRMATION_DISPLAY_MS = 3000

/** Deletes the signed-in user's account with everything they created. After `CONFIRMATION_DISPLAY_MS` the sign-in screen is loaded. */
export function useDeleteAccount() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({
    mutationFn: backend.accounts.deleteAccount,
    onMutate: () => client.setQueryData(accountDeletedKey, true),
    onError: () => client.setQueryData(accountDeletedKey, false),
    onSuccess: () => void setTimeout(() => void loadSignInScreen(), CONFIRMATION_DISPLAY_MS),
  })
}

/** Loads the sign-in screen as a new document, so that no data of the user stays in memory. */
async function loadSignInScreen() {
  rememberedProfile.write(null)
  sentMarkStore.leaveOnly(undefined)
  await draftStore.leaveOnly(undefined)
  window.location.replace('/login')
}
