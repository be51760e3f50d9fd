import { API } from '../wire.ts'
import { invitations } from './contract.ts'
import type { RequestedInvitation } from './create/request.ts'
import type { Invitation } from './invitation.ts'

/** Where an invitation's code stands as a picture. */
export const qrAddress = (id: string) => `${API}${invitations.qr.path}?id=${id}`

/** Returns a requested invitation as it stands before anybody came. `createdAt` is ISO text. */
export const draftOf = ({ phone, designId, ...rest }: RequestedInvitation, createdAt: string, isPending = false): Invitation => ({
  ...rest,
  qrCode: qrAddress(rest.id),
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt,
  phone: phone || null,
  designId: designId ?? null,
  isPending,
})
