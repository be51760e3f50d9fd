import { randomBytes, randomInt } from 'node:crypto'
import { DEFAULT_QUOTA, type User } from '@hudur/core/accounts/contract'
import { isWelcomeLinkValid, WELCOME_LINK_DAYS } from '@hudur/core/accounts/welcome-link'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import { MAX_INTEGER } from '@hudur/core/inputs'
import { Refusal } from '@hudur/core/refusals'
import type { Order } from '@hudur/core/requests/contract'
import * as openAccountRules from '@hudur/core/requests/open-account'
import type { Package } from '@hudur/core/sales/packages'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { lockAdministrator } from '../accounts/administrator-calls.ts'
import { creditsIn } from '../accounts/credits-repository.ts'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { unusablePasswordHash } from '../accounts/passwords.ts'
import { releasePendingInvitations } from '../accounts/pending-invitations.ts'
import { usernameTakenRefusal } from '../accounts/registrations.ts'
import { accountsIn, newUser } from '../accounts/repository.ts'
import { welcomeLinksIn } from '../accounts/welcome-links-repository.ts'
import { activityIn } from '../activity/repository.ts'
import { hashToken } from '../database/hash-token.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { findOrCreateEvent } from '../events/writes.ts'
import { packagesIn } from '../sales/packages-repository.ts'
import { trailIn } from '../trail/repository.ts'
import { ordersIn } from './repository.ts'

type OpenAccountService = Pick<Services<typeof contract.requests>, 'account' | 'openAccount'>

const DAY_MS = 86_400_000

/** Opens the accounts of the customers of orders. `callingCode` is the country of telephone numbers without one. */
export function openAccountService({ db, now, timeZone, callingCode }: Deps & { callingCode: string }): OpenAccountService {
  async function findOrder(reading: Kysely<Tables>, id: string) {
    const order = await ordersIn(reading).findWithEvent(id)
    if (!order) throw new Refusal('not-found')
    return order
  }

  const findKnown = async (reading: Kysely<Tables>, { phone }: Order) =>
    openAccountRules.findCustomer(await accountsIn(reading).list(), phone, callingCode)

  /** Reserves the chosen username, or else the first free one of those that are proposed. Throws `username-taken` for a chosen one. */
  async function takeUsername(trx: Kysely<Tables>, order: Order, chosen: string | undefined) {
    if (chosen !== undefined) {
      if (!(await accountsIn(trx).takeUsername(chosen))) throw usernameTakenRefusal()
      return chosen
    }
    const proposed = openAccountRules.proposeUsernames(order)
    for (const username of [...proposed, `${proposed.at(-1)!.replace(/\d+$/, '')}${randomInt(1_000, 1_000_000)}`])
      if (await accountsIn(trx).takeUsername(username)) return username
    throw usernameTakenRefusal()
  }

  /** Adds an account without a password. `generationLimit` is its quota before a package. */
  async function addAccount(
    trx: Kysely<Tables>,
    order: Order,
    { by, ...given }: { username: string; generationLimit: number; by: string },
  ): Promise<User> {
    const fullName = openAccountRules.fullNameOf(order)
    const user = newUser({ ...given, id: newId(), fullName, phone: order.phone, email: null, isAdmin: false }, now())
    await accountsIn(trx).add(user, unusablePasswordHash(), by)
    return user
  }

  /** Reads the package to grant for an order; undefined without one. Throws `bad-input` for a package that is not offered. */
  async function findPackage(trx: Kysely<Tables>, packageId: string | undefined) {
    if (packageId === undefined) return undefined
    const found = await packagesIn(trx).find(packageId)
    const text = texts.orderAccount.noPackage
    if (!found || found.isArchived) throw new Refusal('bad-input', { text, fields: { packageId: text } })
    return found
  }

  /** Grants the invitations of a package to a locked account, unless some were granted for the order before. Returns their number. */
  async function grantPackage(
    trx: Kysely<Tables>,
    order: Order,
    { id: userId, fullName }: User,
    { name, invitations }: Package,
    by: string,
  ) {
    if ((await creditsIn(trx).grantedFor({ userId, orderId: order.id })) > 0) return 0
    const before = (await accountsIn(trx).find(userId))!
    const generationLimit = before.generationLimit + invitations
    if (generationLimit > MAX_INTEGER) throw new Refusal('bad-input', { text: texts.credits.tooMany })
    await accountsIn(trx).save({ ...before, generationLimit })
    await trailIn(trx).add('user', { by: { id: by }, at: now() }, [{ before, after: { ...before, generationLimit } }])
    const reason = texts.packageGranted(name, order.eventName)
    await creditsIn(trx).add({ userId, kind: 'grant', amount: invitations, reason, orderId: order.id, by, at: now() })
    await releasePendingInvitations(trx, userId, now())
    const description = texts.activity.creditsGranted(fullName, invitations)
    await activityIn(trx).record({ userId: by, verb: 'update', target: 'user', targetId: userId, description, at: now() })
    return invitations
  }

  /** Makes a new link for an account without a password, and returns its path. An earlier link of the account ends. */
  async function makeLink(trx: Kysely<Tables>, { id: userId, fullName }: User, by: string) {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now().getTime() + WELCOME_LINK_DAYS * DAY_MS)
    await welcomeLinksIn(trx).save({ userId, tokenHash: hashToken(token), by, createdAt: now(), expiresAt })
    const description = texts.activity.welcomeLinkMade(fullName)
    await activityIn(trx).record({ userId: by, verb: 'update', target: 'user', targetId: userId, description, at: now() })
    return `/welcome#${token}`
  }

  /**
   * Makes a new link for an account that has no password, and returns its path; otherwise null. With `keepsValid` a link that is valid, and
   * may have been sent, stays valid, and there is no new one.
   */
  async function renewLink(
    trx: Kysely<Tables>,
    user: User,
    { isNew, keepsValid, by }: { isNew: boolean; keepsValid: boolean; by: string },
  ) {
    if (isNew) return makeLink(trx, user, by)
    const link = await welcomeLinksIn(trx).ofAccount(user.id)
    // An administrator's rights need a password that another administrator has set after a recent sign-in.
    if (!link || user.isAdmin) return null
    return keepsValid && isWelcomeLinkValid(link, now()) ? null : makeLink(trx, user, by)
  }

  /** Prepares the event of an order for an account, or finds the account's event with the same name and day. Returns its id. */
  async function prepareEvent(trx: Kysely<Tables>, { eventName, eventDate }: Order, userId: string, by: string) {
    const named = await eventsIn(trx).findByName(userId, { eventName, eventDate })
    const known = named && (await eventsIn(trx).find(named.id, { userId }))
    if (known) return known.id
    const event = await findOrCreateEvent(trx, userId, { eventName, eventDate }, { by: { id: by }, at: now() })
    await editBudgetOf(trx, by, dayInTimeZone(timeZone, now())).take()
    const description = texts.activity.eventCreated(event.name)
    await activityIn(trx).record({ userId: by, verb: 'create', target: 'event', targetId: event.id, description, at: now() })
    return event.id
  }

  return {
    async account({ input: { id } }) {
      const order = await findOrder(db.slowReads, id)
      const opened = order.userId === null ? undefined : await accountsIn(db.slowReads).find(order.userId)
      const user = opened ?? (await findKnown(db.slowReads, order))
      const link = user && (await welcomeLinksIn(db.slowReads).ofAccount(user.id))
      const event = order.eventId === null || !opened ? undefined : await eventsIn(db.slowReads).find(order.eventId, { userId: opened.id })
      const proposed = openAccountRules.proposeUsernames(order)
      return {
        user: user ?? null,
        isOpened: opened !== undefined,
        hasPassword: user !== undefined && link === undefined,
        proposedUsername: user ? null : ((await accountsIn(db.slowReads).findFreeUsername(proposed)) ?? null),
        granted: opened ? await creditsIn(db.slowReads).grantedFor({ userId: opened.id, orderId: id }) : 0,
        event: event ?? null,
        link: (opened && link) ?? null,
      }
    },

    openAccount: ({ actor, input: { id, username, packageId }, ...caller }) =>
      db.write(async trx => {
        // Two administrators may open accounts for the same customer at once: the second one finds the first one's account.
        await accountsIn(trx).lockAdministrators()
        const order = await findOrder(trx, id)
        if (!openAccountRules.mayOpenAccount(order.status)) throw new Refusal('bad-input', { text: texts.orderAccount.closed })
        const linkedId = order.userId ?? (await findKnown(trx, order))?.id
        await lockAdministrator(trx, { actor, ...caller }, ...(linkedId === undefined ? [] : [linkedId]))
        const existing = linkedId === undefined ? undefined : await accountsIn(trx).lock(linkedId)
        const by = actor.id
        const sold = await findPackage(trx, packageId)
        // A new account gets what was sold, and without a package as much as every new account.
        const given = { generationLimit: sold ? 0 : DEFAULT_QUOTA, by }
        const user = existing ?? (await addAccount(trx, order, { ...given, username: await takeUsername(trx, order, username) }))
        if (order.userId === null) {
          const verb = existing ? 'update' : 'create'
          const { accountLinked, userCreated } = texts.activity
          const description = existing ? accountLinked(user.fullName, order.eventName) : userCreated(user.fullName)
          await activityIn(trx).record({ userId: by, verb, target: 'user', targetId: user.id, description, at: now() })
        }
        const eventId = order.userId !== null && order.eventId !== null ? order.eventId : await prepareEvent(trx, order, user.id, by)
        await ordersIn(trx).link(id, { userId: user.id, eventId })
        if (order.userId === null)
          await trailIn(trx).add('order', { by: actor, at: now() }, [{ before: { id }, after: { id, account: user.fullName } }])
        const granted = sold ? await grantPackage(trx, order, user, sold, by) : 0
        return {
          userId: user.id,
          url: await renewLink(trx, user, { isNew: !existing, keepsValid: granted > 0 && order.userId !== null, by }),
          isExisting: existing !== undefined,
          granted,
          eventId,
        }
      }),
  }
}
