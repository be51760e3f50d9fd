import { fold, type Invitation, qrAddress } from '@hudur/core'
import type { Selectable } from 'kysely'
import type { Tables } from '../database/schema.ts'

export type InvitationRow = Selectable<Tables['invitations']>

export const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  userId: row.user_id,
  eventName: row.event_name,
  eventDate: row.event_date,
  guestName: row.guest_name,
  qrCode: qrAddress(row.id),
  generationType: row.generation_type,
  maxScans: row.max_scans,
  currentScans: row.current_scans,
  isScanned: row.current_scans > 0,
  scannedAt: row.scanned_at,
  createdAt: row.created_at,
  phone: row.phone,
  designId: row.design_id,
  isPending: row.is_pending === 1,
})

export const toRow = (invitation: Invitation, position: number): InvitationRow => ({
  id: invitation.id,
  user_id: invitation.userId,
  event_name: invitation.eventName,
  event_key: fold(invitation.eventName),
  event_date: invitation.eventDate,
  guest_name: invitation.guestName,
  guest_key: fold(invitation.guestName),
  generation_type: invitation.generationType,
  max_scans: invitation.maxScans,
  current_scans: invitation.currentScans,
  scanned_at: invitation.scannedAt,
  created_at: invitation.createdAt,
  position,
  phone: invitation.phone,
  design_id: invitation.designId,
  is_pending: invitation.isPending ? 1 : 0,
  changed_at: invitation.createdAt,
})

/** All columns of an invitation. */
export const COLUMNS = [
  'id',
  'user_id',
  'event_name',
  'event_key',
  'event_date',
  'guest_name',
  'guest_key',
  'generation_type',
  'max_scans',
  'current_scans',
  'scanned_at',
  'created_at',
  'position',
  'phone',
  'design_id',
  'is_pending',
  'changed_at',
] as const
