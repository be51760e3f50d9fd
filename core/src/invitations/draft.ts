import { API_PREFIX } from '../wire.ts'
import { invitations } from './contract.ts'
import type { RequestedInvitation } from './create/request.ts'
import type { RequestedEvent } from './create/state.ts'
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
  guestName: requested.guestName,
  qrCode: qrImagePath(requested.id),
  generationType: requested.generationType,
  maxScans: requested.maxScans,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt,
  phone: requested.phone || null,
  designId: requested.designId ?? event.designId,
  table: requested.table || null,
  note: requested.note || null,
  isVip: requested.isVip ?? false,
  side: requested.side || null,
  isPending,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
})
