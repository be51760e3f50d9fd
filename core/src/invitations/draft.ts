import { API } from '../wire.ts'
import { invitations, type NewInvitation } from './contract.ts'
import type { Invitation } from './invitation.ts'

/** Where an invitation's code stands as a picture. */
export const qrAddress = (id: string) => `${API}${invitations.qr.path}?id=${id}`

type Making = { userId: string; isAdmin: boolean; at: string; newId: () => string }

/** The invitations to be made, as they stand before anybody came; only an administrator may name another owner. */
export const drafts = (given: readonly NewInvitation[], { userId: maker, isAdmin, at, newId }: Making) =>
  given.map(
    ({ id = newId(), userId, phone, designId, ...rest }): Invitation => ({
      ...rest,
      id,
      userId: (isAdmin && userId) || maker,
      qrCode: qrAddress(id),
      currentScans: 0,
      isScanned: false,
      scannedAt: null,
      createdAt: at,
      phone: phone || null,
      designId: designId ?? null,
      isPending: false,
    }),
  )

const CONTENT = ['userId', 'eventName', 'eventDate', 'guestName', 'generationType', 'maxScans'] as const

/** Whether an invitation that exists is the one to be made, so that making it again answers it. */
export const sameContent = (a: Invitation, b: Invitation) => CONTENT.every(field => a[field] === b[field])
