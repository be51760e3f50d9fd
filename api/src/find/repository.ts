import type { Scope } from '@hudur/core/actor'
import type { Kysely } from 'kysely'
import { ownedCondition } from '../database/conditions.ts'
import type { Tables } from '../database/schema.ts'

/** Reads the names by which events and accounts are found. They are few compared to guests, so they are compared in memory. */
export const foundNamesIn = (db: Kysely<Tables>) => ({
  /** Reads the events in scope with the names of their owners, the latest day first. */
  events(scope: Scope) {
    const isOwned = ownedCondition(scope, 'events.user_id', 'events.id')
    return db
      .selectFrom('events')
      .innerJoin('users', 'users.id', 'events.user_id')
      .select(['events.id', 'events.name', 'events.name_key', 'events.date', 'users.full_name as ownerName'])
      .$if(isOwned !== undefined, query => query.where(isOwned!))
      .orderBy('events.date', 'desc')
      .orderBy('events.id')
      .execute()
  },

  users: () =>
    db.selectFrom('users').select(['id', 'full_name as fullName', 'username', 'phone']).orderBy('created_at').orderBy('id').execute(),
})
