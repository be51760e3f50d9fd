import { type Actor, type ActorLink, isInScope, scopeOfActor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone, startOfWeek } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import { createInvitations, decideCreation } from '@hudur/core/invitations/create/decide'
import { type CreationInput, parseCreationRequest } from '@hudur/core/invitations/create/request'
import { chosenByLink, fieldsWithLinkName } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { asVisibleTo } from '@hudur/core/invitations/views'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { designService } from '../cards/designs.ts'
import { mapRows } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { figuresIn } from '../events/figures-repository.ts'
import { findOrCreateEvent } from '../events/writes.ts'
import { countAllotment } from '../links/allotment.ts'
import { linksIn } from '../links/repository.ts'
import { trailIn } from '../trail/repository.ts'
import { answerAsHost } from './answers.ts'
import { applyChange, type InvitationChange } from './apply-change.ts'
import { changeCard, giveAway } from './card-changes.ts'
import { createStoreIn, loadStateBeforeWrite, sha256 } from './create-store.ts'
import { readDownload } from './download.ts'
import { readHistory } from './history-repository.ts'
import { listInvitations } from './listing.ts'
import { qrPng } from './qr-png.ts'
import { refundDeletedInvitations } from './refunds.ts'
import { removeMany } from './remove-many.ts'
import { invitationsIn } from './repository.ts'
import { markSent, markSkipped } from './sendings.ts'
import { updateMany } from './update-many.ts'
import { lockInvitation, recordActivity } from './writes.ts'

/** A request with more invitations than this is also decided before the write, because other requests wait while a write reads. */
const MAX_DECIDED_ONLY_IN_WRITE = 500

/** Counts the people whom an edit adds to an invitation, or takes from it, for the link that made it. Throws `over-balance`. */
async function countAddedPeople(trx: Kysely<Tables>, { link }: Actor, { id, userId }: Invitation, people: number, now: Date) {
  if (people === 0) return
  if (!link) return linksIn(trx).addToAllotmentsOf(new Map([[id, people]]))
  const { allotment, used } = (await linksIn(trx).lockAllotment(link.id))!
  const text = texts.link.overAllotment(people, allotment - used)
  if (people > allotment - used) throw new Refusal('over-balance', { text, fields: { maxScans: text } })
  await countAllotment(trx, { id: link.id, userId }, { people, invitations: 0 }, now)
}

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/**
 * Returns the creation of a family link with the fields that a link cannot choose: its event, and its own name in the fields with the
 * link's name.
 */
const restrictToLink = ({ nonce, invitations }: CreationInput, { eventId, name }: ActorLink): CreationInput => ({
  nonce,
  happened: false,
  invitations: invitations.map(given => {
    const { guestName, ...others } = chosenByLink(given)
    // The order is part of the fingerprint of a request that is repeated after an update of the server.
    return { id: given.id, guestName, generationType: given.generationType, ...others, eventId, ...fieldsWithLinkName(name) }
  }),
})

export const invitationService = ({ db, now, timeZone }: Deps): Services<typeof contract.invitations> => ({
  ...designService({ db, now, timeZone }),

  async create({ actor, input }) {
    const request = parseCreationRequest(actor.link ? restrictToLink(input, actor.link) : input, { actor, newId, digest: sha256 })
    const at = now()
    if (request.invitations.length > MAX_DECIDED_ONLY_IN_WRITE && !actor.link) {
      const decision = decideCreation(request, await loadStateBeforeWrite(db.slowReads, actor.id, request), at)
      if ('refusal' in decision) throw decision.refusal
      if (decision.changes.add.length === 0) return decision.answer
    }
    const created = await db.write(trx => createInvitations(createStoreIn(trx, actor, { now: at, timeZone }), request, at))
    return created.map(invitation => asVisibleTo(actor, invitation))
  },

  async list({ actor, input }) {
    const found = await listInvitations(db, actor, input)
    return actor.link ? { ...found, rows: mapRows(found.rows, invitation => asVisibleTo(actor, invitation)) } : found
  },

  async update({ actor, input: { id, ...requested } }) {
    const change = definedFields(actor.link ? chosenByLink(requested) : requested) as InvitationChange
    return db.write(async trx => {
      const at = now()
      const { invitation: before } = await lockInvitation(trx, actor, id, { now: at, timeZone })
      const changed = applyChange(before, change)
      const { userId, eventName, eventDate } = changed
      // A changed event name moves the invitation to the event of that name on its day.
      const event =
        eventName === before.eventName ? undefined : await findOrCreateEvent(trx, userId, { eventName, eventDate }, { by: actor, at })
      // A partner learns nothing of the owner's other events: the write is rolled back whether or not the event existed.
      if (event && !isInScope(scopeOfActor(actor), { userId, eventId: event.id }))
        throw new Refusal('bad-input', { fields: { eventName: texts.partner.otherEvent } })
      const after = { ...changed, ...(event && { eventId: event.id, eventName: event.name, eventDate: event.date }) }
      await countAddedPeople(trx, actor, after, after.maxScans - before.maxScans, at)
      await invitationsIn(trx).replace(before, after, at)
      await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at)).take()
      await recordActivity(trx, actor, after, { verb: 'update', text: texts.activity.updated, at })
      const saved = (await invitationsIn(trx).find(id, scopeOfActor(actor)))!
      await trailIn(trx).add('invitation', { by: actor, at }, [{ before, after: saved }])
      return asVisibleTo(actor, saved)
    })
  },

  updateMany: async ({ actor, input }) => ({ changed: await updateMany({ db, now, timeZone }, actor, input) }),

  removeMany: ({ actor, input }) => removeMany({ db, now, timeZone }, actor, input),

  async remove({ actor, input: { id } }) {
    return db.write(async trx => {
      const at = now()
      const { invitation, owner } = await lockInvitation(trx, actor, id, { now: at, timeZone })
      await invitationsIn(trx).removeAll([invitation], at)
      await trailIn(trx).add('invitation', { by: actor, at }, [{ before: invitation }])
      const day = dayInTimeZone(timeZone, at)
      // A pending invitation was never charged, but its tombstone takes a row: its deletion counts as an edit.
      if (invitation.isPending) await editBudgetOf(trx, usageCounterId(actor), day).take()
      const cause = {
        now: at,
        day,
        linkId: actor.link?.id,
        by: actor.id,
        reason: texts.activity.deleted(invitation.guestName, invitation.eventName),
      }
      const refunded = owner !== undefined && (await refundDeletedInvitations(trx, owner, [invitation], cause)) === 1
      await recordActivity(trx, actor, invitation, { verb: 'delete', text: texts.activity.deleted, at })
      return { success: true, refunded }
    })
  },

  giveAway: async ({ actor, input }) => asVisibleTo(actor, await giveAway({ db, now, timeZone }, actor, input)),
  reissue: async call => asVisibleTo(call.actor, await changeCard({ db, now, timeZone }, 'reissue', call)),
  cancel: async call => asVisibleTo(call.actor, await changeCard({ db, now, timeZone }, 'cancel', call)),
  restore: async call => asVisibleTo(call.actor, await changeCard({ db, now, timeZone }, 'restore', call)),

  sent: async ({ actor, input }) => (await markSent({ db, now, timeZone }, actor, input)).map(invitation => asVisibleTo(actor, invitation)),

  skip: async ({ actor, input }) => (await markSkipped({ db, now, timeZone }, actor, input)).map(one => asVisibleTo(actor, one)),

  answer: ({ actor, input: { id, ...answer } }) => answerAsHost({ db, now, timeZone }, actor, id, answer),

  async history({ actor, input: { id } }) {
    const invitation = await invitationsIn(db.read).find(id, scopeOfActor(actor))
    if (!invitation) throw new Refusal('not-found')
    return readHistory(db.read, invitation.id)
  },

  async changes({ actor, input }) {
    const { moved: _, ...download } = await readDownload({ db, now, timeZone }, actor, scopeOfActor(actor), input)
    return download
  },

  async stats({ actor, input: { userId } }) {
    const scope = scopeOfActor(actor, userId)
    const windows = { ...invitationRules.statsPeriods(now()), weekSince: startOfWeek(now(), timeZone).toISOString() }
    return figuresIn(db.slowReads).stats(scope, windows)
  },

  async qr({ actor, input: { id } }) {
    const invitation = await invitationsIn(db.read).find(id, scopeOfActor(actor))
    if (!invitation) throw new Refusal('not-found')
    return qrPng(invitation)
  },
})
