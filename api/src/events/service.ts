import type { User } from '@hudur/core/accounts/contract'
import { type ActorLink, ownScopeOfActor, type Scope, scopeOfActor } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import { addDays, dayInTimeZone, daysBetween } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { LiveValue } from '@hudur/core/endpoint'
import { EVENT_PICTURE_SPEC, type EventDetails, type LiveEventFigures, type LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import { EMPTY_HOUSE, type HouseInput } from '@hudur/core/events/house'
import { changedHouse } from '@hudur/core/events/house-lines'
import { earliestEventDay } from '@hudur/core/events/night'
import { changedSideMessages, MAX_SIDE_MESSAGES, type SideMessage } from '@hudur/core/events/side-messages'
import { toTrialCode } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely, Selectable } from 'kysely'
import type * as z from 'zod/mini'
import { refuseEndedCaller } from '../accounts/administrator-calls.ts'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { writeManyRows } from '../database/statement-timeout.ts'
import type { Deps, Services } from '../deps.ts'
import { acceptPicture, pictureRefusal } from '../pictures/accept-picture.ts'
import { trailIn } from '../trail/repository.ts'
import { deletedEventsIn, restorableUntil } from './deleted-events-repository.ts'
import { partnerService } from './partners.ts'
import { eventPicturesIn } from './pictures-repository.ts'
import { eventsIn } from './repository.ts'
import { lockDeletedEvent, lockEvent, lockOwnEvent, newEvent, refuseTooManyEvents } from './writes.ts'

/** The fields of an event that its cards show. */
const CARD_FIELDS = ['name', 'date', 'startsAt', 'timeWords', 'place', 'house'] as const

/** The fields of an event, besides its day, that guests are told. */
const TOLD_FIELDS = ['startsAt', 'timeWords', 'place', 'house'] as const

type DetailFields = Partial<Omit<EventDetails, 'id' | 'userId' | 'createdAt' | 'changedAt'>>

type GivenFields = { [Field in keyof Omit<DetailFields, 'house' | 'sideMessages'>]: DetailFields[Field] | undefined } & {
  sideMessages?: SideMessage[] | undefined
  house?: z.output<typeof HouseInput> | undefined
}

/**
 * Returns the fields that were given; an empty text becomes null, and the words of the house and the texts of sides are those of `before` with
 * the given ones. Throws `bad-input` for texts of too many sides.
 */
const givenFields = (
  { house, sideMessages, ...fields }: GivenFields,
  before: Pick<EventDetails, 'house' | 'sideMessages'>,
): DetailFields => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value === '' ? null : value]])),
  ),
  ...(house && { house: changedHouse(before.house, house) }),
  ...(sideMessages && { sideMessages: acceptedSideMessages(before.sideMessages, sideMessages) }),
})

function acceptedSideMessages(before: readonly SideMessage[], changes: readonly SideMessage[]) {
  const changed = changedSideMessages(before, changes)
  if (changed.length <= MAX_SIDE_MESSAGES) return changed
  const text = texts.event.tooManySideMessages(MAX_SIDE_MESSAGES)
  throw new Refusal('bad-input', { text, fields: { sideMessages: text } })
}

/** Returns whether a field has the same value in two events' details. */
const isSameField = (one: DetailFields, other: DetailFields, field: keyof DetailFields) =>
  JSON.stringify(one[field]) === JSON.stringify(other[field])

/** Returns whether an event has all of these values. */
const hasSameDetails = (event: EventDetails, fields: DetailFields) =>
  Object.keys(fields).every(field => isSameField(event, fields, field as keyof DetailFields))

/**
 * Returns the changed fields, with the last day for answers moved along with the day of the event unless it is among them: by as many days,
 * but not before today, and not after the event.
 */
function withMovedLastDay({ date: before, answersUntil }: EventDetails, fields: DetailFields, today: string): DetailFields {
  const { date = before } = fields
  if (date === before || answersUntil === null || fields.answersUntil !== undefined) return fields
  const moved = addDays(answersUntil, daysBetween(before, date))
  return { ...fields, answersUntil: [[moved, today].sort()[1]!, date].sort()[0]! }
}

/** Throws `event-taken` when another event of the owner has this name and day. */
async function refuseTakenName(trx: Kysely<Tables>, { id, userId, name, date }: Pick<EventDetails, 'id' | 'userId' | 'name' | 'date'>) {
  const named = await eventsIn(trx).findByName(userId, { eventName: name, eventDate: date })
  if (!named || named.isFormer || named.id === id) return
  const text = texts.event.taken(name)
  throw new Refusal('event-taken', { text, fields: { name: text } })
}

/** Returns the summary of an event inside a write that has just written it. */
const readSummary = async (trx: Kysely<Tables>, { id }: Pick<EventDetails, 'id'>) =>
  (await eventsIn(trx).summary(id, { userId: undefined }))!

/**
 * Deletes the invitations, the design and the links of an event whose owner is locked. Returns the deleted invitations, how many were
 * refunded, whether the event can be restored, and the time of the deletion.
 */
type RemoveContents = (
  trx: Kysely<Tables>,
  locked: { event: EventDetails; owner: User },
  when: { now: () => Date; day: string; by: string },
) => Promise<{ invitations: Invitation[]; refunded: number; isRestorable: boolean; at: Date }>

/**
 * Restores a deleted event with its invitations, design and links; the owner is locked. Returns how many of its invitations were pending.
 * Throws `over-balance`, `too-many-pending` and `budget-used`.
 */
type RestoreContents = (
  trx: Kysely<Tables>,
  locked: { deleted: Selectable<Tables['deleted_events']>; owner: User },
  when: { now: Date; by: string },
) => Promise<{ pending: number }>

type LiveFigures = {
  ofEvent: (event: { id: string; userId: string }, link?: ActorLink) => LiveValue<LiveEventFigures>
  ofScope: (scope: Scope) => LiveValue<LiveFiguresOfAllEvents>
}

type EventOptions = { live: LiveFigures; removeContents: RemoveContents; restoreContents: RestoreContents }

export const eventService = (
  { db, now, timeZone }: Deps,
  { live, removeContents, restoreContents }: EventOptions,
): Services<typeof contract.events> => ({
  async list({ actor, input: { userId, search, filter, limit, offset } }) {
    const which = { ...scopeOfActor(actor, userId), search, filter, earliestDay: earliestEventDay(timeZone, now()) }
    return readListing(eventsIn(db.slowReads), which, { limit, offset })
  },

  async get({ actor, input: { id } }) {
    const event = await eventsIn(db.read).summary(id, scopeOfActor(actor))
    if (!event) throw new Refusal('not-found', { text: texts.event.gone })
    return event
  },

  async live({ actor, input: { id } }) {
    if (actor.link) return live.ofEvent({ id: actor.link.eventId, userId: actor.id }, actor.link)
    if (id === undefined) return live.ofScope(scopeOfActor(actor))
    const event = await eventsIn(db.read).find(id, scopeOfActor(actor))
    if (!event) throw new Refusal('not-found', { text: texts.event.gone })
    return live.ofEvent(event)
  },

  async create({ actor, input: { id, userId: forUser, ...input } }) {
    const userId = (actor.isAdmin && forUser) || actor.id
    const fields = givenFields(input, { house: EMPTY_HOUSE, sideMessages: [] })
    return db.write(async trx => {
      if (!(await accountsIn(trx).lock(userId))) throw new Refusal('bad-input', { fields: { userId: texts.notFound } })
      const [existing] = id === undefined ? [] : await eventsIn(trx).findAll([id], { userId: undefined })
      if (existing && existing.userId === userId && hasSameDetails(existing, fields)) return readSummary(trx, existing)
      if (existing) throw new Refusal('id-taken', { text: texts.eventIdTaken })
      const event = { ...newEvent({ id: id ?? newId(), userId, name: input.name, date: input.date }, now()), ...fields }
      await refuseTakenName(trx, event)
      await refuseTooManyEvents(trx, userId)
      await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
      if (!(await eventsIn(trx).add(event))) throw new Refusal('id-taken', { text: texts.eventIdTaken })
      await trailIn(trx).add('event', { by: actor, at: now() }, [{ after: event }])
      const description = texts.activity.eventCreated(event.name)
      await activityIn(trx).record({ userId: actor.id, verb: 'create', target: 'event', targetId: event.id, description, at: now() })
      return readSummary(trx, event)
    })
  },

  async update({ actor, input: { id, ...input } }) {
    return db.write(async trx => {
      const { event: before } = await lockEvent(trx, id, scopeOfActor(actor))
      const fields = givenFields(input, before)
      if (hasSameDetails(before, fields)) return readSummary(trx, before)
      const edits = editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now()))
      await edits.refuseBeyond()
      const today = dayInTimeZone(timeZone, now())
      const after = { ...before, ...withMovedLastDay(before, fields, today), changedAt: now().toISOString() }
      const isMoved = after.date !== before.date
      if (isMoved || foldSpelling(after.name) !== foldSpelling(before.name)) {
        await refuseTakenName(trx, after)
        await eventsIn(trx).addFormerName(before, now())
      }
      await eventsIn(trx).save(after)
      // Ends the open streams of the event's links; their devices connect again and get what the links show now.
      if (isMoved || after.hidesNames !== before.hidesNames) await eventsIn(trx).noteChangeOfLinks(id)
      if (CARD_FIELDS.some(field => !isSameField(after, before, field))) await eventPicturesIn(trx).remove(id)
      if (after.place !== before.place) await eventsIn(trx).showPlaceOnCards(id)
      // On its new day the event may be part of replicas that have none of its invitations, so all its invitations are marked as changed.
      const changed = isMoved ? 'all' : TOLD_FIELDS.some(field => after[field] !== before[field]) ? 'told' : undefined
      const changedCount = changed ? await eventsIn(trx).markInvitationsChanged(id, changed, now()) : 0
      await edits.count(editCountFor(changedCount))
      await trailIn(trx).add('event', { by: actor, at: now() }, [{ before, after }])
      const description = texts.activity.eventUpdated(after.name)
      await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'event', targetId: id, description, at: now() })
      return readSummary(trx, after)
    })
  },

  async savePicture({ actor, session, input: { id, picture: given } }) {
    const { format, width, height, bytes } = await acceptPicture(given)
    if (format !== 'jpeg' || width !== EVENT_PICTURE_SPEC.width || height !== EVENT_PICTURE_SPEC.height)
      throw pictureRefusal('not-of-event')
    return db.write(async trx => {
      await refuseEndedCaller(trx, { actor, session })
      const { event } = await lockEvent(trx, id, scopeOfActor(actor))
      // A picture needs a design, so that an owner has at most as many pictures as designs.
      if ((await eventsIn(trx).designIdOf(id)) === null) throw pictureRefusal('without-design')
      await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
      await eventPicturesIn(trx).save(event.id, bytes, now())
      return readSummary(trx, event)
    })
  },

  async remove({ actor, input: { id } }) {
    return writeManyRows(db, async trx => {
      const { event, owner } = await lockOwnEvent(trx, id, actor)
      const day = dayInTimeZone(timeZone, now())
      const edits = editBudgetOf(trx, actor.id, day)
      await edits.refuseBeyond()
      const { invitations, refunded, isRestorable, at } = await removeContents(trx, { event, owner }, { now, day, by: actor.id })
      await eventsIn(trx).remove(event, at)
      await edits.count(editCountFor(invitations.length) + invitations.filter(({ isPending }) => isPending).length)
      await trailIn(trx).add('event', { by: actor, at }, [{ before: event }])
      const description = texts.activity.eventDeleted(event.name, invitations.length)
      await activityIn(trx).record({ userId: actor.id, verb: 'delete', target: 'event', targetId: id, description, at })
      const restorable = { restorableUntil: isRestorable ? restorableUntil(at.toISOString()) : null }
      return { success: true, deleted: invitations.length, refunded, ...restorable }
    })
  },

  async trial({ actor, input: { id } }) {
    return db.write(async trx => {
      await lockEvent(trx, id, scopeOfActor(actor))
      const existing = await eventsIn(trx).trialCodeOf(id)
      if (existing !== null) return { code: existing }
      await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
      const code = toTrialCode(newId())
      await eventsIn(trx).saveTrialCode(id, code)
      return { code }
    })
  },

  ...partnerService({ db, now, timeZone }),

  async deleted({ actor, input: { userId, limit, offset } }) {
    return readListing(deletedEventsIn(db.slowReads), { ...ownScopeOfActor(actor, userId), now: now() }, { limit, offset })
  },

  async restore({ actor, input: { id } }) {
    return writeManyRows(db, async trx => {
      const { deleted, owner } = await lockDeletedEvent(trx, id, ownScopeOfActor(actor), now())
      const { event_id: eventId, user_id: userId, name, date, invitations } = deleted
      const edits = editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now()))
      await edits.refuseBeyond()
      const existing = await eventsIn(trx).find(eventId, { userId: undefined })
      if (existing && existing.userId !== userId) throw new Refusal('id-taken', { text: texts.eventIdTaken })
      if (existing) throw new Refusal('event-taken', { text: texts.event.createdAgain(existing.name) })
      await refuseTakenName(trx, { id: eventId, userId, name, date })
      await refuseTooManyEvents(trx, userId)
      const { pending } = await restoreContents(trx, { deleted, owner }, { now: now(), by: actor.id })
      await edits.count(editCountFor(invitations) + pending)
      const after = (await eventsIn(trx).find(eventId, { userId }))!
      await trailIn(trx).add('event', { by: actor, at: now(), kind: 'restore' }, [{ before: after, after }])
      const description = texts.activity.eventRestored(name, invitations)
      await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'event', targetId: eventId, description, at: now() })
      return readSummary(trx, { id: eventId })
    })
  },
})
