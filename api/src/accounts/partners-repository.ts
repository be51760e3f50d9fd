import type { PartnerEvent, Scope } from '@hudur/core/actor'
import type { Partner } from '@hudur/core/events/contract'
import type { Kysely } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

/** A partnership of an account in an event. */
type Partnership = PartnerEvent & { userId: string }

/**
 * The partners of events. An ended partnership stays for 90 days, so that the device of its account learns of the end. The partners of a
 * deleted event stay until the event can no longer be restored.
 */
export const partnersIn = (db: Kysely<Tables>) => {
  const selectCurrent = () => db.selectFrom('event_partners').where('ended_at', 'is', null)

  return {
    /** Reads the partners of an event, the first added first. */
    async ofEvent(eventId: string): Promise<Partner[]> {
      return selectCurrent()
        .innerJoin('users', 'users.id', 'event_partners.user_id')
        .select(['users.username', 'users.full_name as fullName', 'event_partners.added_at as addedAt'])
        .where('event_id', '=', eventId)
        .orderBy('added_at')
        .orderBy('users.username_key')
        .execute()
    },

    async has({ eventId, userId }: Pick<Partnership, 'eventId' | 'userId'>) {
      const found = await selectCurrent().select('user_id').where('event_id', '=', eventId).where('user_id', '=', userId).executeTakeFirst()
      return found !== undefined
    },

    /**
     * Returns the scope of an account without the events in which its partnership has ended since the session was read. The caller has
     * locked the owners of the rows that it reads next.
     */
    async refreshScope(scope: Scope): Promise<Scope> {
      const { userId, partnerEventIds = [] } = scope
      if (userId === undefined || partnerEventIds.length === 0) return scope
      const current = await selectCurrent().select('event_id').where('user_id', '=', userId).execute()
      return { ...scope, partnerEventIds: current.map(({ event_id }) => event_id) }
    },

    /** Counts the events in which an account is a partner. */
    countOf: (userId: string) => countRows(selectCurrent().where('user_id', '=', userId)),

    /** Returns whether a partnership of an account began or ended at or after `since`. Its device then needs its whole replica again. */
    async haveChanged(userId: string, since: string) {
      const found = await db
        .selectFrom('event_partners')
        .select('event_id')
        .where('user_id', '=', userId)
        .where(eb => eb.or([eb('added_at', '>=', since), eb('ended_at', '>=', since)]))
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    async add({ eventId, userId, ownerId }: Partnership, now: Date) {
      const partnership = { owner_id: ownerId, added_at: now.toISOString(), ended_at: null }
      await db
        .insertInto('event_partners')
        .values({ event_id: eventId, user_id: userId, ...partnership })
        .onConflict(c => c.columns(['event_id', 'user_id']).doUpdateSet(partnership))
        .execute()
      recordChange({ userId })
    },

    /** Ends a partnership. Returns false when there is none. */
    async end({ eventId, userId }: Pick<Partnership, 'eventId' | 'userId'>, now: Date) {
      const { numUpdatedRows } = await db
        .updateTable('event_partners')
        .set({ ended_at: now.toISOString() })
        .where('event_id', '=', eventId)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      recordChange({ userId })
      return numUpdatedRows === 1n
    },

    /** Ends all partnerships in the events of an owner, whose account is deleted. */
    async endAllOfOwner(ownerId: string, at: string) {
      const ended = await db
        .updateTable('event_partners')
        .set({ ended_at: at })
        .where('owner_id', '=', ownerId)
        .where('ended_at', 'is', null)
        .returning('user_id as userId')
        .execute()
      for (const { userId } of ended) recordChange({ userId })
    },
  }
}
