import type { User } from '@hudur/core/accounts/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import type { GeneratorValues } from './generator-values.ts'
import { useHosts } from './queries.ts'

/** Returns the user whose balance is charged: the chosen one, otherwise the signed-in user. Undefined until the chosen user is loaded. */
export function useOwner({ control }: Pick<UseFormReturn<GeneratorValues>, 'control'>): User | undefined {
  const signedInUser = useSignedInUser()
  const hosts = useHosts()
  const owner = useWatch({ control, name: 'owner' })
  return owner === '' ? signedInUser : hosts.data?.find(({ id }) => id === owner)
}
