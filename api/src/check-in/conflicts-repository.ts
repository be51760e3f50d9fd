import type { Scope } from '@hudur/core/actor'
import { shownTextOf } from '@hudur/core/check-in/card-text'
import { type Conflict, MAX_CONFLICT_ENTRIES } from '@hudur/core/check-in/contract'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { readInChunks } from '../database/chunks.ts'
import { notUndone, ownedCondition } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { ADMISSION_COLUMNS, toAdmissionSummary } from './scans-repository.ts'

export type ConflictSelection = Scope & { filter?: 'all' | 'unseen' | undefined; eventId?: string | undefined }

/**
 * Omits a conflict of the kind `double` once an undo or an exit has lowered the count of its invitation to `max_scans`, and one of the kind
 * `exit` once the admissions of the people who left have arrived, or an exit was undone.
 */
const whereStillExceeding = (eb: ExpressionBuilder<Tables, 'conflicts' | 'invitations'>) =>
  eb.or([
    eb('conflicts.kind', 'not in', ['double', 'exit']),
    eb('invitations.id', 'is', null),
    eb.and([eb('conflicts.kind', '=', 'double'), eb('invitations.current_scans', '>', eb.ref('invitations.max_scans'))]),
    eb.and([eb('conflicts.kind', '=', 'exit'), eb('invitations.outside', '>', eb.ref('invitations.current_scans'))]),
  ])

const seenFlag = sql<number>`case when conflicts.seen_at is null then 0 else 1 end`
const kindRank = sql<number>`case conflicts.kind when 'double' then 0 when 'exit' then 1 when 'late' then 2 when 'pending' then 3
  when 'replaced' then 4 when 'cancelled' then 5 when 'deleted' then 6 else 7 end`
/** One entry for each invitation, one for all unknown codes of an account, and one for each late upload of an unknown code. */
const conflictGroup = sql<string>`case when conflicts.kind = 'unknown' then '' else coalesce(scans.invitation_id, conflicts.id) end`

/** Builds the condition that a conflict is of the scope's owner, or of a stored invitation to an event whose partner the actor is. */
const ownedByScope = (scope: Scope) => ownedCondition(scope, 'conflicts.owner_id', 'invitations.event_id')

export const conflictsIn = (db: Kysely<Tables>) => {
  /** Selects one row for each entry of the list: the id of its newest conflict, and the number of its scans with their repeats. */
  const selectConflictGroups = ({ filter, eventId, ...scope }: ConflictSelection) => {
    const isOwned = ownedByScope(scope)
    return db
      .selectFrom('conflicts')
      .innerJoin('scans', 'scans.id', 'conflicts.scan_id')
      .leftJoin('invitations', 'invitations.id', 'scans.invitation_id')
      .leftJoin('scan_repeats', 'scan_repeats.scan_id', 'scans.id')
      .$if(isOwned !== undefined, query => query.where(isOwned!))
      .$if(eventId !== undefined, query => query.where('invitations.event_id', '=', eventId ?? ''))
      .$if(filter === 'unseen', query => query.where('conflicts.seen_at', 'is', null))
      .where(notUndone)
      .where(eb => whereStillExceeding(eb as unknown as ExpressionBuilder<Tables, 'conflicts' | 'invitations'>))
      .select(eb => [eb.fn.max('conflicts.id').as('id'), 'conflicts.owner_id'])
      .select([sql<number>`sum(coalesce(scan_repeats.count, 1))`.as('count'), seenFlag.as('is_seen'), kindRank.as('rank')])
      .groupBy(['conflicts.owner_id', seenFlag, kindRank, conflictGroup])
  }

  /** Reads by invitation id the earliest admissions or exits with these outcomes that were not undone, at most `MAX_CONFLICT_ENTRIES` for each. */
  async function readAdmissionsOf(invitationIds: string[], outcomes: readonly Tables['scans']['outcome'][]) {
    const all = await readInChunks(invitationIds, some => {
      const placed = db
        .selectFrom('scans')
        .leftJoin('users', 'users.id', 'scans.user_id')
        .select(ADMISSION_COLUMNS)
        .select('scans.invitation_id')
        .select(sql<number>`row_number() over (partition by invitation_id order by happened_at, scans.id)`.as('place'))
        .where('scans.invitation_id', 'in', some)
        .where('scans.outcome', 'in', outcomes)
        .where(notUndone)
      return db.selectFrom(placed.as('placed')).selectAll().where('place', '<=', MAX_CONFLICT_ENTRIES).orderBy('place').execute()
    })
    return Map.groupBy(all, ({ invitation_id }) => invitation_id)
  }

  /** Reads the latest unknown codes, at most `MAX_CONFLICT_ENTRIES` for each owner and seen state, by `<owner id> <is_seen>`. */
  async function readUnknownCodesOf(ownerIds: string[]) {
    const all = await readInChunks(ownerIds, some => {
      const placed = db
        .selectFrom('conflicts')
        .innerJoin('scans', 'scans.id', 'conflicts.scan_id')
        .leftJoin('users', 'users.id', 'scans.user_id')
        .select(ADMISSION_COLUMNS)
        .select(['conflicts.owner_id', 'scans.code', seenFlag.as('is_seen')])
        .select(sql<number>`row_number() over (partition by owner_id, ${seenFlag} order by conflicts.id desc)`.as('place'))
        .where('conflicts.owner_id', 'in', some)
        .where('conflicts.kind', '=', 'unknown')
      return db.selectFrom(placed.as('placed')).selectAll().where('place', '<=', MAX_CONFLICT_ENTRIES).orderBy('place').execute()
    })
    return Map.groupBy(all, ({ owner_id, is_seen }) => `${owner_id} ${is_seen}`)
  }

  return {
    count: (which: ConflictSelection) => countRows(db.selectFrom(selectConflictGroups(which).as('listed'))),

    /** Reads a page of conflicts: unseen before seen, then by kind (see `kindRank`), by owner, and newest first. */
    async page(which: ConflictSelection, limit: number, offset: number): Promise<Conflict[]> {
      const rows = await db
        .selectFrom(selectConflictGroups(which).as('listed'))
        .innerJoin('conflicts', 'conflicts.id', 'listed.id')
        .innerJoin('scans', 'scans.id', 'conflicts.scan_id')
        .leftJoin('users', 'users.id', 'scans.user_id')
        .leftJoin('users as owners', 'owners.id', 'conflicts.owner_id')
        .leftJoin('invitations', 'invitations.id', 'scans.invitation_id')
        .leftJoin('events', 'events.id', 'invitations.event_id')
        .leftJoin('tombstones', 'tombstones.id', 'scans.invitation_id')
        .select(['conflicts.id', 'conflicts.kind', 'conflicts.owner_id', 'owners.full_name as ownerName', 'listed.is_seen', 'listed.count'])
        .select(ADMISSION_COLUMNS)
        .select(['scans.invitation_id', 'scans.code', 'scans.people'])
        .select(eb => [
          eb.fn.coalesce('invitations.guest_name', 'tombstones.guest_name').as('guestName'),
          eb.fn.coalesce('events.name', 'tombstones.event_name').as('eventName'),
          sql<number | null>`(select hides_names from events as its_event
            where its_event.id = coalesce(invitations.event_id, tombstones.event_id))`.as('hides_names'),
        ])
        .orderBy('listed.is_seen')
        .orderBy('listed.rank')
        .orderBy('listed.owner_id')
        .orderBy('listed.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const invitationIdsOf = (some: typeof rows) => [...new Set(some.flatMap(({ invitation_id }) => invitation_id ?? []))]
      const entriesKindOf = ({ kind }: Pick<Conflict, 'kind'>) => (kind === 'late' || kind === 'exit' ? kind : 'admitted')
      const readEntries = (kind: ReturnType<typeof entriesKindOf>, outcomes: readonly Tables['scans']['outcome'][]) =>
        readAdmissionsOf(invitationIdsOf(rows.filter(row => entriesKindOf(row) === kind)), outcomes)
      const entriesOf = {
        admitted: await readEntries('admitted', ['admitted']),
        late: await readEntries('late', ['late', 'late-exit']),
        exit: await readEntries('exit', ['exited']),
      }
      const unknown = await readUnknownCodesOf([...new Set(rows.flatMap(({ kind, owner_id }) => (kind === 'unknown' ? owner_id : [])))])
      return rows.map(row => ({
        id: row.id,
        kind: row.kind,
        ownerId: row.owner_id,
        ownerName: row.ownerName,
        count: row.count,
        invitationId: row.invitation_id,
        guestName: row.guestName ?? '',
        eventName: row.eventName ?? '',
        hidesNames: row.hides_names === 1,
        code: shownTextOf(row.code, 'typed'),
        people: row.people,
        ...toAdmissionSummary(row),
        entries:
          row.kind === 'unknown'
            ? (unknown.get(`${row.owner_id} ${row.is_seen}`) ?? []).map(one => ({
                ...toAdmissionSummary(one),
                code: shownTextOf(one.code, 'typed'),
              }))
            : (entriesOf[entriesKindOf(row)].get(row.invitation_id) ?? []).map(toAdmissionSummary),
        isSeen: row.is_seen === 1,
      }))
    },

    /** Marks an unseen late conflict and the older ones of its invitation as seen. Returns their admissions, oldest first. */
    async takeLate(id: string, scope: Scope, now: Date) {
      const isOwned = ownedByScope(scope)
      const invitationOf = db
        .selectFrom('conflicts')
        .innerJoin('scans', 'scans.id', 'conflicts.scan_id')
        .leftJoin('invitations', 'invitations.id', 'scans.invitation_id')
        .select('scans.invitation_id')
        .where('conflicts.id', '=', id)
        .where('conflicts.kind', '=', 'late')
        .$if(isOwned !== undefined, query => query.where(isOwned!))
      const taken = await db
        .updateTable('conflicts')
        .set({ seen_at: now.toISOString() })
        .where('scan_id', 'in', db.selectFrom('scans').select('scans.id').where('invitation_id', '=', invitationOf))
        .where('kind', '=', 'late')
        .where('id', '<=', id)
        .where('seen_at', 'is', null)
        .returning(['scan_id', 'owner_id'])
        .execute()
      const [first] = taken
      if (!first) return []
      recordChange({ userId: first.owner_id })
      const scanIds = taken.map(({ scan_id }) => scan_id)
      const admissions = await db
        .selectFrom('scans')
        .select(['id', 'invitation_id as invitationId', 'people', 'gate', 'code', 'outcome'])
        .select(['scanned_at as scannedAt', 'clock_offset as clockOffset', 'received_at as receivedAt'])
        .where(amongTextsCondition(db, sql.ref('id'), scanIds))
        .orderBy('happened_at')
        .orderBy('id')
        .execute()
      return admissions.map(admission => ({ ...admission, ownerId: first.owner_id }))
    },

    /** Marks a conflict in scope and the older ones of its group as seen. Returns false when no such conflict exists. */
    async markSeen(id: string, scope: Scope, now: Date) {
      const isOwned = ownedByScope(scope)
      const one = await db
        .selectFrom('conflicts')
        .innerJoin('scans', 'scans.id', 'conflicts.scan_id')
        .leftJoin('invitations', 'invitations.id', 'scans.invitation_id')
        .select(['conflicts.owner_id', 'conflicts.kind', 'scans.invitation_id', 'invitations.event_id'])
        .where('conflicts.id', '=', id)
        .$if(isOwned !== undefined, query => query.where(isOwned!))
        .executeTakeFirst()
      if (!one) return false
      const { owner_id, kind, invitation_id, event_id } = one
      await db
        .updateTable('conflicts')
        .set({ seen_at: now.toISOString() })
        .where('owner_id', '=', owner_id)
        .where('kind', '=', kind)
        .where('id', '<=', id)
        .where('seen_at', 'is', null)
        .$if(kind !== 'unknown' && invitation_id !== null, query =>
          query.where('scan_id', 'in', db.selectFrom('scans').select('scans.id').where('invitation_id', '=', invitation_id)),
        )
        .$if(kind !== 'unknown' && invitation_id === null, query => query.where('id', '=', id))
        .execute()
      recordChange({ userId: owner_id, eventId: event_id ?? undefined })
      return true
    },
  }
}
