import type { Invitation } from '@hudur/core/invitations/invitation'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { countRows } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { lastCardChange } from './card-changes-repository.ts'

/** An answer to store; 0 people mean that the guest does not come. `userId` and `linkId` are who entered it for the guest, or null. */
export type NewAnswer = {
  /** When the guest answered, where that was before `now`. */
  answeredAt?: Date
  people: number
  children: number
  note: string | null
  userId: string | null
  linkId: string | null
  now: Date
}

export const answersIn = (db: Kysely<Tables>) => ({
  /** Locks an invitation, so that concurrent answers are stored one after another. SQLite has one writer and no row locks. */
  async lock(invitationId: string) {
    const invitation = db.selectFrom('invitations').select('id').where('id', '=', invitationId)
    if (db.getExecutor().adapter instanceof PostgresAdapter) await invitation.forUpdate().execute()
  },

  /** Counts the answers that the guest of an invitation has given for the present day of the event. */
  countOfGuest: ({ id, eventDate }: Invitation) =>
    countRows(
      db
        .selectFrom('answers')
        .where('invitation_id', '=', id)
        .where('user_id', 'is', null)
        .where(eb => eb.fn.coalesce('event_date', eb.val(eventDate)), '=', eventDate)
        .where('created_at', '>', lastCardChange(sql`${id}`, ['give-away'])),
    ),

  /** Stores an answer to a locked invitation as the current one, with a later time than that of the previous answer. */
  async add(invitation: Invitation, { people, children, note, userId, linkId, now, answeredAt = now }: NewAnswer) {
    const before = invitation.answer ? Date.parse(invitation.answer.at) : Number.NEGATIVE_INFINITY
    const at = new Date(Math.max(answeredAt.getTime(), before + 1)).toISOString()
    await db
      .insertInto('answers')
      .values({
        ...{ id: newId(), invitation_id: invitation.id, people, children, note, user_id: userId, link_id: linkId, created_at: at },
        event_date: invitation.eventDate,
      })
      .execute()
    await db
      .updateTable('invitations')
      .set({ answered_at: at, answered_people: people, answered_children: children, answered_for: invitation.eventDate, answer_note: note })
      .set({ changed_at: now.toISOString() })
      .where('id', '=', invitation.id)
      .execute()
    recordChanges([invitation])
  },
})
