import { API } from '../wire.ts'
import { invitations } from './contract.ts'
import type { RequestedInvitation } from './create/request.ts'
import type { Invitation } from './invitation.ts'

/** Returns the path from which the image of an invitation's QR code is loaded. */
export const qrAddress = (id: string) => `${API}${invitations.qr.path}?id=${id}`

type DraftOptions = { designId?: string | null | undefined; isPending?: boolean }

/** Returns the invitation of a request, with no admissions. `createdAt` is ISO text. */
export const draftOf = (
  requested: RequestedInvitation,
  createdAt: string,
  { designId = requested.designId, isPending = false }: DraftOptions = {},
): Invitation => ({
  id: requested.id,
  userId: requested.userId,
  eventName: requested.eventName,
  eventDate: requested.eventDate,
  guestName: requested.guestName,
  qrCode: qrAddress(requested.id),
  generationType: requested.generationType,
  maxScans: requested.maxScans,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt,
  phone: requested.phone || null,
  designId: designId ?? null,
  isPending,
})
