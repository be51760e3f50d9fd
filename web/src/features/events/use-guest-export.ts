import { type InvitationQuery, useReadInvitations } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { invitationSheet } from '../invitations/browse/invitation-sheet.ts'
import { useExport } from '../invitations/sheets/use-export.ts'

/** Returns the export of all guests that match the query into a file. */
export function useGuestExport(query: InvitationQuery) {
  const readInvitations = useReadInvitations()
  return useExport(text.sheets.invitations, (onProgress, signal) => invitationSheet(readInvitations(query), onProgress, signal))
}
