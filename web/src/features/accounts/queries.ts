import type { contract, InputOf, User } from '@hudur/core'
import { type QueryKey, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useAct } from '../../backend/use-act.ts'
import { useBackend } from '../../backend/use-backend.ts'
import { drafts } from '../../device/drafts.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { tabDrafts } from '../../device/tab-drafts.ts'
import { rememberedProfile } from './profile.ts'

export const meKey = ['accounts', 'me']
export const usersKey = ['users']
const sessionEndKey = ['accounts', 'session-end']
const goneKey = ['accounts', 'gone']

const useMeOptions = () => {
  const backend = useBackend()
  return queryOptions<User | null>({
    queryKey: meKey,
    async queryFn({ client }) {
      const before = client.getQueryData<User | null>(meKey)
      // Whoever deleted their account reads the last sentence: no session has ended that they would sign in to again.
      if (before && client.getQueryData(goneKey)) return before
      const user = await backend.accounts.me({})
      rememberedProfile.write(user)
      if (before && !user) client.setQueryData(sessionEndKey, true)
      return user
    },
  })
}

/** Who is signed in, or null. */
export function useMe() {
  return useQuery(useMeOptions())
}

/** Whether a session ended that nobody ended here: who was at work is told why they are asked to sign in. */
export function useHasSessionEnded() {
  return useQuery<boolean>({ queryKey: sessionEndKey, queryFn: skipToken }).data ?? false
}

/** Whoever is signed in, on the screens that nobody else reaches. */
export function useSignedIn(): User {
  const { data } = useMe()
  if (!data) throw new Error('nobody is signed in: the screen is not behind its guard')
  return data
}

/** Those for whom an administrator may make invitations: every user who is no administrator. Nobody else asks. */
export function useHosts() {
  const backend = useBackend()
  const { isAdmin } = useSignedIn()
  return useQuery({
    queryKey: usersKey,
    queryFn: () => backend.accounts.list({}),
    enabled: isAdmin,
    select: withoutAdministrators,
  })
}

const withoutAdministrators = (users: User[]) => users.filter(user => !user.isAdmin)

/** The names of users by their ids. */
export function useUserNames() {
  const backend = useBackend()
  return useQuery({
    queryKey: usersKey,
    queryFn: () => backend.accounts.list({}),
    select: users => new Map(users.map(({ id, fullName }) => [id, fullName])),
  })
}

/** Asks again for everybody's balance: after invitations were made. */
export function useRefreshBalances() {
  const client = useQueryClient()
  return () => Promise.all([meKey, usersKey].map(queryKey => client.invalidateQueries({ queryKey })))
}

const DRAFT = 'draft'

/**
 * What somebody had made on a screen when they left it, and the way to keep it: in memory until they sign out, so that a session that ends
 * in the middle loses nothing.
 */
export function useDraft<Draft>(screen: string) {
  const client = useQueryClient()
  const { id } = useSignedIn()
  const keep = useCallback(
    (draft: Draft) => {
      client.setQueryDefaults([DRAFT], { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData([DRAFT, id, screen], draft)
    },
    [client, id, screen],
  )
  return { draft: client.getQueryData<Draft>([DRAFT, id, screen]), keep }
}

/** As `useDraft`, for what is plain JSON: it is there also when the page was loaded again, until its account signs out. */
export function useTabDraft<Draft>(screen: string) {
  const { id } = useSignedIn()
  const { draft, keep: keepInMemory } = useDraft<Draft>(screen)
  const keep = useCallback(
    (kept: Draft) => {
      keepInMemory(kept)
      tabDrafts.write(id, screen, kept)
    },
    [keepInMemory, id, screen],
  )
  return { draft: draft ?? (tabDrafts.read(id, screen) as Draft | undefined), keep }
}

/**
 * What somebody typed on a screen, on this device's disk: there also when the page or the tab was closed, until its account signs out. Nothing
 * is written for an account that is no longer signed in, in whichever tab it signed out.
 */
export function useStoredDraft<Part extends string>(screen: string, parts: readonly Part[]) {
  const { id } = useSignedIn()
  return useMemo(
    () => ({
      read: () => drafts.read(id, screen, parts) as Promise<Partial<Record<Part, unknown>>>,
      /** Undefined removes the part. Returns whether it is kept. */
      write: (part: Part, value: unknown) => drafts.write({ account: id, screen, part, value }, () => rememberedProfile.read()?.id === id),
    }),
    [id, screen, parts],
  )
}

export function useLogin() {
  const backend = useBackend()
  const become = useBecome()
  return useMutation({ mutationFn: backend.accounts.login, onSuccess: become })
}

/** Asks for an account; an administrator decides. */
type Registration = Omit<InputOf<typeof contract.accounts.register>, 'nonce'>

export function useRegister() {
  const backend = useBackend()
  const act = useAct<string>()
  return useMutation({
    mutationFn: (person: Registration) =>
      act(JSON.stringify(person), newIdempotencyKey, nonce => backend.accounts.register({ ...person, nonce })),
  })
}

export function useLogout() {
  const backend = useBackend()
  const become = useBecome()
  return useMutation({ mutationFn: backend.accounts.logout, onSuccess: () => become(null) })
}

/** Somebody else is here now: nothing of the one before stays in memory. Whoever comes back finds their drafts. */
function useBecome() {
  const client = useQueryClient()
  return (user: User | null) => {
    rememberedProfile.write(user)
    void drafts.leaveOnly(user?.id)
    const isTheirs = ([kind, owner]: QueryKey) => kind === 'accounts' || (kind === DRAFT && owner === user?.id)
    client.removeQueries({ predicate: query => !isTheirs(query.queryKey) })
    client.setQueryData(meKey, user)
    client.setQueryData(sessionEndKey, false)
  }
}

const sessionsKey = ['accounts', 'sessions']

/** Where the account of whoever is signed in is signed in. */
export function useSessions() {
  const backend = useBackend()
  const { id } = useSignedIn()
  return useQuery({ queryKey: [...sessionsKey, id], queryFn: () => backend.accounts.sessions({}) })
}

/** Ends a session of one's own. */
export function useEndSession() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({
    mutationFn: backend.accounts.endSession,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** A new password for whoever is signed in; their other devices are signed out. */
export function useChangePassword() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({
    mutationFn: backend.accounts.changePassword,
    // The profile shows when it was changed last, and the sessions that are left.
    onSuccess: () => Promise.all([meKey, sessionsKey].map(queryKey => client.invalidateQueries({ queryKey }))),
  })
}

/** How long the last sentence stands before sign-in is shown, in milliseconds. */
const READING_TIME = 3000

/** Deletes the account of whoever is signed in, with everything they made. They stay in view until, after 3 seconds, sign-in is shown. */
export function useDeleteAccount() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({
    mutationFn: backend.accounts.deleteAccount,
    onSuccess() {
      client.setQueryData(goneKey, true)
      setTimeout(() => void leave(), READING_TIME)
    },
  })
}

/** Goes to sign-in as a new document: nothing of whoever was here stays in memory. */
async function leave() {
  rememberedProfile.write(null)
  await drafts.leaveOnly(undefined)
  window.location.replace('/login')
}
