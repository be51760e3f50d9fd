import type { User } from '@hudur/core/accounts/contract'
import { type QueryClient, type QueryKey, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { draftStore } from '../../device/drafts.ts'
import { rememberedProfile } from '../../device/remembered-profile.ts'
import { sentMarkStore } from '../../device/sent-marks.ts'
import { useBackend } from './use-backend.ts'
import { meKey } from './use-refresh.ts'

const sessionEndKey = ['accounts', 'session-end']
/** The key of the query data that records that the account is being deleted. */
export const accountDeletedKey = ['accounts', 'gone']

/** The first part of the keys of drafts. A draft stays when its own account signs in again. */
export const DRAFT_KEY = 'draft'

const useMeOptions = () => {
  const backend = useBackend()
  return queryOptions<User | null>({
    queryKey: meKey,
    async queryFn({ client }) {
      const userBefore = client.getQueryData<User | null>(meKey) ?? rememberedProfile.read()
      const user = await backend.accounts.me({})
      // A deleted account's profile stays until the deletion is confirmed. Otherwise the screen would report an expired session.
      if (!user && client.getQueryData(accountDeletedKey)) return userBefore
      rememberedProfile.write(user)
      if (userBefore && user && user.id !== userBefore.id) removeDataOfOthers(client, user)
      if (userBefore && !user) client.setQueryData(sessionEndKey, userBefore.id)
      return user
    },
    placeholderData: () => rememberedProfile.read() ?? undefined,
  })
}

/** Reads the signed-in user, or null. Until the first answer, `data` is the account that signed in last on this device. */
export function useMe() {
  return useQuery(useMeOptions())
}

/** Returns the id of the account whose session ended without a sign-out on this device, or undefined. */
export function useEndedSession(): string | undefined {
  return useQuery<string | null>({ queryKey: sessionEndKey, queryFn: skipToken }).data ?? undefined
}

/** The user for whom a screen is rendered. The guard of the screen provides it. */
export const SignedInUserContext = createContext<User | undefined>(undefined)

/**
 * Returns the user for whom the screen is rendered. Throws on screens without a guard for signed-in users. Unlike `useMe`, it still returns
 * the user when the session has ended and the guard has not redirected yet.
 */
export function useSignedInUser(): User {
  const user = useContext(SignedInUserContext)
  if (!user) throw new Error('the screen is not behind a guard for signed-in users')
  return user
}

/** Returns whether the signed-in user is a partner of an event that another account owns. Administrators are not partners. */
export function useIsPartnerOf({ userId }: { userId: string }) {
  const { id, isAdmin } = useSignedInUser()
  return !isAdmin && userId !== id
}

export function useLogin() {
  const backend = useBackend()
  const switchUser = useSwitchUser()
  return useMutation({ mutationFn: backend.accounts.login, onSuccess: switchUser })
}

export function useLogout() {
  const backend = useBackend()
  const switchUser = useSwitchUser()
  return useMutation({ mutationFn: backend.accounts.logout, onSuccess: () => switchUser(null) })
}

/** Returns a function that sets the signed-in user and removes others' data from memory. The drafts of an expired session stay. */
export function useSwitchUser() {
  const client = useQueryClient()
  return (user: User | null) => {
    rememberedProfile.write(user)
    void draftStore.leaveOnly(user?.id)
    sentMarkStore.leaveOnly(user?.id)
    removeDataOfOthers(client, user)
    client.setQueryData(meKey, user)
    client.setQueryData(sessionEndKey, null)
  }
}

/** Removes all loaded data from memory, except the drafts of `user` and the queries whose key begins with `accounts`. */
export function removeDataOfOthers(client: QueryClient, user: User | null) {
  const isKept = ([kind, owner]: QueryKey) => kind === 'accounts' || (kind === DRAFT_KEY && owner === user?.id)
  client.removeQueries({ predicate: query => !isKept(query.queryKey) })
}
