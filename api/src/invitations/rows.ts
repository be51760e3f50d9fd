import { foldSpelling } from '@hudur/core/arabic'
import { qrImagePath } from '@hudur/core/invitations/contract'
import { type GuestValues, guestFieldEntries } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { RECORD_FIELDS, type RecordField } from '@hudur/core/invitations/views'
import type { Selectable } from 'kysely'
import type { GuestColumns, Tables } from '../database/schema.ts'

/** A row of `invitations`, and the name and the day of its event. */
export type InvitationRow = Omit<Selectable<Tables['invitations']>, 'link_id'> & { event_name: string; event_date: string }

/** Returns the fields of an invitation that no host types. */
const toRecord = (row: InvitationRow): Pick<Invitation, RecordField> => ({
  id: row.id,
  code: row.code ?? row.id,
  state: row.is_cancelled === 1 ? 'cancelled' : 'valid',
  userId: row.user_id,
  eventId: row.event_id,
  eventName: row.event_name,
  eventDate: row.event_date,
  qrCode: qrImagePath(row.id),
  generationType: row.generation_type,
  currentScans: row.current_scans,
  isScanned: row.current_scans > 0,
  scannedAt: row.scanned_at,
  createdAt: row.created_at,
  designId: row.design_id,
  isPending: row.is_pending === 1,
  sentAt: row.sent_at,
  sentVia: row.sent_via,
  openedAt: row.opened_at,
  answer:
    row.answered_at === null || row.answered_people === null
      ? null
      : { attends: row.answered_people > 0, people: row.answered_people, at: row.answered_at, note: row.answer_note },
})

const propertyExpressions = [
  ...RECORD_FIELDS.map(name => `${name}: record.${name}`),
  ...guestFieldEntries.map(([name, { kind, column }]) => `${name}: row.${column}${kind === 'mark' ? ' === 1' : ''}`),
]

/** Returns the invitation of a row. The function is compiled: a loop over the fields takes eight times as long as an object literal. */
export const toInvitation: (row: InvitationRow) => Invitation = new Function(
  'toRecord',
  `return row => { const record = toRecord(row); return { ${propertyExpressions} } }`,
)(toRecord)

/** Returns the columns of the fields that a host gives to a guest. */
export const guestColumnsOf = (guest: GuestValues) =>
  Object.fromEntries(
    guestFieldEntries.map(([name, { kind, column }]) => [column, kind === 'mark' ? Number(guest[name]) : guest[name]]),
  ) as Selectable<GuestColumns>

/** Returns the row of an invitation whose event exists. */
export const toRow = (
  invitation: Invitation & { eventId: string },
  position: number,
): Omit<InvitationRow, 'event_name' | 'event_date'> => ({
  id: invitation.id,
  user_id: invitation.userId,
  event_id: invitation.eventId,
  ...guestColumnsOf(invitation),
  guest_key: foldSpelling(invitation.guestName),
  generation_type: invitation.generationType,
  current_scans: invitation.currentScans,
  scanned_at: invitation.scannedAt,
  created_at: invitation.createdAt,
  position,
  design_id: invitation.designId,
  is_pending: invitation.isPending ? 1 : 0,
  changed_at: invitation.createdAt,
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
  ...guestFieldEntries.map(([, { column }]) => column),
  'id',
  'user_id',
  'event_id',
  'guest_key',
  'generation_type',
  'current_scans',
  'scanned_at',
  'created_at',
  'position',
  'design_id',
  'is_pending',
  'changed_at',
  'code',
  'is_cancelled',
  'sent_at',
  'sent_via',
  'opened_at',
  'answered_at',
  'answered_people',
  'answer_note',
] as const satisfies readonly (keyof Tables['invitations'])[]
