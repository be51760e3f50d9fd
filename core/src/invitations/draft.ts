import { API_PREFIX } from '../wire.ts'
import { invitations } from './contract.ts'
import type { RequestedInvitation } from './create/request.ts'
import type { RequestedEvent } from './create/state.ts'
import { guestValuesOf } from './guest-values.ts'
import type { Invitation } from './invitation.ts'

/** Returns the path from which the image of an invitation's QR code is loaded. */
export const qrImagePath = (id: string) => `${API_PREFIX}${invitations.qr.path}?id=${id}`

type DraftEvent = Pick<RequestedEvent, 'id' | 'name' | 'date' | 'designId'>

/**
 * Returns the invitation that a request creates. It has no admissions, and the design of its event if the request names none. `createdAt`
 * is ISO 8601.
 */
export const draftInvitation = (
  requested: RequestedInvitation,
  event: DraftEvent,
  createdAt: string,
  { isPending = false }: { isPending?: boolean } = {},
): Invitation => ({
  id: requested.id,
  code: requested.id,
  state: 'valid',
  userId: requested.userId,
  eventId: event.id,
  eventName: event.name,
  eventDate: event.date,
  ...guestValuesOf(requested),
  qrCode: qrImagePath(requested.id),
  generationType: requested.generationType,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt,
  designId: requested.designId ?? event.designId,
  isPending,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
})
