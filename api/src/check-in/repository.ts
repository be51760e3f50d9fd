import { PostgresAdapter, sql } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { setStatement } from '../database/set-statement.ts'
import { COLUMNS, type InvitationRow } from '../invitations/rows.ts'

type Key = { user_id: string; nonce: string }
type Admitted = { invitation_id: string; nonce: string }

/**
 * Reads the invitations with these ids and locks their rows in the order of their ids, so that the writes of two processes cannot deadlock.
 * SQLite has one writer and no row locks.
 */
export const lockInvitations = setStatement<{ id: string }, InvitationRow>({ id: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('invitations', 'invitations.id', 'given.id')
    .select(COLUMNS.map(column => `invitations.${column}` as const))
    .orderBy('invitations.id')
    .$if(db.getExecutor().adapter instanceof PostgresAdapter, query => query.forUpdate('invitations')),
)

/** Reads the stored fingerprints (`names`) and answers of idempotency keys. */
export const findKeys = setStatement<Key, Key & { names: string; answer: string | null }>({ user_id: 'text', nonce: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('nonces', join => join.onRef('nonces.user_id', '=', 'given.user_id').onRef('nonces.nonce', '=', 'given.nonce'))
    .select(['nonces.user_id', 'nonces.nonce', 'nonces.names', 'nonces.answer']),
)

/** Adds idempotency keys; existing ones are not changed. */
export const insertKeys = setStatement<Tables['nonces'], never>(
  { user_id: 'text', nonce: 'text', names: 'text', answer: 'text', created_at: 'text' },
  (db, given) =>
    db
      .insertInto('nonces')
      .columns(['user_id', 'nonce', 'names', 'answer', 'created_at'])
      .expression(
        db
          .selectFrom(given)
          .select(['given.user_id', 'given.nonce', 'given.names', 'given.answer', 'given.created_at'])
          // Without a condition SQLite parses «on conflict» as part of the select.
          .where(sql<boolean>`true`),
      )
      .onConflict(c => c.doNothing()),
)

/** Changes the answers stored under idempotency keys, each only while it is still `before`. */
export const updateKeys = setStatement<Key & { names: string; before: string | null; answer: string }, never>(
  { user_id: 'text', nonce: 'text', names: 'text', before: 'text', answer: 'text' },
  (db, given) =>
    db
      .updateTable('nonces')
      .from(given)
      .set(eb => ({ names: eb.ref('given.names'), answer: eb.ref('given.answer') }))
      .whereRef('nonces.user_id', '=', 'given.user_id')
      .whereRef('nonces.nonce', '=', 'given.nonce')
      .where(eb => sql<boolean>`${eb.ref('nonces.answer')} is not distinct from ${eb.ref('given.before')}`),
)

/** Reads admissions from the history by invitation and idempotency key. */
export const findAdmissions = setStatement<
  Admitted,
  Admitted & Pick<Tables['scans'], 'people' | 'scanned_at' | 'clock_offset' | 'received_at'>
>({ invitation_id: 'text', nonce: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('scans', join => join.onRef('scans.invitation_id', '=', 'given.invitation_id').onRef('scans.nonce', '=', 'given.nonce'))
    .select(['given.invitation_id', 'given.nonce', 'scans.people', 'scans.scanned_at', 'scans.clock_offset', 'scans.received_at'])
    .where('scans.outcome', '=', sql.lit('admitted' as const)),
)

/** Reads which of these admissions were undone; an undo may have arrived before its admission. */
export const findUndone = setStatement<Admitted, Admitted>({ invitation_id: 'text', nonce: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('scans', join => join.onRef('scans.invitation_id', '=', 'given.invitation_id').onRef('scans.undoes', '=', 'given.nonce'))
    .select(['given.invitation_id', 'given.nonce']),
)

/** Reads the tombstones of deleted invitations. */
export const findTombstones = setStatement<
  { id: string },
  Pick<Tables['tombstones'], 'id' | 'user_id' | 'guest_name' | 'event_name' | 'event_date'>
>({ id: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('tombstones', 'tombstones.id', 'given.id')
    .select(['tombstones.id', 'tombstones.user_id', 'tombstones.guest_name', 'tombstones.event_name', 'tombstones.event_date']),
)

/** Sets the number of admitted people of invitations, and the time of the last admission. */
export const setCounts = setStatement<{ id: string; count: number; scanned_at: string | null }, never>(
  { id: 'text', count: 'integer', scanned_at: 'text' },
  (db, given) =>
    db
      .updateTable('invitations')
      .from(given)
      .set(eb => ({ current_scans: eb.ref('given.count'), scanned_at: eb.ref('given.scanned_at') }))
      .whereRef('invitations.id', '=', 'given.id'),
)

/** Sets `changed_at`, so that devices download invitations whose count changed without a new row in the history. */
export const touchInvitations = setStatement<{ id: string; at: string }, never>({ id: 'text', at: 'text' }, (db, given) =>
  db
    .updateTable('invitations')
    .from(given)
    .set(eb => ({ changed_at: eb.ref('given.at') }))
    .whereRef('invitations.id', '=', 'given.id'),
)
