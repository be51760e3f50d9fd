import type { EventDetails } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { type Kysely, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { preparedQuery } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'
import { eventPicturesIn } from '../events/pictures-repository.ts'
import { eventsIn } from '../events/repository.ts'
import { invitationsIn } from '../invitations/repository.ts'

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

/** Finds the invitation that has or had this code. */
export async function findInvitationByCode({ read, codeReads }: Database, code: string): Promise<GuestInvitation | undefined> {
  const id = await guestsIn(codeReads).idOf(code)
  return id === undefined ? undefined : guestsIn(read).find(id)
}
