import { useRead } from '../../backend/hooks/use-call.ts'
import { invitationsKey } from '../../backend/hooks/use-refresh.ts'

export const useRecentInvitations = (limit: number) =>
  useRead([...invitationsKey, 'recent', limit], async ({ invitations }) => (await invitations.list({ limit })).rows)
