import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** What is recorded: the verb for filters, the action by the name people filter and read it under. */
type Activity = {
  userId: string
  verb: 'create' | 'update' | 'delete' | 'scan'
  target: 'user' | 'invitation'
  targetId: string
  description: string
  at: Date
}

export const activityIn = (db: Kysely<Tables>) => ({
  async record({ userId, verb, target, targetId, description, at }: Activity) {
    await db
      .insertInto('activity')
      .values({
        id: randomUUIDv7(),
        user_id: userId,
        verb,
        action: `${verb}_${target}`,
        description,
        target_type: target,
        target_id: targetId,
        created_at: at.toISOString(),
      })
      .execute()
  },
})
