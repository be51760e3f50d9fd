import { createHash } from 'node:crypto'
import type { User } from '@hudur/core/accounts/contract'
import { type Actor, ownerOfPartnerEvent, type Scope, scopeOfActor } from '@hudur/core/actor'
import * as eventRules from '@hudur/core/events/rules'
import { groupBy } from '@hudur/core/group-by'
import type { CreationStore } from '@hudur/core/invitations/create/decide'
import { type CreationRequest, eventStateKey, type RequestedInvitation } from '@hudur/core/invitations/create/request'
import type { CreationState, OwnerQuota, RequestedEvent } from '@hudur/core/invitations/create/state'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { partnersIn } from '../accounts/partners-repository.ts'
import { quotaIn } from '../accounts/quota-repository.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn } from '../database/idempotency-keys.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { eventsIn } from '../events/repository.ts'
import { addNewEvent } from '../events/writes.ts'
import { countAllotment } from '../links/allotment.ts'
import { lockOpenLink, withLinkName } from '../links/lock-open-link.ts'
import { trailIn } from '../trail/repository.ts'
import { cardChangesIn } from './card-changes-repository.ts'
import { invitationsIn } from './repository.ts'

type EarlierRequest = { fingerprint: string; ids: string[] }

/** Narrows the type of an invitation: on a server every invitation has an event. */
const requireEventId = (invitation: Invitation) => ({ ...invitation, eventId: invitation.eventId! })

/** Returns the SHA-256 (base64url) of a text; it makes the fingerprint of a request. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

const idsOf = (invitations: readonly { id: string }[]) => invitations.map(({ id }) => id)

/** Returns the scope of all invitations, or of those that were created with a link. */
const linkScope = (linkId: string | undefined): Scope => ({ userId: undefined, ...(linkId !== undefined && { onlyLinkId: linkId }) })

const mapById = (invitations: Invitation[]) => new Map(invitations.map(invitation => [invitation.id, invitation]))

/**
 * Throws `not-found` for an event whose partner the actor no longer is: another write may have ended the partnership since the session was
 * read. The caller has locked the owners.
 */
async function refuseEndedPartnerships(trx: Kysely<Tables>, actor: Actor, { invitations }: CreationRequest) {
  const asked = new Set(invitations.flatMap(({ eventId }) => (ownerOfPartnerEvent(actor, eventId) === undefined ? [] : eventId!)))
  if (actor.isAdmin || asked.size === 0) return
  const { partnerEventIds = [] } = await partnersIn(trx).refreshScope(scopeOfActor(actor))
  const text = texts.event.gone
  if ([...asked].some(id => !partnerEventIds.includes(id))) throw new Refusal('not-found', { text, fields: { eventId: text } })
}

/** Reads the owners' accounts by `accountOf`, in the order of their ids: writes that lock the same owners cannot deadlock. */
async function readOwners(
  db: Kysely<Tables>,
  { invitations, offline }: CreationRequest,
  accountOf: (id: string) => Promise<User | undefined>,
) {
  const owners = new Map<string, OwnerQuota>()
  for (const userId of [...new Set(invitations.map(one => one.userId))].sort()) {
    const account = await accountOf(userId)
    if (!account) continue
    owners.set(userId, { ...account, pending: offline ? await quotaIn(db).countPending(userId) : 0 })
  }
  return owners
}

/**
 * Returns the event of a requested invitation: the event with its id, or the event that has its name and day now or had them last. For a
 * new name it returns a new event, and for a deleted event one with the same id. When the id is unknown, an offline request falls back to
 * the name; an online request gets undefined, because its caller must learn that the event was deleted.
 */
async function readRequestedEvent(
  db: Kysely<Tables>,
  { userId, eventId, eventName, eventDate }: RequestedInvitation,
  offline: boolean,
): Promise<RequestedEvent | undefined> {
  const events = eventsIn(db)
  const findExistingEvent = async (id: string): Promise<RequestedEvent | undefined> => {
    const event = await events.find(id, { userId })
    return event && { id, name: event.name, date: event.date, designId: await events.designIdOf(id), isNew: false }
  }
  const chosen = eventId === undefined ? undefined : await findExistingEvent(eventId)
  if (chosen || (eventId !== undefined && !offline) || eventName === undefined || eventDate === undefined) return chosen
  const named = await events.findByName(userId, { eventName, eventDate })
  const newEvent = { id: named?.id ?? newId(), name: eventName, date: eventDate, designId: null, isNew: true }
  return (named && (await findExistingEvent(named.id))) ?? newEvent
}

/** Reads the event of each requested invitation, each event once, by `eventStateKey`. */
async function readRequestedEvents(db: Kysely<Tables>, { invitations, offline }: CreationRequest) {
  const events = new Map<string, RequestedEvent>()
  const newEvents = new Map<string, RequestedEvent>()
  for (const [reference, [requested]] of groupBy(invitations, eventStateKey)) {
    const event = await readRequestedEvent(db, requested!, offline)
    if (!event) continue
    // An offline request may name the same new event twice, by an unknown id and by its name. Both get the same event.
    const key = `${requested!.userId}\n${eventRules.eventKey({ eventName: event.name, eventDate: event.date })}`
    const earlier = newEvents.get(key)
    if (event.isNew && !earlier) newEvents.set(key, event)
    events.set(reference, (event.isNew && earlier) || event)
  }
  return events
}

/** Reads the state for a repeat of an earlier request under the same key: the tombstones and owners are not needed. */
const readRepeatedState = async (db: Kysely<Tables>, earlier: EarlierRequest, linkId?: string): Promise<CreationState> => ({
  earlier,
  existing: mapById(await invitationsIn(db).findAll(earlier.ids, linkScope(linkId))),
  tombstones: new Set(),
  owners: new Map(),
  events: new Map(),
})

/**
 * Reads the state before the write, without locks; `db` may be `slowReads`. The state lacks the tombstones, and whether the idempotency key
 * was used for another request. So when a decision on it would add invitations, the write decides again.
 */
export async function loadStateBeforeWrite(db: Kysely<Tables>, actorId: string, request: CreationRequest): Promise<CreationState> {
  const { idempotencyKey, fingerprint, invitations } = request
  const storedKey = idempotencyKey === undefined ? undefined : await idempotencyKeysIn(db, actorId).find(idempotencyKey)
  if (storedKey?.fingerprint === fingerprint && Array.isArray(storedKey.answer))
    return readRepeatedState(db, { fingerprint, ids: storedKey.answer })
  const owners = await readOwners(db, request, accountsIn(db).find)
  const existing = mapById(await invitationsIn(db).findAll(idsOf(invitations), { userId: undefined }))
  return { existing, tombstones: new Set(), owners, events: await readRequestedEvents(db, request) }
}

/**
 * Returns the store of a creation inside one write. It locks the idempotency key first, then the owners by id: a concurrent repeat waits
 * and gets the first answer, and until the commit no other write charges an owner, counts their pending invitations or deletes one of
 * theirs.
 */
export function createStoreIn(trx: Kysely<Tables>, actor: Actor, { now, timeZone }: { now: Date; timeZone: string }): CreationStore {
  const [keys, accounts, invitations] = [idempotencyKeysIn(trx, actor.id), accountsIn(trx), invitationsIn(trx)]
  const { link } = actor

  /** Locks the owners. For a link its allotment takes the place of its owner's quota. */
  async function lockOwners(request: CreationRequest): Promise<Map<string, OwnerQuota>> {
    const owners = await readOwners(trx, request, accounts.lock)
    if (!link) return owners
    const allotment = await lockOpenLink(trx, link, { now, timeZone })
    return new Map([[actor.id, { generationLimit: allotment.allotment, usedGenerations: allotment.used, pending: 0, countsPeople: true }]])
  }

  async function lockIdempotencyKey({ idempotencyKey, fingerprint }: CreationRequest): Promise<EarlierRequest | undefined> {
    if (idempotencyKey === undefined) return undefined
    const { fingerprint: storedFingerprint, answer } = await keys.addOrLock(idempotencyKey, fingerprint, now)
    if (storedFingerprint !== fingerprint) return { fingerprint: storedFingerprint, ids: [] }
    return Array.isArray(answer) ? { fingerprint, ids: answer } : undefined
  }

  return {
    async load(request) {
      const earlier = await lockIdempotencyKey(request)
      if (earlier) return readRepeatedState(trx, earlier, link?.id)
      // Locks the owners before it reads the invitations, so that it also reads invitations of a concurrent creation for one of the owners.
      const owners = await lockOwners(request)
      await refuseEndedPartnerships(trx, actor, request)
      const ids = idsOf(request.invitations)
      // A link must learn nothing of invitations that others created, so a creation with the id of one of them is refused.
      const existing = mapById(await invitations.findAll(ids, linkScope(link?.id)))
      const newIds = ids.filter(id => !existing.has(id))
      // An id must not equal a code of another invitation either, also not a former code or a code of a deleted invitation.
      const codes = await cardChangesIn(trx).codesAmong(newIds)
      const tombstones = new Set([...(await invitations.tombstonesAmong(newIds)), ...codes])
      return { existing, tombstones, owners, events: await readRequestedEvents(trx, request) }
    },

    async save({ invitations: requested, idempotencyKey }, { add, addEvents, charges }) {
      const [first] = add
      if (!first) {
        // All invitations exist already: a repeat is answered by their ids, so the key need not be stored.
        if (idempotencyKey !== undefined) await keys.deleteAdded(idempotencyKey)
        return
      }
      const description = withLinkName(texts.activity.created(add.length, first.eventName), link)
      for (const event of addEvents) await addNewEvent(trx, event, { by: actor, at: now })
      for (const [userId, count] of charges)
        await (link
          ? countAllotment(trx, { id: link.id, userId }, { people: count, invitations: add.length }, now)
          : accounts.chargeQuota(userId, count, { by: actor.id, reason: description, at: now }))
      // Another owner's invitation has taken an id since the read. The rows of this request's owners are locked, so none of theirs has.
      if ((await invitations.add(add.map(requireEventId), link?.id)) < add.length) throw new Refusal('id-taken')
      const created = add.map(after => ({ after }))
      await trailIn(trx).add('invitation', { by: actor, at: now }, created)
      if (idempotencyKey !== undefined) await keys.storeAnswer(idempotencyKey, idsOf(requested))
      await activityIn(trx).record({ userId: actor.id, verb: 'create', target: 'invitation', targetId: first.id, description, at: now })
    },
  }
}
