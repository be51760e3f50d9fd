import type { Invitation } from '@hudur/core'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { type EventOf, ofEvent, type Reach, within } from './repository.ts'
import { toInvitation } from './rows.ts'

/** The days whose events a device keeps, both included, as `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

const onDays =
  ({ from, to }: Days) =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) =>
    eb.and([eb('event_date', '>=', from), eb('event_date', '<=', to)])

/** What devices copy so that they can stand at a door alone. */
export const devicesIn = (db: Kysely<Tables>) => ({
  /** Invitations of those days, and of the events that were opened, that changed at or after `since`, or all of them. */
  async changed(reach: Reach, { days, opened }: { days: Days; opened: EventOf[] }, since: string | undefined): Promise<Invitation[]> {
    let query = db
      .selectFrom('invitations')
      .selectAll()
      .where(within(reach))
      .where(eb => eb.or([onDays(days)(eb), ...opened.map(event => ofEvent(event)(eb))]))
    if (since !== undefined) query = query.where('changed_at', '>=', since)
    return (await query.orderBy('created_at').orderBy('position').execute()).map(toInvitation)
  },

  async removed({ userId }: Reach, since: string): Promise<string[]> {
    let query = db.selectFrom('tombstones').select('id').where('deleted_at', '>=', since)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    return (await query.execute()).map(({ id }) => id)
  },

  /** Admissions told under a nonce since then: a device need not add its own of these to the count. */
  async admissions(reach: Reach, since: string) {
    const rows = await db
      .selectFrom('scans')
      .innerJoin('invitations', 'invitations.id', 'scans.invitation_id')
      .select(['scans.nonce', 'scans.invitation_id', 'scans.people'])
      .where('received_at', '>=', since)
      .where('outcome', '=', 'admitted')
      .where('scans.nonce', 'is not', null)
      .$if(reach.userId !== undefined, query => query.where('invitations.user_id', '=', reach.userId ?? ''))
      .execute()
    return rows.map(({ nonce, invitation_id, people }) => ({ nonce: nonce ?? '', invitationId: invitation_id ?? '', people }))
  },
})
