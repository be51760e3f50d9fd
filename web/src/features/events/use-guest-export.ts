import { type InvitationQuery, useReadInvitations } from '../../backend/hooks/use-invitations.ts'
import { useExport } from '../../sheets/use-export.ts'
import { text } from '../../text/ar.ts'
import { invitationSheet } from '../invitations/invitation-sheet.ts'

export function useGuestExport(query: InvitationQuery) {
  const readInvitations = useReadInvitations()
  return useExport(text.sheets.invitations, (onProgress, signal) => invitationSheet(readInvitations(query), onProgress, signal))
}
