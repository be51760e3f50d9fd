import type { User } from '@hudur/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'
import { rememberedProfile } from './profile.ts'

export const meKey = ['accounts', 'me']

const useMeOptions = () => {
  const backend = useBackend()
  return queryOptions<User | null>({
    queryKey: meKey,
    async queryFn() {
      const user = await backend.accounts.me({})
      rememberedProfile.write(user)
      return user
    },
  })
}

/** Who is signed in, or null. */
export function useMe() {
  return useQuery(useMeOptions())
}

/** Whoever is signed in, on the screens that nobody else reaches. */
export function useSignedIn(): User {
  const { data } = useMe()
  if (!data) throw new Error('nobody is signed in: the screen is not behind its guard')
  return data
}

/** Asks again who is signed in, and so for the balance: after invitations were made. */
export function useRefreshMe() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: meKey })
}

export function useLogin() {
  const backend = useBackend()
  const become = useBecome()
  return useMutation({ mutationFn: backend.accounts.login, onSuccess: become })
}

export function useLogout() {
  const backend = useBackend()
  const become = useBecome()
  return useMutation({ mutationFn: () => backend.accounts.logout({}), onSuccess: () => become(null) })
}

/** Somebody else is here now: nothing of the one before stays in memory. */
function useBecome() {
  const client = useQueryClient()
  return (user: User | null) => {
    rememberedProfile.write(user)
    client.removeQueries({ predicate: query => query.queryKey[0] !== 'accounts' })
    client.setQueryData(meKey, user)
  }
}
