import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { invitationsKey } from '../../backend/hooks/use-refresh.ts'

export function useRecentInvitations(limit: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'recent', limit],
    queryFn: async () => (await backend.invitations.list({ limit })).rows,
  })
}
