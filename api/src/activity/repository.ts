import { randomUUIDv7 } from 'node:crypto'
import type { Activity as ActivityRow, ActivityVerb } from '@hudur/core/activity/contract'
import * as texts from '@hudur/core/texts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { preparedQuery } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'

/** An activity to record, stored with the action `<verb>_<target>`. Admissions are not recorded: `list` reads the scans. */
type Activity = {
  userId: string
  verb: ActivityVerb
  target: ActivityRow['targetType']
  targetId: string
  description: string
  at: Date
}

const insertActivity = preparedQuery(
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

/** The columns with the names of the actor: from the account, or from the record of the deleted account. */
const ACTOR_NAMES = sql`
  coalesce(users.full_name, deleted_accounts.full_name, '') as "userName",
  coalesce(users.username, deleted_accounts.username, '') as username`

type ActorColumns = Pick<ActivityRow, 'userId' | 'userName' | 'username' | 'createdAt'> & { id: string }

export const activityIn = (db: Kysely<Tables>) => {
  /** Joins the actor's account, and the record of a deleted account, by a column with the user id. */
  const joinActor = (column: RawBuilder<unknown>) => sql`
    left join users on users.id = ${column} left join deleted_accounts on deleted_accounts.original_user_id = ${column}`

  async function readActivities(ids: string[]): Promise<ActivityRow[]> {
    const { rows } = await sql<ActivityRow>`
      select activity.id, activity.user_id as "userId", activity.action, activity.description, activity.target_type as "targetType",
        activity.target_id as "targetId", activity.created_at as "createdAt", ${ACTOR_NAMES}
      from activity ${joinActor(sql`activity.user_id`)} where ${amongTextsCondition(db, sql`activity.id`, ids)}`.execute(db)
    return rows
  }

  async function readAdmissions(ids: string[]): Promise<ActivityRow[]> {
    const { rows } = await sql<ActorColumns & { targetId: string; isExit: 0 | 1; guestName: string | null; eventName: string | null }>`
      select scans.id, scans.user_id as "userId", scans.received_at as "createdAt", scans.invitation_id as "targetId", ${ACTOR_NAMES},
        case scans.outcome when 'exited' then 1 else 0 end as "isExit",
        coalesce(invitations.guest_name, tombstones.guest_name) as "guestName",
        coalesce(events.name, tombstones.event_name) as "eventName"
      from scans ${joinActor(sql`scans.user_id`)}
        left join invitations on invitations.id = scans.invitation_id
        left join events on events.id = invitations.event_id left join tombstones on tombstones.id = scans.invitation_id
      where ${amongTextsCondition(db, sql`scans.id`, ids)}`.execute(db)
    return rows.map(({ guestName, eventName, isExit, ...row }) => ({
      ...row,
      action: 'scan_invitation',
      targetType: 'invitation',
      description: texts.activity[isExit === 1 ? 'exited' : 'scanned'](guestName || texts.namelessGuest, eventName ?? texts.deletedEvent),
    }))
  }

  return {
    async record(activity: Activity) {
      const { verb, target, at } = activity
      await insertActivity(db, { ...activity, id: randomUUIDv7(), action: `${verb}_${target}`, at: at.toISOString() })
    },

    /** Reads a page of activities, admissions and exits, newest first, with the names of actors, also of deleted ones; and the total number. */
    async list({ verb, limit, offset }: { verb: ActivityVerb | 'scan' | undefined; limit: number; offset: number }) {
      const sources = [
        ...(verb === 'scan' ? [] : [sql`activity where ${verb === undefined ? sql`true` : sql`verb = ${verb}`}`]),
        ...(verb === undefined || verb === 'scan'
          ? [sql`scans where outcome in ('admitted', 'exited') and invitation_id is not null`]
          : []),
      ]
      const counts = sources.map(source => sql`select count(*) as total from ${source}`)
      const newest = sources.map(
        // Ids begin with the time (UUIDv7), so the primary keys give the newest rows of both tables without another index.
        source => sql`select id from (select id from ${source} order by id desc limit ${offset + limit}) as newest`,
      )
      const unionAll = (queries: RawBuilder<unknown>[]) => sql`(${sql.join(queries, sql` union all `)}) as both_sources`
      const total = await sql<{ total: number }>`select sum(total) as total from ${unionAll(counts)}`.execute(db)
      const page = await sql<{ id: string }>`select id from ${unionAll(newest)} order by id desc limit ${limit} offset ${offset}`.execute(
        db,
      )
      const ids = page.rows.map(({ id }) => id)
      const found = new Map([...(await readActivities(ids)), ...(await readAdmissions(ids))].map(row => [row.id, row]))
      return { notifications: ids.flatMap(id => found.get(id) ?? []), total: total.rows[0]!.total }
    },
  }
}
