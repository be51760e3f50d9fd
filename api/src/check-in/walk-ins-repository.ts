import type { Scope } from '@hudur/core/actor'
import type { Conflict } from '@hudur/core/check-in/contract'
import type { WalkIn } from '@hudur/core/check-in/walk-in'
import { type Kysely, type Selectable, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { ownedCondition } from '../database/conditions.ts'
import { countRows, readInPages } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

type WalkInRow = Selectable<Tables['walk_ins']>
type NewWalkIn = Omit<WalkInRow, 'seen_at' | 'removed_at'>

const toWalkIn = (row: WalkInRow): WalkIn => ({
  ...{ id: row.id, eventId: row.event_id, name: row.name, people: row.people, note: row.note, gate: row.gate, at: row.happened_at },
  ...{ isCounted: row.is_counted === 1, isSeen: row.seen_at !== null },
})

type ConflictSelection = Scope & { isSeen: boolean; eventId?: string | undefined }

const ownedByScope = (scope: Scope) => ownedCondition(scope, 'walk_ins.user_id', 'walk_ins.event_id')

export const walkInsIn = (db: Kysely<Tables>) => {
  const selectListed = (eventId: string) => db.selectFrom('walk_ins').where('event_id', '=', eventId).where('removed_at', 'is', null)

  const selectConflicts = ({ isSeen, eventId, ...scope }: ConflictSelection) => {
    const isOwned = ownedByScope(scope)
    return db
      .selectFrom('walk_ins')
      .where('is_counted', '=', 0)
      .where('removed_at', 'is', null)
      .where('seen_at', isSeen ? 'is not' : 'is', null)
      .$if(isOwned !== undefined, query => query.where(isOwned!))
      .$if(eventId !== undefined, query => query.where('event_id', '=', eventId!))
  }

  return {
    /** Adds a walk-in unless its event has one with the same idempotency key. Returns whether it was added. */
    async add(row: NewWalkIn) {
      const added = await db
        .insertInto('walk_ins')
        .values({ ...row, seen_at: null, removed_at: null })
        .onConflict(c => c.columns(['event_id', 'idempotency_key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added) recordChange({ userId: row.user_id, eventId: row.event_id })
      return added !== undefined
    },

    /** Reads the walk-in of an event with an idempotency key, also a removed one. */
    async withKey(eventId: string, idempotencyKey: string): Promise<WalkInRow | undefined> {
      return db
        .selectFrom('walk_ins')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst()
    },

    /** Reads a walk-in in scope that was not removed. */
    async find(id: string, scope: Scope): Promise<WalkInRow | undefined> {
      const isOwned = ownedByScope(scope)
      return db
        .selectFrom('walk_ins')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .$if(isOwned !== undefined, query => query.where(isOwned!))
        .executeTakeFirst()
    },

    count: ({ eventId }: { eventId: string }) => countRows(selectListed(eventId)),

    /** Reads a page, the latest first. */
    async page({ eventId }: { eventId: string }, limit: number, offset: number): Promise<WalkIn[]> {
      const rows = await selectListed(eventId)
        .selectAll()
        .orderBy('happened_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toWalkIn)
    },

    pages(which: { eventId: string }) {
      return readInPages<WalkIn>((_last, limit, offset) => this.page(which, limit, offset))
    },

    /** Deletes the name and the note of a walk-in, and stops counting its people. */
    async remove({ id, user_id: userId, event_id: eventId }: WalkInRow, now: Date) {
      await db.updateTable('walk_ins').set({ name: '', note: null, removed_at: now.toISOString() }).where('id', '=', id).execute()
      recordChange({ userId, eventId })
    },

    /** Marks a conflict as seen, and counts it if the owner accepts it. */
    async settle({ id, user_id: userId, event_id: eventId }: WalkInRow, { isAccepted }: { isAccepted: boolean }, now: Date) {
      await db
        .updateTable('walk_ins')
        .set({ seen_at: now.toISOString(), ...(isAccepted && { is_counted: 1 }) })
        .where('id', '=', id)
        .execute()
      recordChange({ userId, eventId })
    },

    countConflicts: (which: ConflictSelection) => countRows(selectConflicts(which)),

    /** Reads a page of conflicts, the latest first. */
    async conflicts(which: ConflictSelection, limit: number, offset: number): Promise<Conflict[]> {
      const rows = await selectConflicts(which)
        .innerJoin('events', 'events.id', 'walk_ins.event_id')
        .leftJoin('users as owners', 'owners.id', 'walk_ins.user_id')
        .selectAll('walk_ins')
        .select(['events.name as eventName', 'events.hides_names', 'owners.full_name as ownerName'])
        .orderBy('walk_ins.received_at', 'desc')
        .orderBy('walk_ins.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(row => ({
        ...{ id: row.id, kind: 'walk-in' as const, ownerId: row.user_id, ownerName: row.ownerName, count: 1, invitationId: null },
        ...{ guestName: row.name, eventName: row.eventName, hidesNames: row.hides_names === 1, code: '', people: row.people },
        ...{ at: row.happened_at, gate: row.gate, by: null, entries: [], isSeen: which.isSeen },
      }))
    },
  }
}

/** Counts the people whom the gates of an event have admitted without a card; those without a gate under an empty name. */
export async function countWalkInsByGate(db: Kysely<Tables>, eventId: string) {
  return db
    .selectFrom('walk_ins')
    .select([sql<string>`coalesce(gate, '')`.as('name'), sql<number>`sum(people)`.as('people')])
    .where('event_id', '=', eventId)
    .where('is_counted', '=', 1)
    .where('removed_at', 'is', null)
    .groupBy(sql`coalesce(gate, '')`)
    .execute()
}
