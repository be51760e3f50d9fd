import { type Actor, ownScopeOfActor, scopeOfActor } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import { type EventDetails, MAX_EVENT_PARTNERS, MAX_PARTNER_EVENTS, type Partner } from '@hudur/core/events/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { partnersIn } from '../accounts/partners-repository.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { trailIn } from '../trail/repository.ts'
import { eventsIn } from './repository.ts'
import { lockEvent, lockOwnEvent } from './writes.ts'

type PartnerEndpoints = Pick<Services<typeof contract.events>, 'partners' | 'addPartner' | 'removePartner'>

const fieldRefusal = (code: 'not-found' | 'bad-input', text: string) => new Refusal(code, { text, fields: { username: text } })

/** The calls for the partners of events. Partners change only while the owner is locked, so a write that has locked the owner can rely on them. */
export const partnerService = ({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>): PartnerEndpoints => {
  /** Records a change of the partners of an event, and counts it as an edit. Returns the partners after it. */
  async function recordEdit(
    trx: Kysely<Tables>,
    actor: Actor,
    event: EventDetails,
    { before, text }: { before: readonly Partner[]; text: string },
  ) {
    const after = await partnersIn(trx).ofEvent(event.id)
    const withNames = (partners: readonly Partner[]) => ({ ...event, partners: partners.map(({ fullName }) => fullName).join('، ') })
    await trailIn(trx).add('event', { by: actor, at: now() }, [{ before: withNames(before), after: withNames(after) }])
    await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
    await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'event', targetId: event.id, description: text, at: now() })
    return after
  }

  return {
    async partners({ actor, input: { eventId } }) {
      if (!(await eventsIn(db.read).find(eventId, scopeOfActor(actor)))) throw new Refusal('not-found', { text: texts.event.gone })
      return partnersIn(db.read).ofEvent(eventId)
    },

    async addPartner({ actor, input: { eventId, username } }) {
      return db.write(async trx => {
        const { event } = await lockOwnEvent(trx, eventId, actor)
        const user = (await accountsIn(trx).findWithHash(username))?.user
        if (!user) throw fieldRefusal('not-found', texts.partner.unknown)
        if (user.id === event.userId) throw fieldRefusal('bad-input', texts.partner.isOwner)
        const partners = partnersIn(trx)
        const before = await partners.ofEvent(eventId)
        if (await partners.has({ eventId, userId: user.id })) return before
        if (before.length >= MAX_EVENT_PARTNERS) throw new Refusal('budget-used', { text: texts.partner.tooMany(MAX_EVENT_PARTNERS) })
        if ((await partners.countOf(user.id)) >= MAX_PARTNER_EVENTS) throw new Refusal('budget-used', { text: texts.partner.tooManyEvents })
        await partners.add({ eventId, userId: user.id, ownerId: event.userId }, now())
        return recordEdit(trx, actor, event, { before, text: texts.activity.partnerAdded(user.fullName, event.name) })
      })
    },

    async removePartner({ actor, input: { eventId, username } }) {
      return db.write(async trx => {
        const { event } = await lockEvent(trx, eventId, scopeOfActor(actor))
        const user = (await accountsIn(trx).findWithHash(username))?.user
        const isOwner = actor.isAdmin || ownScopeOfActor(actor).userId === event.userId
        if (!isOwner && user?.id !== actor.id) throw new Refusal('not-allowed', { text: texts.partner.ownerOnly })
        const partners = partnersIn(trx)
        const before = await partners.ofEvent(eventId)
        if (!user || !(await partners.end({ eventId, userId: user.id }, now()))) throw new Refusal('not-found')
        const after = await recordEdit(trx, actor, event, { before, text: texts.activity.partnerRemoved(user.fullName, event.name) })
        return isOwner ? after : []
      })
    },
  }
}
