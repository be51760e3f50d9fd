import type { User } from '@hudur/core/accounts/contract'
import { type ActorLink, type Scope, scopeOfActor } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { LiveValue } from '@hudur/core/endpoint'
import { EVENT_PICTURE_SPEC, type EventDetails, type LiveEventFigures, type LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { acceptPicture, pictureRefusal } from '../pictures/accept-picture.ts'
import { eventPicturesIn } from './pictures-repository.ts'
import { eventsIn } from './repository.ts'
import { lockEvent, newEvent, refuseTooManyEvents } from './writes.ts'

/** The fields of an event that its cards show. */
const CARD_FIELDS = ['name', 'date', 'startsAt', 'timeWords', 'place'] as const

type DetailFields = Partial<Omit<EventDetails, 'id' | 'userId' | 'createdAt' | 'changedAt'>>

/** Returns the fields that were given; an empty text becomes null. */
const givenFields = (fields: { [Field in keyof DetailFields]: DetailFields[Field] | undefined }): DetailFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value === '' ? null : value]])),
  )

/** Returns whether an event has all of these values. */
const hasSameDetails = (event: EventDetails, fields: DetailFields) =>
  Object.entries(fields).every(([field, value]) => event[field as keyof DetailFields] === value)

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

/** Deletes what other subjects keep for an event whose owner is locked. Returns the deleted invitations, and how many were refunded. */
type RemoveContents = (
  trx: Kysely<Tables>,
  locked: { event: EventDetails; owner: User },
  at: { now: Date; day: string },
) => Promise<{ invitations: Invitation[]; refunded: number }>

type LiveFigures = {
  ofEvent: (event: { id: string; userId: string }, link?: ActorLink) => LiveValue<LiveEventFigures>
  ofScope: (scope: Scope) => LiveValue<LiveFiguresOfAllEvents>
}

type EventOptions = { live: LiveFigures; removeContents: RemoveContents }

export const eventService = ({ db, now, timeZone }: Deps, { live, removeContents }: EventOptions): Services<typeof contract.events> => ({
  async list({ actor, input: { userId, search, filter, limit, offset } }) {
    const which = { ...scopeOfActor(actor, userId), search, filter, today: dayInTimeZone(timeZone, now()) }
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
    const fields = givenFields(input)
    return db.write(async trx => {
      if (!(await accountsIn(trx).lock(userId))) throw new Refusal('bad-input', { fields: { userId: texts.notFound } })
      const [existing] = id === undefined ? [] : await eventsIn(trx).findAll([id], { userId: undefined })
      if (existing && existing.userId === userId && hasSameDetails(existing, fields)) return readSummary(trx, existing)
      if (existing) throw new Refusal('id-taken', { text: texts.event.idTaken })
      const event = { ...newEvent({ id: id ?? newId(), userId, name: input.name, date: input.date }, now()), ...fields }
      await refuseTakenName(trx, event)
      await refuseTooManyEvents(trx, userId)
      await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
      await eventsIn(trx).add(event)
      const description = texts.activity.eventCreated(event.name)
      await activityIn(trx).record({ userId: actor.id, verb: 'create', target: 'event', targetId: event.id, description, at: now() })
      return readSummary(trx, event)
    })
  },

  async update({ actor, input: { id, ...input } }) {
    return db.write(async trx => {
      const { event: before } = await lockEvent(trx, id, scopeOfActor(actor))
      const fields = givenFields(input)
      if (hasSameDetails(before, fields)) return readSummary(trx, before)
      const edits = editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now()))
      await edits.refuseBeyond()
      const after = { ...before, ...fields, changedAt: now().toISOString() }
      const isMoved = after.date !== before.date
      if (isMoved || foldSpelling(after.name) !== foldSpelling(before.name)) {
        await refuseTakenName(trx, after)
        await eventsIn(trx).addFormerName(before, now())
      }
      await eventsIn(trx).save(after)
      // Ends the open streams of the event's links; their devices connect again and get what the links show now.
      if (isMoved || after.hidesNames !== before.hidesNames) await eventsIn(trx).noteChangeOfLinks(id)
      if (CARD_FIELDS.some(field => after[field] !== before[field])) await eventPicturesIn(trx).remove(id)
      if (after.place !== before.place) await eventsIn(trx).showPlaceOnCards(id)
      // On its new day the event may be part of replicas that have none of its invitations, so all its invitations are marked as changed.
      const changedCount = isMoved ? await eventsIn(trx).markInvitationsChanged(id, now()) : 0
      await edits.count(editCountFor(changedCount))
      const description = texts.activity.eventUpdated(after.name)
      await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'event', targetId: id, description, at: now() })
      return readSummary(trx, after)
    })
  },

  async savePicture({ actor, input: { id, picture: given } }) {
    const { format, width, height, bytes } = await acceptPicture(given)
    if (format !== 'jpeg' || width !== EVENT_PICTURE_SPEC.width || height !== EVENT_PICTURE_SPEC.height)
      throw pictureRefusal('not-of-event')
    return db.write(async trx => {
      const { event } = await lockEvent(trx, id, scopeOfActor(actor))
      // A picture needs a design, so that an owner has at most as many pictures as designs.
      if ((await eventsIn(trx).designIdOf(id)) === null) throw pictureRefusal('without-design')
      await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
      await eventPicturesIn(trx).save(event.id, bytes, now())
      return readSummary(trx, event)
    })
  },

  async remove({ actor, input: { id } }) {
    return db.write(async trx => {
      const { event, owner } = await lockEvent(trx, id, scopeOfActor(actor))
      const day = dayInTimeZone(timeZone, now())
      const edits = editBudgetOf(trx, actor.id, day)
      await edits.refuseBeyond()
      const { invitations, refunded } = await removeContents(trx, { event, owner }, { now: now(), day })
      await eventsIn(trx).remove(event, now())
      await edits.count(editCountFor(invitations.length) + invitations.filter(({ isPending }) => isPending).length)
      const description = texts.activity.eventDeleted(event.name, invitations.length)
      await activityIn(trx).record({ userId: actor.id, verb: 'delete', target: 'event', targetId: id, description, at: now() })
      return { success: true, deleted: invitations.length, refunded }
    })
  },
})
