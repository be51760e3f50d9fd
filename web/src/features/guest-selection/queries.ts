import { useCall } from '../../backend/hooks/use-call.ts'
import { invitationsKey } from '../../backend/hooks/use-refresh.ts'

/** Sets fields in many invitations at once. */
export const useUpdateMany = () => useCall(({ invitations }) => invitations.updateMany, invitationsKey)
