import type { contract, EndpointInput, User } from '@hudur/core'
import { type QueryClient, type QueryKey, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useMemo } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { draftStore } from '../../device/drafts.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { sentMarkStore } from '../../device/sent-marks.ts'
import { tabDraftStore } from '../../device/tab-drafts.ts'
import { rememberedProfile } from './profile.ts'

export const meKey = ['accounts', 'me']
export const usersKey = ['users']
const sessionEndKey = ['accounts', 'session-end']
const accountDeletedKey = ['accounts', 'gone']

const useMeOptions = () => {
  const backend = useBackend()
  return queryOptions<User | null>({
    queryKey: meKey,
    async queryFn({ client }) {
      const userBefore = client.getQueryData<User | null>(meKey) ?? rememberedProfile.read()
      const user = await backend.accounts.me({})
      // A deleted account's profile stays in the cache until the deletion is answered and confirmed. Otherwise the screen would report an
      // expired session.
      if (!user && client.getQueryData(accountDeletedKey)) return userBefore
      rememberedProfile.write(user)
      if (userBefore && user && user.id !== userBefore.id) removeDataOfOthers(client, user)
      if (userBefore && !user) client.setQueryData(sessionEndKey, userBefore.id)
      return user
    },
    placeholderData: () => rememberedProfile.read() ?? undefined,
  })
}

/**
 * Reads the signed-in user, or null. Until the first answer, `data` is the account that signed in last on this device, and
 * `isPlaceholderData` is true.
 */
export function useMe() {
  return useQuery(useMeOptions())
}

/**
 * Returns the id of the account whose session ended without a sign-out on this device, or undefined. The sign-in screen then says that it
 * expired.
 */
export function useEndedSession(): string | undefined {
  return useQuery<string | null>({ queryKey: sessionEndKey, queryFn: skipToken }).data ?? undefined
}

/** The user for whom a screen is rendered. The guard of the screen provides it. */
export const SignedInUserContext = createContext<User | undefined>(undefined)

/**
 * Returns the user for whom the screen is rendered. Throws on screens without a guard for signed-in users. The query of `useMe` would not do:
 * a component that mounts after the session has ended, and before the guard has redirected, would find no user there.
 */
export function useSignedInUser(): User {
  const user = useContext(SignedInUserContext)
  if (!user) throw new Error('the screen is not behind a guard for signed-in users')
  return user
}

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

/** Reads the names of users by their ids. */
export function useUserNames() {
  const backend = useBackend()
  return useQuery({
    queryKey: usersKey,
    queryFn: () => backend.accounts.list({}),
    select: users => new Map(users.map(({ id, fullName }) => [id, fullName])),
  })
}

/** Returns a function that reloads the balances of the signed-in user and of all users, for use after invitations were created. */
export function useRefreshBalances() {
  const client = useQueryClient()
  return () => Promise.all([meKey, usersKey].map(queryKey => client.invalidateQueries({ queryKey })))
}

const DRAFT_KEY = 'draft'

/**
 * Returns the draft that the user left on a screen, and `keep`, which stores a draft. Drafts stay in memory until the user signs out, so
 * that nothing typed is lost when a session expires.
 */
export function useDraft<Draft>(screen: string) {
  const client = useQueryClient()
  const { id } = useSignedInUser()
  const keep = useCallback(
    (draft: Draft) => {
      client.setQueryDefaults([DRAFT_KEY], { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData([DRAFT_KEY, id, screen], draft)
    },
    [client, id, screen],
  )
  return { draft: client.getQueryData<Draft>([DRAFT_KEY, id, screen]), keep }
}

/** Works like `useDraft`, for drafts of plain JSON. They also survive a reload of the page in this tab, until the account signs out. */
export function useTabDraft<Draft>(screen: string) {
  const { id } = useSignedInUser()
  const { draft, keep: keepInMemory } = useDraft<Draft>(screen)
  const keep = useCallback(
    (newDraft: Draft) => {
      keepInMemory(newDraft)
      tabDraftStore.write(id, screen, newDraft)
    },
    [keepInMemory, id, screen],
  )
  return { draft: draft ?? (tabDraftStore.read(id, screen) as Draft | undefined), keep }
}

/**
 * Returns functions that read and write the parts of a screen's draft on this device's disk. A draft survives closing the tab, until the
 * account signs out. Nothing is written for an account that has signed out in this tab or another.
 */
export function useStoredDraft<Part extends string>(screen: string, parts: readonly Part[]) {
  const { id } = useSignedInUser()
  return useMemo(
    () => ({
      read: () => draftStore.read(id, screen, parts) as Promise<Partial<Record<Part, unknown>>>,
      /** Stores a part; `undefined` removes it. Returns whether the whole draft was stored. */
      write: (part: Part, value: unknown) =>
        draftStore.write({ account: id, screen, part, value }, () => rememberedProfile.read()?.id === id),
    }),
    [id, screen, parts],
  )
}

export function useLogin() {
  const backend = useBackend()
  const switchUser = useSwitchUser()
  return useMutation({ mutationFn: backend.accounts.login, onSuccess: switchUser })
}

/** The input of a registration, which an administrator then approves or rejects. */
type RegistrationInput = Omit<EndpointInput<typeof contract.accounts.register>, 'nonce'>

export function useRegister() {
  const backend = useBackend()
  const sendOnce = useIdempotentRequest<string>()
  return useMutation({
    mutationFn: (person: RegistrationInput) =>
      sendOnce(JSON.stringify(person), newIdempotencyKey, nonce => backend.accounts.register({ ...person, nonce })),
  })
}

export function useLogout() {
  const backend = useBackend()
  const switchUser = useSwitchUser()
  return useMutation({ mutationFn: backend.accounts.logout, onSuccess: () => switchUser(null) })
}

/**
 * Returns a function that sets the signed-in user and removes the previous user's data from memory. The drafts of an expired session are
 * kept if the same account signs in again.
 */
function useSwitchUser() {
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
function removeDataOfOthers(client: QueryClient, user: User | null) {
  const isKept = ([kind, owner]: QueryKey) => kind === 'accounts' || (kind === DRAFT_KEY && owner === user?.id)
  client.removeQueries({ predicate: query => !isKept(query.queryKey) })
}

const sessionsKey = ['accounts', 'sessions']

/** Reads the sessions of the signed-in user. */
export function useSessions() {
  const backend = useBackend()
  const { id } = useSignedInUser()
  return useQuery({ queryKey: [...sessionsKey, id], queryFn: () => backend.accounts.sessions({}) })
}

/** Ends a session of the signed-in user. */
export function useEndSession() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({
    mutationFn: backend.accounts.endSession,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Changes the signed-in user's password; their other sessions end. */
export function useChangePassword() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({
    mutationFn: backend.accounts.changePassword,
    // The profile shows when the password was last changed, and the sessions that are still signed in.
    onSuccess: () => Promise.all([meKey, sessionsKey].map(queryKey => client.invalidateQueries({ queryKey }))),
  })
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
