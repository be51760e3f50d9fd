import { foldSpelling } from '@hudur/core/arabic'
import { qrImagePath } from '@hudur/core/invitations/contract'
import { type GuestValues, guestFieldEntries } from '@hudur/core/invitations/guest-values'
import type { GuestAnswer, Invitation } from '@hudur/core/invitations/invitation'
import { RECORD_FIELDS, type RecordField } from '@hudur/core/invitations/views'
import type { Selectable } from 'kysely'
import type { GuestColumns, Tables } from '../database/schema.ts'
import { toldFactsOf } from '../events/told-facts-repository.ts'

/** A row of `invitations`, and the name, the day and the told facts of its event. */
export type InvitationRow = Omit<Selectable<Tables['invitations']>, 'link_id' | 'former_event_id'> & {
  event_name: string
  event_date: string
  event_facts: string | null
}

/** Returns the last answer of a row, with at most as many people as the invitation is for, and as many children as people. */
function answerOf(row: InvitationRow): GuestAnswer | null {
  const { answered_at: at, answered_people, answered_children, answered_for, answer_note: note, max_scans } = row
  if (at === null || answered_people === null) return null
  const people = Math.min(answered_people, max_scans)
  return {
    attends: people > 0,
    people,
    children: Math.min(answered_children, people),
    at,
    note,
    announced: answered_people > max_scans ? answered_people : null,
    isForFormerDay: answered_for !== null && answered_for !== row.event_date,
  }
}

/** Returns the fields of an invitation that the server sets. */
function toRecord(row: InvitationRow): Pick<Invitation, RecordField> {
  const told = toldFactsOf(row)
  return {
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
    outside: row.outside || undefined,
    isScanned: row.current_scans > 0,
    scannedAt: row.scanned_at,
    createdAt: row.created_at,
    designId: row.design_id,
    isPending: row.is_pending === 1,
    sentAt: row.sent_at,
    sentVia: row.sent_via,
    thankedAt: row.thanked_at,
    skippedIn: row.skipped_in,
    openedAt: row.opened_at,
    answer: answerOf(row),
    isOutdated: told !== null,
    told,
    whatsapp: row.whatsapp === null ? null : JSON.parse(row.whatsapp),
  }
}

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

/** Returns the row of a new invitation whose event exists. */
export const toRow = (
  invitation: Invitation & { eventId: string },
  position: number,
): Omit<InvitationRow, 'event_name' | 'event_date' | 'event_facts'> => ({
  id: invitation.id,
  user_id: invitation.userId,
  event_id: invitation.eventId,
  ...guestColumnsOf(invitation),
  guest_key: foldSpelling(invitation.guestName),
  generation_type: invitation.generationType,
  current_scans: invitation.currentScans,
  outside: 0,
  scanned_at: invitation.scannedAt,
  created_at: invitation.createdAt,
  position,
  design_id: invitation.designId,
  is_pending: invitation.isPending ? 1 : 0,
  changed_at: invitation.createdAt,
  code: invitation.code === invitation.id ? null : invitation.code,
  is_cancelled: invitation.state === 'cancelled' ? 1 : 0,
  sent_at: null,
  sent_via: null,
  thanked_at: null,
  skipped_in: null,
  opened_at: null,
  answered_at: null,
  answered_people: null,
  answered_children: 0,
  answer_note: null,
  answered_for: null,
  told: null,
  told_persons: null,
  told_table: null,
  whatsapp: null,
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
  'outside',
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
  'thanked_at',
  'skipped_in',
  'opened_at',
  'answered_at',
  'answered_people',
  'answered_children',
  'answer_note',
  'answered_for',
  'told',
  'told_persons',
  'told_table',
  'whatsapp',
] as const satisfies readonly (keyof Tables['invitations'])[]
