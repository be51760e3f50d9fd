import { dayInTimeZone, startOfWeek } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { ActorLink } from '@hudur/core/endpoint'
import * as eventRules from '@hudur/core/events/rules'
import { decideCreation } from '@hudur/core/invitations/create/decide'
import { type CreationInput, parseCreationRequest } from '@hudur/core/invitations/create/request'
import { createInvitations } from '@hudur/core/invitations/create/store'
import { chosenByLink, type GuestValues, guestValuesOf, namedByLink } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { asVisibleTo } from '@hudur/core/invitations/views'
import { Refusal } from '@hudur/core/refusals'
import { scopeOfActor, usageCounterId } from '@hudur/core/scope'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { designService } from '../cards/designs.ts'
import { mapRows, readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { figuresIn } from '../events/figures-repository.ts'
import { findOrCreateEvent } from '../events/find-or-create.ts'
import { eventsIn } from '../events/repository.ts'
import { lockOpenLink, withLinkName } from '../links/open-link.ts'
import { answerAsHost } from './answers.ts'
import { changeCard } from './card-changes.ts'
import { createStoreIn, loadStateBeforeWrite, sha256 } from './create-store.ts'
import { readDownload } from './download.ts'
import { readHistory } from './history-repository.ts'
import { qrPng } from './qr-png.ts'
import { refundDeletedInvitations } from './refunds.ts'
import { invitationsIn } from './repository.ts'
import { createInvitationSearch } from './search-repository.ts'
import { markSent } from './sendings.ts'

/** Returns the event of an invitation after a change. A changed event name moves the invitation to the event of that name on its day. */
async function findEventAfterChange(trx: Kysely<Tables>, before: Invitation, { eventName, eventDate, userId }: Invitation, now: Date) {
  if (eventName === before.eventName) return { id: before.eventId!, name: before.eventName, date: before.eventDate }
  // Locks the owner, as all writes that add events do.
  await accountsIn(trx).lock(userId)
  return findOrCreateEvent(trx, userId, { eventName, eventDate }, now)
}

/** A request with more invitations than this is also decided before the write, because other requests wait while a write reads. */
const MAX_DECIDED_ONLY_IN_WRITE = 500

type InvitationChange = Partial<GuestValues & Pick<Invitation, 'eventName' | 'designId'>>

/**
 * Returns the invitation after `change`. Throws `bad-input` when a rule of its `generationType` forbids the change, and `below-scans` when
 * `maxScans` is below the number of admitted people.
 */
function applyChange(before: Invitation, change: InvitationChange): Invitation {
  const after = { ...before, ...change }
  const most = invitationRules.maxPersonsFor(before.generationType)
  if (after.maxScans > most)
    throw new Refusal('bad-input', { text: texts.badNumber(1, most), fields: { maxScans: texts.badNumber(1, most) } })
  if (!invitationRules.hasRequiredGuestName(after))
    throw new Refusal('bad-input', { text: texts.generator.guest, fields: { guestName: texts.generator.guest } })
  const below = change.maxScans !== undefined && change.maxScans < before.currentScans
  if (below) throw new Refusal('below-scans', { text: texts.admission.belowScans(before.currentScans) })
  return { ...after, ...guestValuesOf(after) }
}

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Returns a creation with the fields that a link cannot choose: its event, and its name as the guests' side. */
const restrictToLink = ({ nonce, invitations }: CreationInput, { eventId, name }: ActorLink): CreationInput => ({
  nonce,
  happened: false,
  invitations: invitations.map(given => {
    const { guestName, ...others } = chosenByLink(given)
    // The order is part of the fingerprint of a request that is repeated after an update of the server.
    return { id: given.id, guestName, generationType: given.generationType, ...others, eventId, ...namedByLink(name) }
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

  async list({ actor, input: { userId, search, limit, offset, ...rest } }) {
    const { filter, ...event } = rest
    const scope = scopeOfActor(actor, userId)
    const which = { ...scope, filter, eventIds: await eventsIn(db.slowReads).idsOf(scope, event) }
    const guestsOnly = eventRules.isSingleEvent(event)
    // A family link has few guests, which its device searches itself.
    const found = await readListing(
      search && !actor.link ? createInvitationSearch(db.slowReads, search, which, { guestsOnly }) : invitationsIn(db.slowReads),
      which,
      { limit, offset },
    )
    return actor.link ? { ...found, rows: mapRows(found.rows, invitation => asVisibleTo(actor, invitation)) } : found
  },

  async update({ actor, input: { id, ...requested } }) {
    const change = actor.link ? chosenByLink(requested) : requested
    return db.write(async trx => {
      const invitations = invitationsIn(trx)
      if (actor.link) {
        await accountsIn(trx).lock(actor.id)
        await lockOpenLink(trx, actor.link, { now: now(), timeZone })
      }
      for (;;) {
        const before = await invitations.find(id, scopeOfActor(actor))
        if (!before) throw new Refusal('not-found')
        const changed = applyChange(before, definedFields(change) as InvitationChange)
        const event = await findEventAfterChange(trx, before, changed, now())
        const after = { ...changed, eventId: event.id, eventName: event.name, eventDate: event.date }
        if (!(await invitations.replace(before, after, now()))) continue
        await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, now())).take()
        const description = withLinkName(texts.activity.updated(invitationRules.guestLabel(after), after.eventName), actor.link)
        await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'invitation', targetId: id, description, at: now() })
        return asVisibleTo(actor, after)
      }
    })
  },

  async remove({ actor, input: { id } }) {
    return db.write(async trx => {
      const found = await invitationsIn(trx).find(id, scopeOfActor(actor))
      // Locks the owner before the invitation, in the same order as the release of pending invitations, so that these writes cannot
      // deadlock.
      const owner = found && (await accountsIn(trx).lock(found.userId))
      if (actor.link) await lockOpenLink(trx, actor.link, { now: now(), timeZone })
      const isRemoved = found && (await invitationsIn(trx).remove(found, now()))
      if (!found || !isRemoved) throw new Refusal('not-found')
      const invitation = found
      const day = dayInTimeZone(timeZone, now())
      // A pending invitation was never charged, but its tombstone takes a row: its deletion counts as an edit.
      if (invitation.isPending) await editBudgetOf(trx, usageCounterId(actor), day).take()
      const refunded =
        owner !== undefined && (await refundDeletedInvitations(trx, owner, [invitation], { now: now(), day, linkId: actor.link?.id })) === 1
      const description = withLinkName(texts.activity.deleted(invitationRules.guestLabel(invitation), invitation.eventName), actor.link)
      await activityIn(trx).record({ userId: actor.id, verb: 'delete', target: 'invitation', targetId: id, description, at: now() })
      return { success: true, refunded }
    })
  },

  reissue: async call => asVisibleTo(call.actor, await changeCard({ db, now, timeZone }, 'reissue', call)),
  cancel: async call => asVisibleTo(call.actor, await changeCard({ db, now, timeZone }, 'cancel', call)),
  restore: async call => asVisibleTo(call.actor, await changeCard({ db, now, timeZone }, 'restore', call)),

  sent: async ({ actor, input }) => (await markSent({ db, now, timeZone }, actor, input)).map(invitation => asVisibleTo(actor, invitation)),

  answer: ({ actor, input: { id, ...answer } }) => answerAsHost({ db, now, timeZone }, actor, id, answer),

  async history({ actor, input: { id } }) {
    const invitation = await invitationsIn(db.read).find(id, scopeOfActor(actor))
    if (!invitation) throw new Refusal('not-found')
    return readHistory(db.read, invitation.id)
  },

  changes: ({ actor, input }) => readDownload({ db, now, timeZone }, actor, scopeOfActor(actor), input),

  async stats({ actor, input: { userId } }) {
    const scope = scopeOfActor(actor, userId)
    const windows = { ...invitationRules.statsPeriods(now()), weekSince: startOfWeek(now(), timeZone).toISOString() }
    const figures = figuresIn(db.slowReads)
    return { ...(await figures.events(scope)), ...(await figures.totals(scope, windows)) }
  },

  async qr({ actor, input: { id } }) {
    const invitation = await invitationsIn(db.read).find(id, scopeOfActor(actor))
    if (!invitation) throw new Refusal('not-found')
    return qrPng(invitation)
  },
})
