import { type DeletedInvitation, type Invitation, invitationRules, MAX_DELETED_COPIED, type Scope } from '@hudur/core'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { inScope, ofEvent } from './repository.ts'
import { toInvitation } from './rows.ts'

/** The days whose events a device keeps, both included, as `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

/** The events a device copies: those of these days, and those that were opened there. */
type Copied = { days: Days; opened: { eventName: string; eventDate: string }[] }

const onDays =
  ({ from, to }: Days) =>
  (eb: ExpressionBuilder<Tables, 'invitations'>) =>
    eb.and([eb('event_date', '>=', from), eb('event_date', '<=', to)])

/** What devices copy so that they can stand at a door alone. */
export const devicesIn = (db: Kysely<Tables>) => ({
  /** Invitations of those days, and of the events that were opened, that changed or were counted at or after `since`, or all of them. */
  async changed(scope: Scope, { days, opened }: Copied, since: string | undefined): Promise<Invitation[]> {
    // A count leaves `changed_at` as it is, for its index would cost every scan a write.
    const countedSince = (since: string) =>
      db
        .selectFrom('scans')
        .select(sql<string>`invitation_id`.as('id'))
        .where('received_at', '>=', since)
        .where('invitation_id', 'is not', null)
    let query = db
      .selectFrom('invitations')
      .selectAll()
      .where(inScope(scope))
      .where(eb => eb.or([onDays(days)(eb), ...opened.map(event => ofEvent(event)(eb))]))
    if (since !== undefined) query = query.where(eb => eb.or([eb('changed_at', '>=', since), eb('id', 'in', countedSince(since))]))
    return (await query.orderBy('created_at').orderBy('position').execute()).map(toInvitation)
  },

  async removed({ userId }: Scope, since: string): Promise<string[]> {
    let query = db.selectFrom('tombstones').select('id').where('deleted_at', '>=', since)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    return (await query.execute()).map(({ id }) => id)
  },

  /** The deleted invitations of those days, and of the events that were opened, that were deleted at or after `since`, or all of them; the latest first. */
  async deleted({ userId }: Scope, { days, opened }: Copied, since: string | undefined): Promise<DeletedInvitation[]> {
    const openedDays = opened.map(({ eventDate }) => eventDate)
    const rows = await db
      .selectFrom('tombstones')
      .select(['id', 'user_id as userId', 'guest_name as guestName', 'event_name as eventName', 'event_date as eventDate'])
      .where(eb =>
        eb.or([
          eb.and([eb('event_date', '>=', days.from), eb('event_date', '<=', days.to)]),
          ...(openedDays.length > 0 ? [eb('event_date', 'in', openedDays)] : []),
        ]),
      )
      .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
      .$if(since !== undefined, query => query.where('deleted_at', '>=', since ?? ''))
      .orderBy('deleted_at', 'desc')
      .limit(MAX_DELETED_COPIED)
      .execute()
    const isCopied = (one: DeletedInvitation) =>
      (one.eventDate >= days.from && one.eventDate <= days.to) || opened.some(event => invitationRules.isSameEvent(one, event))
    return rows.filter(isCopied)
  },

  /** Admissions told under an idempotency key since then: a device need not add its own of these to the count. */
  async admissions(scope: Scope, since: string) {
    const rows = await db
      .selectFrom('scans')
      .innerJoin('invitations', 'invitations.id', 'scans.invitation_id')
      .select(['scans.nonce', 'scans.invitation_id', 'scans.people'])
      .where('received_at', '>=', since)
      .where('outcome', '=', 'admitted')
      .where('scans.nonce', 'is not', null)
      .$if(scope.userId !== undefined, query => query.where('invitations.user_id', '=', scope.userId ?? ''))
      .execute()
    return rows.map(({ nonce, invitation_id, people }) => ({ nonce: nonce ?? '', invitationId: invitation_id ?? '', people }))
  },
})
