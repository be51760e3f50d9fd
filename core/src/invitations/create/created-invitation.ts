import { qrImagePath } from '../contract.ts'
import { guestValuesOf } from '../guest-values.ts'
import type { Invitation } from '../invitation.ts'
import type { RequestedInvitation } from './request.ts'
import type { RequestedEvent } from './state.ts'

type EventOfInvitation = Pick<RequestedEvent, 'id' | 'name' | 'date' | 'designId'>

/** Returns the invitation that a request creates, with the design of its event if it names none. `createdAt` is ISO 8601. */
export const createdInvitation = (
  requested: RequestedInvitation,
  event: EventOfInvitation,
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
  thankedAt: null,
  skippedIn: null,
  isOutdated: false,
  whatsapp: null,
  told: null,
})
