import { createHash, randomUUIDv7 } from 'node:crypto'
import * as checkInRules from '@hudur/core/check-in/rules'
import { MAX_INTEGER } from '@hudur/core/inputs'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { type Kysely, PostgresAdapter, type Selectable, sql } from 'kysely'
import { WriteConflict } from '../database/database.ts'
import { combineStatements, rowSetStatement } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'
import { FACTS_WHERE_TOLD } from '../events/told-facts-repository.ts'
import { COLUMNS, type InvitationRow } from '../invitations/rows.ts'

type IdempotencyKey = { user_id: string; idempotency_key: string }
type AdmissionKey = { invitation_id: string; idempotency_key: string }

const ISO_DATE_LENGTH = 'YYYY-MM-DD'.length

/**
 * An invitation, the id or code by which it was found, and of its event the day, 0 or 1 for whether it hides names and for whether it
 * counts exits, and the name, as one text: queries for each would take a tenth of the time of the statement.
 */
type LockedInvitationRow = Omit<InvitationRow, 'event_name' | 'event_date'> & { name: string; event: string | null }

/**
 * Returns a locked invitation with the columns of its event. Throws `WriteConflict` without one: another process moved the invitation to an
 * event that it created while this one waited for the lock.
 */
export const withEventColumns = (row: LockedInvitationRow): InvitationRow & { name: string; hides_names: number; counts_exits: number } => {
  const { event } = row
  if (event === null) throw new WriteConflict('an invitation was moved to a new event')
  return Object.assign(row, {
    event_date: event.slice(0, ISO_DATE_LENGTH),
    hides_names: Number(event.charAt(ISO_DATE_LENGTH)),
    counts_exits: Number(event.charAt(ISO_DATE_LENGTH + 1)),
    event_name: event.slice(ISO_DATE_LENGTH + 2),
  })
}

/**
 * Reads the invitations with these ids and codes (`name` in the result), and locks their rows in the order of their ids, so that the writes
 * of two processes cannot deadlock. SQLite has one writer and no row locks.
 */
export const lockInvitations = rowSetStatement<{ id: string }, LockedInvitationRow>({ id: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .leftJoin('card_changes', 'card_changes.code', 'given.id')
    .innerJoin('invitations', join => join.on(eb => eb('invitations.id', '=', eb.fn.coalesce('card_changes.invitation_id', 'given.id'))))
    .select(COLUMNS.map(column => `invitations.${column}` as const))
    .select(['given.id as name', FACTS_WHERE_TOLD.as('event_facts')])
    .select(
      sql<string>`(select date || hides_names || counts_exits || name from events where events.id = invitations.event_id)`.as('event'),
    )
    .$if(db.getExecutor().adapter instanceof PostgresAdapter, query => query.orderBy('invitations.id').forUpdate('invitations')),
)

/** Reads the stored fingerprints and answers of idempotency keys. */
export const findIdempotencyKeys = rowSetStatement<IdempotencyKey, IdempotencyKey & { fingerprint: string; answer: string | null }>(
  { user_id: 'text', idempotency_key: 'text' },
  (db, given) =>
    db
      .selectFrom(given)
      .innerJoin('idempotency_keys', join =>
        join
          .onRef('idempotency_keys.user_id', '=', 'given.user_id')
          .onRef('idempotency_keys.idempotency_key', '=', 'given.idempotency_key'),
      )
      .select(['idempotency_keys.user_id', 'idempotency_keys.idempotency_key', 'idempotency_keys.fingerprint', 'idempotency_keys.answer']),
)

/** Adds idempotency keys; existing ones are not changed. */
export const insertIdempotencyKeys = rowSetStatement<Tables['idempotency_keys'], never>(
  { user_id: 'text', idempotency_key: 'text', fingerprint: 'text', answer: 'text', created_at: 'text' },
  (db, given) =>
    db
      .insertInto('idempotency_keys')
      .columns(['user_id', 'idempotency_key', 'fingerprint', 'answer', 'created_at'])
      .expression(
        db.selectFrom(given).select(['given.user_id', 'given.idempotency_key', 'given.fingerprint', 'given.answer', 'given.created_at']),
      )
      .onConflict(c => c.doNothing()),
)

/** Replaces the answers stored under idempotency keys without a condition; keys that are not stored are not added. */
export const setStoredAnswers = rowSetStatement<IdempotencyKey & { answer: string }, never>(
  { user_id: 'text', idempotency_key: 'text', answer: 'text' },
  (db, given) =>
    db
      .updateTable('idempotency_keys')
      .from(given)
      .set(eb => ({ answer: eb.ref('given.answer') }))
      .whereRef('idempotency_keys.user_id', '=', 'given.user_id')
      .whereRef('idempotency_keys.idempotency_key', '=', 'given.idempotency_key'),
)

/** Changes the answers stored under idempotency keys, each only while it is still `before`. */
export const updateIdempotencyKeys = rowSetStatement<
  IdempotencyKey & { fingerprint: string; before: string | null; answer: string },
  never
>({ user_id: 'text', idempotency_key: 'text', fingerprint: 'text', before: 'text', answer: 'text' }, (db, given) =>
  db
    .updateTable('idempotency_keys')
    .from(given)
    .set(eb => ({ fingerprint: eb.ref('given.fingerprint'), answer: eb.ref('given.answer') }))
    .whereRef('idempotency_keys.user_id', '=', 'given.user_id')
    .whereRef('idempotency_keys.idempotency_key', '=', 'given.idempotency_key')
    .where(eb => sql<boolean>`${eb.ref('idempotency_keys.answer')} is not distinct from ${eb.ref('given.before')}`),
)

/**
 * Reads admissions and exits from the history by invitation and idempotency key. Without `is true`, PostgreSQL would plan, while the table is empty,
 * to read all admissions from the index, and keep that plan.
 */
export const findAdmissions = rowSetStatement<
  AdmissionKey,
  AdmissionKey &
    Pick<Selectable<Tables['scans']>, 'outcome' | 'people' | 'returned' | 'scanned_at' | 'clock_offset' | 'received_at' | 'link_id'>
>({ invitation_id: 'text', idempotency_key: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('scans', join =>
      join.onRef('scans.invitation_id', '=', 'given.invitation_id').onRef('scans.idempotency_key', '=', 'given.idempotency_key'),
    )
    .select(['given.invitation_id', 'given.idempotency_key', 'scans.outcome', 'scans.people', 'scans.returned'])
    .select(['scans.scanned_at', 'scans.clock_offset', 'scans.received_at', 'scans.link_id'])
    .where(sql<boolean>`(scans.outcome in ('admitted', 'exited')) is true`),
)

/** Reads which of these admissions were undone; an undo may have arrived before its admission. */
export const findUndoneAdmissions = rowSetStatement<AdmissionKey, AdmissionKey>(
  { invitation_id: 'text', idempotency_key: 'text' },
  (db, given) =>
    db
      .selectFrom(given)
      .innerJoin('scans', join =>
        join.onRef('scans.invitation_id', '=', 'given.invitation_id').onRef('scans.undoes', '=', 'given.idempotency_key'),
      )
      .select(['given.invitation_id', 'given.idempotency_key']),
)

/** Reads the tombstones of deleted invitations by their ids and codes (`name` in the result). */
export const findTombstones = rowSetStatement<
  { id: string },
  Pick<Tables['tombstones'], 'id' | 'user_id' | 'event_id' | 'guest_name' | 'event_name' | 'event_date'> & {
    name: string
    hides_names: number | null
  }
>({ id: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .leftJoin('card_changes', 'card_changes.code', 'given.id')
    .innerJoin('tombstones', join => join.on(eb => eb('tombstones.id', '=', eb.fn.coalesce('card_changes.invitation_id', 'given.id'))))
    .leftJoin('events', 'events.id', 'tombstones.event_id')
    .select(['given.id as name', 'events.hides_names'])
    .select(['tombstones.id', 'tombstones.user_id', 'tombstones.event_id'])
    .select(['tombstones.guest_name', 'tombstones.event_name', 'tombstones.event_date']),
)

/** How many people of an invitation have arrived and how many of them have left, and the time of the last admission. */
type AdmittedCount = { id: string; count: number; outside: number; scanned_at: string | null }

/** Returns the stored counts of an invitation. */
export const admittedCountOf = ({ id, currentScans, outside = 0, scannedAt }: Invitation): AdmittedCount => ({
  ...{ id, count: currentScans, outside, scanned_at: scannedAt },
})

/** Sets the counts of invitations. */
export const setAdmittedCounts = rowSetStatement<AdmittedCount, never>(
  { id: 'text', count: 'integer', outside: 'integer', scanned_at: 'text' },
  (db, given) =>
    db
      .updateTable('invitations')
      .from(given)
      .set(eb => ({ current_scans: eb.ref('given.count'), outside: eb.ref('given.outside'), scanned_at: eb.ref('given.scanned_at') }))
      .whereRef('invitations.id', '=', 'given.id'),
)

/** Sets `changed_at`, so that devices download invitations whose count changed without a new row in `scans`. */
export const markInvitationsChanged = rowSetStatement<{ id: string; at: string }, never>({ id: 'text', at: 'text' }, (db, given) =>
  db
    .updateTable('invitations')
    .from(given)
    .set(eb => ({ changed_at: eb.ref('given.at') }))
    .whereRef('invitations.id', '=', 'given.id'),
)

export const insertConflicts = rowSetStatement<Tables['conflicts'], never>(
  { id: 'text', scan_id: 'text', owner_id: 'text', kind: 'text', seen_at: 'text' },
  (db, given) =>
    db
      .insertInto('conflicts')
      .columns(['id', 'scan_id', 'owner_id', 'kind', 'seen_at'])
      .expression(db.selectFrom(given).select(['given.id', 'given.scan_id', 'given.owner_id', 'given.kind', 'given.seen_at'])),
)

/** Marks the conflicts of these rows as unseen, because another admission was counted with each. */
export const markConflictsUnseen = rowSetStatement<{ scan_id: string }, never>({ scan_id: 'text' }, (db, given) =>
  db
    .updateTable('conflicts')
    .from(given)
    .set({ seen_at: sql.lit(null) })
    .whereRef('conflicts.scan_id', '=', 'given.scan_id')
    .where('conflicts.seen_at', 'is not', null),
)

/** The number of UTF-16 code units of a scanned code that are stored. */
const MAX_STORED_LENGTH = 512

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the first 512 UTF-16 code units of a text; a surrogate cut in half becomes U+FFFD. */
const truncateText = (text: string) => text.slice(0, MAX_STORED_LENGTH).toWellFormed()

/** Returns the columns stored for a scanned code: the whole text, or its beginning and the SHA-256 (hex) of the whole. */
const toCodeColumns = (code: string) =>
  code.length <= MAX_STORED_LENGTH ? { code, code_sha256: null } : { code: truncateText(code), code_sha256: sha256(code) }

/** Returns a text short enough for a fingerprint. A shortened one ends in its SHA-256 (hex), so different texts stay different. */
export const shortenText = (text: string) => (text.length <= MAX_STORED_LENGTH ? text : `${truncateText(text)} ${sha256(text)}`)

/** The largest distance of a `Date` from 1970, in milliseconds. */
const MAX_DATE_MS = 8.64e15

/**
 * Returns the time and the clock offset (ms) of a device as they are stored. An offset that is too large for its column, as of a device
 * whose date was reset, is reduced to `MAX_INTEGER`, almost 25 days. The rest is added to the time, unless that would be no valid date, so
 * that the sum, which is the time by the server's clock, stays the same.
 */
export function toDeviceTimeColumns({ scanned_at, clock_offset }: Pick<Tables['scans'], 'scanned_at' | 'clock_offset'>) {
  if (clock_offset === null || Math.abs(clock_offset) <= MAX_INTEGER) return { scanned_at, clock_offset }
  const storedOffset = Math.sign(clock_offset) * MAX_INTEGER
  const shifted = scanned_at === null ? Number.NaN : Date.parse(scanned_at) + clock_offset - storedOffset
  const isDate = Math.abs(shifted) <= MAX_DATE_MS
  return { scanned_at: isDate ? new Date(shifted).toISOString() : scanned_at, clock_offset: storedOffset }
}

/** A scan to insert; `code` is the whole text of the scanned code. */
export type NewScan = Omit<StoredScan, 'id' | 'happened_at' | 'code_sha256' | 'reason' | 'returned'> & {
  reason?: string | null
  returned?: number
}

type StoredScan = Selectable<Tables['scans']>

/** Returns the time of a scan by the server's clock. */
const scanTimeOf = (scan: Pick<Tables['scans'], 'scanned_at' | 'clock_offset' | 'received_at'>) =>
  checkInRules.correctedScanTime({ scannedAt: scan.scanned_at, clockOffset: scan.clock_offset, receivedAt: scan.received_at })

const SCAN_COLUMNS = {
  id: 'text',
  user_id: 'text',
  link_id: 'text',
  invitation_id: 'text',
  code: 'text',
  code_sha256: 'text',
  idempotency_key: 'text',
  gate: 'text',
  scanned_at: 'text',
  received_at: 'text',
  clock_offset: 'integer',
  happened_at: 'text',
  outcome: 'text',
  people: 'integer',
  returned: 'integer',
  offline: 'integer',
  undoes: 'text',
  reason: 'text',
} as const
const SCAN_COLUMN_NAMES = Object.keys(SCAN_COLUMNS) as (keyof typeof SCAN_COLUMNS)[]

const insertScanRows = rowSetStatement<StoredScan, never>(SCAN_COLUMNS, (db, given) =>
  db
    .insertInto('scans')
    .columns(SCAN_COLUMN_NAMES)
    .expression(db.selectFrom(given).select(SCAN_COLUMN_NAMES.map(name => `given.${name}` as const))),
)

/** Returns the rows of new scans, with ids, shortened codes and the times by the server's clock. */
const toStoredScans = (scans: readonly (NewScan & { id?: string })[]): StoredScan[] =>
  scans.map(scan => {
    const { id = randomUUIDv7(), reason = null, returned = 0 } = scan
    const { code, code_sha256 } = toCodeColumns(scan.code)
    const { scanned_at, clock_offset } = toDeviceTimeColumns(scan)
    return { ...scan, id, reason, returned, code, code_sha256, scanned_at, clock_offset, happened_at: scanTimeOf(scan) }
  })

/** Inserts scans into the history; `code` is the whole text of the scanned code. Returns the ids of the rows in the order of `scans`. */
export async function insertScans(db: Kysely<Tables>, scans: readonly (NewScan & { id?: string })[]) {
  const rows = toStoredScans(scans)
  await insertScanRows(db, rows)
  return rows.map(({ id }) => id)
}

const insertScansKeysAndCounts = combineStatements<{
  newScans: StoredScan
  newKeys: Tables['idempotency_keys']
  newCounts: AdmittedCount
}>({ newScans: insertScanRows, newKeys: insertIdempotencyKeys, newCounts: setAdmittedCounts })

/** Inserts scans and idempotency keys, and sets the counts of invitations. Returns how many keys were inserted, which are new ones only. */
export async function saveAdmissions(
  db: Kysely<Tables>,
  {
    scans,
    keys,
    counts,
  }: { scans: readonly (NewScan & { id?: string })[]; keys: readonly Tables['idempotency_keys'][]; counts: readonly AdmittedCount[] },
): Promise<number> {
  const { newKeys } = await insertScansKeysAndCounts(db, { newScans: toStoredScans(scans), newKeys: keys, newCounts: counts })
  return newKeys
}
