import { foldSpelling } from '@hudur/core/arabic'
import { qrImagePath } from '@hudur/core/invitations/draft'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { Selectable } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** A row of `invitations`, and the name and the day of its event. */
export type InvitationRow = Omit<Selectable<Tables['invitations']>, 'link_id'> & { event_name: string; event_date: string }

export const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  code: row.code ?? row.id,
  state: row.is_cancelled === 1 ? 'cancelled' : 'valid',
  userId: row.user_id,
  eventId: row.event_id,
  eventName: row.event_name,
  eventDate: row.event_date,
  guestName: row.guest_name,
  qrCode: qrImagePath(row.id),
  generationType: row.generation_type,
  maxScans: row.max_scans,
  currentScans: row.current_scans,
  isScanned: row.current_scans > 0,
  scannedAt: row.scanned_at,
  createdAt: row.created_at,
  phone: row.phone,
  designId: row.design_id,
  table: row.guest_table,
  note: row.gate_note,
  isVip: row.is_vip === 1,
  side: row.side,
  isPending: row.is_pending === 1,
  sentAt: row.sent_at,
  sentVia: row.sent_via,
  openedAt: row.opened_at,
  answer:
    row.answered_at === null || row.answered_people === null
      ? null
      : { attends: row.answered_people > 0, people: row.answered_people, at: row.answered_at, note: row.answer_note },
})

/** Returns the row of an invitation whose event exists. */
export const toRow = (
  invitation: Invitation & { eventId: string },
  position: number,
): Omit<InvitationRow, 'event_name' | 'event_date'> => ({
  id: invitation.id,
  user_id: invitation.userId,
  event_id: invitation.eventId,
  guest_name: invitation.guestName,
  guest_key: foldSpelling(invitation.guestName),
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
  guest_table: invitation.table,
  gate_note: invitation.note,
  is_vip: invitation.isVip ? 1 : 0,
  side: invitation.side,
  code: invitation.code === invitation.id ? null : invitation.code,
  is_cancelled: invitation.state === 'cancelled' ? 1 : 0,
  sent_at: invitation.sentAt,
  sent_via: invitation.sentVia,
  opened_at: invitation.openedAt,
  answered_at: invitation.answer?.at ?? null,
  answered_people: invitation.answer?.people ?? null,
  answer_note: invitation.answer?.note ?? null,
})

/** The columns of `invitations`. */
export const COLUMNS = [
  'id',
  'user_id',
  'event_id',
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
  'guest_table',
  'gate_note',
  'is_vip',
  'side',
  'code',
  'is_cancelled',
  'sent_at',
  'sent_via',
  'opened_at',
  'answered_at',
  'answered_people',
  'answer_note',
] as const
