import type { EventDetails } from '@hudur/core/events/contract'
import { eventTimeText } from '@hudur/core/events/event-time'
import { isTrialCode } from '@hudur/core/id'
import type { Invitation, ToldFacts } from '@hudur/core/invitations/invitation'
import { changedFacts } from '@hudur/core/invitations/told'
import { trialInvitationOf } from '@hudur/core/invitations/trial'
import { type Kysely, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { preparedQuery } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'
import { eventPicturesIn } from '../events/pictures-repository.ts'
import { eventsIn } from '../events/repository.ts'
import { parseFacts } from '../events/told-facts-repository.ts'
import { lastCardChange } from '../invitations/card-changes-repository.ts'
import { invitationsIn } from '../invitations/repository.ts'

/** How many of the latest sent marks of an invitation are searched for what its guest was told before. */
const MAX_READ_MARKS = 20

const ANY_OWNER = { userId: undefined }

/** An invitation with its event and the id of the event's picture, from which the guest page is made. */
export type GuestInvitation = { invitation: Invitation; event: EventDetails; pictureId: string | undefined }

/** Reads the id of the invitation that has or had this code. The statement is prepared, because attackers may send many made-up codes. */
const findIdByCode = preparedQuery((db, { code }: { code: string }) =>
  db
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', sql<string>`coalesce((select invitation_id from card_changes where card_changes.code = ${code}), ${code})`),
)

const findEventByTrialCode = preparedQuery((db, { code }: { code: string }) =>
  db.selectFrom('events').select('id').where('trial_code', '=', code),
)

/** Reads and changes invitations for guests, who identify themselves only by a code. */
export const guestsIn = (db: Kysely<Tables>) => {
  const invitations = invitationsIn(db)
  return {
    /** Returns the id of the invitation that has or had this code. For a text that cannot be a code, no query is run. */
    async idOf(code: string): Promise<string | undefined> {
      if (!/^[0-9A-Za-z]{1,64}$/.test(code)) return undefined
      const { rows } = await findIdByCode(db, { code })
      return rows[0]?.id
    },

    /** Finds an invitation with its event. */
    async find(id: string): Promise<GuestInvitation | undefined> {
      const invitation = await invitations.find(id, ANY_OWNER)
      const event = invitation?.eventId == null ? undefined : await eventsIn(db).find(invitation.eventId, ANY_OWNER)
      return invitation && event && { invitation, event, pictureId: await eventPicturesIn(db).idOf(event.id) }
    },

    /**
     * Returns what the guest of an invitation was last told, or answered for, before the day, time, place or number of persons changed;
     * undefined where the guest was told nothing else. A new sent mark does not hide the change: the guest reads it until the event.
     */
    async formerFacts({ id, eventDate, maxScans, answer }: Invitation, event: EventDetails): Promise<ToldFacts | undefined> {
      const rows = await db
        .selectFrom('sendings')
        .select(['told', 'told_persons'])
        .where('invitation_id', '=', id)
        .where('told', 'is not', null)
        .where('created_at', '>', lastCardChange(sql`${id}`, ['give-away']))
        .orderBy('created_at', 'desc')
        .limit(MAX_READ_MARKS)
        .execute()
      const present = { ...event, maxScans, table: null }
      const told = rows.map(({ told, told_persons }) => {
        const { date, time, place } = parseFacts(told ?? '')
        return { date, time, place, persons: told_persons ?? maxScans, table: null, hasFormerCard: false }
      })
      const former = told.find(facts => changedFacts(facts, present).length > 0)
      if (former || !answer?.isForFormerDay) return former
      const answered = await db.selectFrom('invitations').select('answered_for').where('id', '=', id).executeTakeFirst()
      const date = answered?.answered_for ?? eventDate
      return { date, time: eventTimeText(event), place: event.place ?? '', persons: maxScans, table: null, hasFormerCard: false }
    },

    /** Returns whether an invitation was given to another guest after it had this code. */
    async wasGivenAwaySince(id: string, code: string) {
      const given = await db
        .selectFrom('card_changes')
        .select('id')
        .where('invitation_id', '=', id)
        .where('kind', '=', 'give-away')
        .where('created_at', '>', sql<string>`coalesce((select created_at from card_changes where code = ${code}), '')`)
        .executeTakeFirst()
      return given !== undefined
    },

    /** Records when an invitation was first opened, unless its card was reissued since it was read. */
    async markOpened(invitation: Invitation, now: Date) {
      const at = now.toISOString()
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ opened_at: at, changed_at: at })
        .where('id', '=', invitation.id)
        .where(eb => eb.fn.coalesce('code', 'id'), '=', invitation.code)
        .where('opened_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) recordChanges([invitation])
    },
  }
}

/** Finds the event of a trial card, and the invitation that its page shows, which is stored nowhere. */
async function findTrial({ read, codeReads }: Database, code: string): Promise<GuestInvitation | undefined> {
  const [found] = (await findEventByTrialCode(codeReads, { code })).rows
  const event = found && (await eventsIn(read).find(found.id, ANY_OWNER))
  return event && { invitation: trialInvitationOf(event, code), event, pictureId: await eventPicturesIn(read).idOf(event.id) }
}

/** Finds the invitation that has or had this code, or the one of a trial card. */
export async function findInvitationByCode(db: Database, code: string): Promise<GuestInvitation | undefined> {
  const { read, codeReads } = db
  if (isTrialCode(code)) return findTrial(db, code)
  const id = await guestsIn(codeReads).idOf(code)
  return id === undefined ? undefined : guestsIn(read).find(id)
}
