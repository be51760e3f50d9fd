import { randomUUIDv7 } from 'node:crypto'
import type { Activity as Told } from '@hudur/core'
import type { Kysely } from 'kysely'
import { prepared } from '../database/prepared.ts'
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

const insertActivity = prepared(
  (
    db,
    { id, userId, verb, action, description, target, targetId, at }: Omit<Activity, 'at'> & { id: string; action: string; at: string },
  ) =>
    db.insertInto('activity').values({
      id,
      user_id: userId,
      verb,
      action,
      description,
      target_type: target,
      target_id: targetId,
      created_at: at,
    }),
)

export const activityIn = (db: Kysely<Tables>) => ({
  async record(activity: Activity) {
    const { verb, target, at } = activity
    await insertActivity(db, { ...activity, id: randomUUIDv7(), action: `${verb}_${target}`, at: at.toISOString() })
  },

  /** Newest first, told with the name of whoever did it, also when the account has gone; and how many there are in all. */
  async list({ verb, limit, offset }: { verb: Activity['verb'] | undefined; limit: number; offset: number }) {
    const matching = verb === undefined ? db.selectFrom('activity') : db.selectFrom('activity').where('verb', '=', verb)
    const { total } = await matching.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await matching
      .leftJoin('users', 'users.id', 'activity.user_id')
      .leftJoin('deleted_accounts', 'deleted_accounts.original_user_id', 'activity.user_id')
      .select(eb => [
        'activity.id',
        'activity.user_id as userId',
        'activity.action',
        eb.fn.coalesce('users.full_name', 'deleted_accounts.full_name', eb.val('')).as('userName'),
        eb.fn.coalesce('users.username', 'deleted_accounts.username', eb.val('')).as('username'),
        'activity.description',
        'activity.target_type as targetType',
        'activity.target_id as targetId',
        'activity.created_at as createdAt',
      ])
      // An id begins with its time: no index of its own is paid for by every scan.
      .orderBy('activity.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { notifications: rows as Told[], total }
  },
})
