import { createHash, randomUUIDv7 } from 'node:crypto'
import * as checkInRules from '@hudur/core/check-in/rules'
import { MAX_INTEGER } from '@hudur/core/inputs'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { combineStatements, rowSetStatement } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'
import { ROW_SELECTION } from '../invitations/repository.ts'
import type { InvitationRow } from '../invitations/rows.ts'

type IdempotencyKey = { user_id: string; idempotency_key: string }
type AdmissionKey = { invitation_id: string; idempotency_key: string }

/** An invitation, the id or code by which it was found, and whether its event hides names. */
type LockedInvitationRow = InvitationRow & { name: string; hides_names: number }

/**
 * Reads the invitations with these ids and codes (`name` in the result), and locks their rows in the order of their ids, so that the writes
 * of two processes cannot deadlock. SQLite has one writer and no row locks.
 */
export const lockInvitations = rowSetStatement<{ id: string }, LockedInvitationRow>({ id: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .leftJoin('card_changes', 'card_changes.code', 'given.id')
    .innerJoin('invitations', join => join.on(eb => eb('invitations.id', '=', eb.fn.coalesce('card_changes.invitation_id', 'given.id'))))
    .select(ROW_SELECTION)
    .select('given.id as name')
    .select(sql<number>`(select hides_names from events where events.id = invitations.event_id)`.as('hides_names'))
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
 * Reads admissions from the history by invitation and idempotency key. Without `is true`, PostgreSQL would plan, while the table is empty,
 * to read all admissions from the index, and keep that plan.
 */
export const findAdmissions = rowSetStatement<
  AdmissionKey,
  AdmissionKey & Pick<Tables['scans'], 'people' | 'scanned_at' | 'clock_offset' | 'received_at'>
>({ invitation_id: 'text', idempotency_key: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('scans', join =>
      join.onRef('scans.invitation_id', '=', 'given.invitation_id').onRef('scans.idempotency_key', '=', 'given.idempotency_key'),
    )
    .select(['given.invitation_id', 'given.idempotency_key', 'scans.people', 'scans.scanned_at', 'scans.clock_offset', 'scans.received_at'])
    .where(sql<boolean>`(scans.outcome = 'admitted') is true`),
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

/** The number of admitted people of an invitation, and the time of the last admission. */
type AdmittedCount = { id: string; count: number; scanned_at: string | null }

/** Sets the number of admitted people of invitations, and the time of the last admission. */
export const setAdmittedCounts = rowSetStatement<AdmittedCount, never>({ id: 'text', count: 'integer', scanned_at: 'text' }, (db, given) =>
  db
    .updateTable('invitations')
    .from(given)
    .set(eb => ({ current_scans: eb.ref('given.count'), scanned_at: eb.ref('given.scanned_at') }))
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
export type NewScan = Omit<Tables['scans'], 'id' | 'happened_at' | 'code_sha256'>

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
  offline: 'integer',
  undoes: 'text',
} as const
const SCAN_COLUMN_NAMES = Object.keys(SCAN_COLUMNS) as (keyof typeof SCAN_COLUMNS)[]

const insertScanRows = rowSetStatement<Tables['scans'], never>(SCAN_COLUMNS, (db, given) =>
  db
    .insertInto('scans')
    .columns(SCAN_COLUMN_NAMES)
    .expression(db.selectFrom(given).select(SCAN_COLUMN_NAMES.map(name => `given.${name}` as const))),
)

/** Returns the rows of new scans, with ids, shortened codes and the times by the server's clock. */
const toStoredScans = (scans: readonly (NewScan & { id?: string })[]): Tables['scans'][] =>
  scans.map(({ id = randomUUIDv7(), ...scan }) => ({
    ...scan,
    ...toCodeColumns(scan.code),
    ...toDeviceTimeColumns(scan),
    id,
    happened_at: scanTimeOf(scan),
  }))

/** Inserts scans into the history; `code` is the whole text of the scanned code. Returns the ids of the rows in the order of `scans`. */
export async function insertScans(db: Kysely<Tables>, scans: readonly (NewScan & { id?: string })[]) {
  const rows = toStoredScans(scans)
  await insertScanRows(db, rows)
  return rows.map(({ id }) => id)
}

const insertScansKeysAndCounts = combineStatements<{
  newScans: Tables['scans']
  newKeys: Tables['idempotency_keys']
  newCounts: AdmittedCount
}>({ newScans: insertScanRows, newKeys: insertIdempotencyKeys, newCounts: setAdmittedCounts })

/** Inserts scans and idempotency keys, and sets the counts of invitations. Returns how many keys were inserted, which are new ones only. */
export async function saveAdmissions(
  db: Kysely<Tables>,
  { scans, keys, counts }: { scans: readonly NewScan[]; keys: readonly Tables['idempotency_keys'][]; counts: readonly AdmittedCount[] },
): Promise<number> {
  const { newKeys } = await insertScansKeysAndCounts(db, { newScans: toStoredScans(scans), newKeys: keys, newCounts: counts })
  return newKeys
}
