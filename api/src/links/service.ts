import { randomBytes } from 'node:crypto'
import * as accountRules from '@hudur/core/accounts/rules'
import type { ActivityVerb } from '@hudur/core/activity/contract'
import { type Actor, type LinkRole, type Scope, scopeOfActor } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import { eventViewOf } from '@hudur/core/events/event-fields'
import { type CurrentLink, MAX_EVENT_LINKS, MAX_OWNER_LINKS } from '@hudur/core/links/contract'
import { isLinkOpen, latestLinkEnd, linkEndsAt } from '@hudur/core/links/link-end'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { partnersIn } from '../accounts/partners-repository.ts'
import { hashPassword, verifyPassword } from '../accounts/passwords.ts'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { hashToken } from '../database/hash-token.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { deletedEventsIn } from '../events/deleted-events-repository.ts'
import { eventPicturesIn } from '../events/pictures-repository.ts'
import { eventsIn } from '../events/repository.ts'
import { lockEvent } from '../events/writes.ts'
import { trailIn } from '../trail/repository.ts'
import { readOpenLinks } from './open-links.ts'
import { linksIn, type StoredLink, toOwnerLink, unusedAllotment } from './repository.ts'

const newToken = () => randomBytes(32).toString('base64url')

/** Returns the path of a link's page with the token after `#`. */
const linkPathOf = ({ role }: Pick<StoredLink, 'role'>, token: string) => `/${role}#${token}`

/** Returns whether a link shows names and may search. Only a door link may search, and a link that may search also shows names. */
function nameRights(
  role: LinkRole,
  { showsNames = false, maySearch = false }: { showsNames?: boolean | undefined; maySearch?: boolean | undefined },
) {
  const searches = role === 'door' && maySearch
  return { showsNames: showsNames || searches, maySearch: searches }
}

/** Throws `bad-input` for a chosen end of a link that is later than 90 days after the event. */
function refuseLateEnd(expiresAt: string | null | undefined, event: { date: string }, timeZone: string) {
  if (!expiresAt || expiresAt <= latestLinkEnd(event.date, timeZone)) return
  const text = texts.linkOnServer.lastsTooLong
  throw new Refusal('bad-input', { text, fields: { expiresAt: text } })
}

/** Reads a link in scope that is not revoked. Throws `not-found`. */
async function findActiveLink(trx: Kysely<Tables>, id: string, scope: Scope): Promise<StoredLink> {
  const link = await linksIn(trx).find(id, scope)
  if (!link || link.revokedAt !== null) throw new Refusal('not-found', { text: texts.linkOnServer.gone })
  return link
}

/** Reads a link in scope and locks its owner, and after that the link: its allotment changes no more until the write ends. */
async function lockLink(trx: Kysely<Tables>, id: string, scope: Scope): Promise<StoredLink> {
  const { userId } = await findActiveLink(trx, id, scope)
  await accountsIn(trx).lock(userId)
  await linksIn(trx).lockAllotment(id)
  return findActiveLink(trx, id, await partnersIn(trx).refreshScope(scope))
}

/**
 * Charges an allotment to its owner, whose row is locked. A negative `count` is refunded. `by` is the id of the account that acts, null for
 * the server. Throws `over-balance`.
 */
async function chargeAllotment(trx: Kysely<Tables>, userId: string, count: number, { by, at }: { by: string | null; at: Date }) {
  if (count === 0) return
  if (count < 0) {
    await accountsIn(trx).refundQuota(userId, -count, { by, reason: texts.creditReasons.allotmentReturned, at })
    return releasePendingInvitations(trx, userId, at)
  }
  const owner = (await accountsIn(trx).find(userId))!
  const remaining = accountRules.remainingBalance(owner)
  if (count > remaining) {
    const text = texts.linkOnServer.overBalance(count, remaining)
    throw new Refusal('over-balance', { text, fields: { allotment: text } })
  }
  await accountsIn(trx).chargeQuota(userId, count, { by, reason: texts.creditReasons.allotment, at })
}

/** Refunds the unused allotments of family links that have ended. The server runs it at its start and every hour. */
export async function returnUnusedAllotments({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>) {
  for (const { id, userId } of await linksIn(db.read).withUnused(now()))
    await db.write(async trx => {
      await accountsIn(trx).lock(userId)
      await linksIn(trx).lockAllotment(id)
      const link = await linksIn(trx).find(id, { userId })
      if (!link || isLinkOpen(link, now(), timeZone)) return
      await chargeAllotment(trx, userId, -unusedAllotment(link), { by: null, at: now() })
      await linksIn(trx).endAllotment(id)
      await trailIn(trx).add('link', { by: 'server', at: now() }, [{ before: link, after: { ...link, allotment: link.used } }])
    })
}

/** Returns the hash of a new PIN; null without one. Must be called outside a write. */
const hashPin = async (pin: string | null) => (pin === null ? null : hashPassword(pin))

/** Throws `pin-required` or `wrong-pin` unless `pin` opens the link. */
async function checkPin({ pinHash }: StoredLink, pin: string | undefined) {
  if (pinHash === null) return
  if (pin === undefined) throw new Refusal('pin-required')
  if (!(await verifyPassword(pin, pinHash))) throw new Refusal('wrong-pin', { fields: { pin: texts.link.wrongPin } })
}

type LinkService = Services<typeof contract.links>

/** The calls for links of events: those of their owners, and those of devices that open a link. `replica` belongs to check-in. */
export const linkService = ({ db, now, timeZone }: Deps, replica: LinkService['replica']): LinkService => {
  const endTimeOf = (link: StoredLink) => linkEndsAt(link, timeZone)

  /** Returns a link in the form that its device sees. Only family links send invitations, so only they get the message and the picture. */
  const toCurrentLink = async (link: StoredLink): Promise<CurrentLink> => ({
    id: link.id,
    role: link.role,
    name: link.name,
    showsNames: link.showsNames && !link.event.hidesNames,
    maySearch: link.maySearch && !link.event.hidesNames,
    endsAt: endTimeOf(link),
    allotment: link.allotment,
    used: link.used,
    hasPin: link.pinHash !== null,
    walkIns: link.walkIns,
    walkInsUsed: link.walkInsUsed,
    event: {
      message: null,
      ...eventViewOf(link.role, { id: link.eventId, ...link.event }),
      ...(!link.event.countsExits && { countsExits: undefined, capacity: undefined }),
      pictureId: link.role === 'family' ? ((await eventPicturesIn(db.read).idOf(link.eventId)) ?? null) : null,
    },
  })

  /** Gives a link a new token. Returns the link with its new URL. */
  async function reissueLink(trx: Kysely<Tables>, actor: Actor, link: StoredLink) {
    const token = newToken()
    await trailIn(trx).add('link', { by: actor, at: now() }, [{ before: link, after: { ...link, tokenHash: hashToken(token) } }])
    await linksIn(trx).replaceToken(link, hashToken(token), now())
    return { ...toOwnerLink(link, endTimeOf(link), new Map(), await linksIn(trx).admittedBy([link.id])), url: linkPathOf(link, token) }
  }

  /** Records a change of a link in the activity log, and counts it as one edit of the actor's daily budget. */
  async function recordLinkEdit(trx: Kysely<Tables>, actorId: string, verb: ActivityVerb, link: StoredLink, description: string) {
    await editBudgetOf(trx, actorId, dayInTimeZone(timeZone, now())).take()
    await activityIn(trx).record({ userId: actorId, verb, target: 'link', targetId: link.id, description, at: now() })
  }

  return {
    async create({ actor, input: { id, eventId, role, name, expiresAt = null, pin = null, maxDevices = null, ...input } }) {
      const allotment = role === 'family' ? input.allotment : null
      const names = nameRights(role, input)
      if (allotment === undefined) throw new Refusal('bad-input', { fields: { allotment: texts.linkOnServer.allotment } })
      const walkIns = role === 'door' ? (input.walkIns ?? 0) : 0
      const earlier = id === undefined || pin === null ? undefined : await linksIn(db.read).find(id, { userId: undefined })
      const isSamePin = earlier && pin !== null && earlier.pinHash !== null && (await verifyPassword(pin, earlier.pinHash))
      const pinHash = isSamePin ? earlier.pinHash : await hashPin(pin)
      return db.write(async trx => {
        const { event } = await lockEvent(trx, eventId, scopeOfActor(actor))
        const { userId } = event
        refuseLateEnd(expiresAt, event, timeZone)
        const wanted = { eventId, userId, role, name, ...names, expiresAt, allotment, pinHash, maxDevices, walkIns }
        const existing = id === undefined ? undefined : await linksIn(trx).find(id, { userId: undefined })
        if (existing) {
          const isSame = Object.entries(wanted).every(([field, value]) => existing[field as keyof typeof wanted] === value)
          if (!isSame) throw new Refusal('id-taken', { text: texts.linkOnServer.idTaken })
          if (existing.revokedAt !== null) throw new Refusal('id-taken', { text: texts.linkOnServer.gone })
          return reissueLink(trx, actor, existing)
        }
        if ((await linksIn(trx).ofEvent(eventId)).length >= MAX_EVENT_LINKS)
          throw new Refusal('budget-used', { text: texts.budget.links(MAX_EVENT_LINKS) })
        if ((await linksIn(trx).countOf(userId)) >= MAX_OWNER_LINKS)
          throw new Refusal('budget-used', { text: texts.budget.ownerLinks(MAX_OWNER_LINKS) })
        await chargeAllotment(trx, userId, allotment ?? 0, { by: actor.id, at: now() })
        const token = newToken()
        const added = { ...wanted, id: id ?? newId(), createdAt: now().toISOString() }
        await linksIn(trx).add(added, hashToken(token))
        if (await deletedEventsIn(trx).hasKept(added.id)) throw new Refusal('id-taken', { text: texts.linkOnServer.idTaken })
        const link = await findActiveLink(trx, added.id, { userId })
        await trailIn(trx).add('link', { by: actor, at: now() }, [{ after: link }])
        await recordLinkEdit(trx, actor.id, 'create', link, texts.activity.linkCreated(name, link.event.name))
        return { ...toOwnerLink(link, endTimeOf(link), new Map(), new Map()), url: linkPathOf(link, token) }
      })
    },

    async list({ actor, input: { eventId } }) {
      if (!(await eventsIn(db.read).find(eventId, scopeOfActor(actor)))) throw new Refusal('not-found', { text: texts.event.gone })
      const found = await linksIn(db.read).ofEvent(eventId)
      const ids = found.map(({ id }) => id)
      const [devices, admitted] = await Promise.all([linksIn(db.read).devicesOf(ids), linksIn(db.read).admittedBy(ids)])
      return found.map(link => toOwnerLink(link, endTimeOf(link), devices, admitted))
    },

    count: async ({ actor, input: { userId = actor.id } }) => ({
      open: (await readOpenLinks(db.read, actor.isAdmin ? userId : actor.id, { now: now(), timeZone })).length,
    }),

    async update({ actor, input: { id, name, showsNames, maySearch, expiresAt, allotment, pin, maxDevices, walkIns } }) {
      const pinHash = pin === undefined ? undefined : await hashPin(pin)
      return db.write(async trx => {
        const before = await lockLink(trx, id, scopeOfActor(actor))
        refuseLateEnd(expiresAt, before.event, timeZone)
        const after = {
          ...before,
          ...(name !== undefined && { name }),
          ...nameRights(before.role, { showsNames: showsNames ?? before.showsNames, maySearch: maySearch ?? before.maySearch }),
          ...(expiresAt !== undefined && { expiresAt }),
          ...(allotment !== undefined && before.allotment !== null && { allotment }),
          ...(pinHash !== undefined && { pinHash }),
          ...(maxDevices !== undefined && { maxDevices }),
          ...(walkIns !== undefined && before.role === 'door' && { walkIns }),
        }
        if ((after.allotment ?? 0) < before.used) {
          const text = texts.linkOnServer.belowUsed(before.used)
          throw new Refusal('bad-input', { text, fields: { allotment: text } })
        }
        await chargeAllotment(trx, before.userId, (after.allotment ?? 0) - (before.allotment ?? 0), { by: actor.id, at: now() })
        await linksIn(trx).save(after)
        await trailIn(trx).add('link', { by: actor, at: now() }, [{ before, after }])
        await recordLinkEdit(trx, actor.id, 'update', after, texts.activity.linkUpdated(after.name, after.event.name))
        return toOwnerLink(after, endTimeOf(after), await linksIn(trx).devicesOf([id]), await linksIn(trx).admittedBy([id]))
      })
    },

    async reissue({ actor, input: { id } }) {
      return db.write(async trx => {
        const link = await lockLink(trx, id, scopeOfActor(actor))
        const reissued = await reissueLink(trx, actor, link)
        await recordLinkEdit(trx, actor.id, 'update', link, texts.activity.linkReissued(link.name, link.event.name))
        return reissued
      })
    },

    async revoke({ actor, input: { id } }) {
      return db.write(async trx => {
        const link = await lockLink(trx, id, scopeOfActor(actor))
        await chargeAllotment(trx, link.userId, -unusedAllotment(link), { by: actor.id, at: now() })
        await linksIn(trx).revoke(link, now())
        await trailIn(trx).add('link', { by: actor, at: now() }, [{ before: link }])
        await recordLinkEdit(trx, actor.id, 'delete', link, texts.activity.linkRevoked(link.name, link.event.name))
        return { success: true }
      })
    },

    async signOutDevice({ actor, input: { id } }) {
      return db.write(async trx => {
        const link = await linksIn(trx).endSession(id, await partnersIn(trx).refreshScope(scopeOfActor(actor)), now())
        if (!link) throw new Refusal('not-found', { text: texts.linkOnServer.deviceGone })
        await recordLinkEdit(trx, actor.id, 'update', link, texts.activity.linkDeviceSignedOut(link.name, link.event.name))
        return { success: true }
      })
    },

    async enter({ session, input: { token, pin } }) {
      const link = await linksIn(db.read).findByToken(hashToken(token))
      if (!link || !isLinkOpen(link, now(), timeZone)) throw new Refusal('link-ended')
      await checkPin(link, pin)
      const isOpened = await session.openLink({ id: link.id, tokenHash: hashToken(token), endsAt: endTimeOf(link), pinHash: link.pinHash })
      if (!isOpened) throw new Refusal('link-ended')
      return toCurrentLink(link)
    },

    async me({ actor, session }) {
      session.renewLink()
      const link = await linksIn(db.read).find(actor.link.id, { userId: undefined })
      if (!link) throw new Refusal('link-ended')
      return toCurrentLink(link)
    },

    replica,
  }
}
