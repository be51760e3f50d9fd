import { DEFAULT_QUOTA, type PendingRegistration } from '@hudur/core/accounts/contract'
import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn, runOnce, VISITORS_USER_ID } from '../database/idempotency-keys.ts'
import { readListing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { refuseChangedCount, selectedIds } from '../database/selection.ts'
import type { Deps, Services } from '../deps.ts'
import { queueRegistrationDecision } from '../mail/emails.ts'
import { lockAdministrator } from './administrator-calls.ts'
import { refuseGuessablePassword } from './guessable.ts'
import { hashPassword } from './passwords.ts'
import { registrationsIn } from './registrations-repository.ts'
import { accountsIn, newUser } from './repository.ts'

/** The maximum number of pending registrations. */
const MAX_PENDING_REGISTRATIONS = 1_000

type RegistrationService = Pick<
  Services<typeof contract.accounts>,
  'register' | 'registrations' | 'approve' | 'reject' | 'rejectRegistrations' | 'decideMany' | 'notify'
>

export const usernameTakenRefusal = () => new Refusal('username-taken', { fields: { username: texts.register.usernameTaken } })

/** Returns the endpoints of registrations: the public form, the list, approval, rejection and the e-mail about the decision. */
export function registrationService({ db, now, mail, publicUrl }: Deps & { publicUrl?: URL | undefined }): RegistrationService {
  const loginAddress = publicUrl && new URL('/login', publicUrl).href

  /** Stores a decision and queues its e-mail. Returns the registration as before. Throws `not-found` or `decided`. */
  async function decideRegistration(trx: Kysely<Tables>, id: string, status: 'approved' | 'rejected') {
    const registration = await registrationsIn(trx).find(id)
    if (!registration) throw new Refusal('not-found')
    if (!(await registrationsIn(trx).decide(id, status, now()))) throw new Refusal('decided')
    await queueDecisionEmail(trx, { ...registration, status })
    return registration
  }

  /** Queues the e-mail about a decision once, however often it is called. Returns `sent`, `mail-off` or `no-address`. */
  async function queueDecisionEmail(trx: Kysely<Tables>, registration: PendingRegistration) {
    const { email: recipient } = registration
    if (!mail) return 'mail-off'
    if (!recipient) return 'no-address'
    await queueRegistrationDecision(trx, { registration, recipient, loginAddress }, now())
    return 'sent'
  }

  /** Approves a registration, and returns the new account. Throws `not-found` or `decided`. */
  async function approve(trx: Kysely<Tables>, id: string, by: string) {
    const { full_name: fullName, username, phone, email, password_hash } = await decideRegistration(trx, id, 'approved')
    // The user gets the id of the registration.
    const user = newUser({ id, fullName, username, phone, email, generationLimit: DEFAULT_QUOTA, isAdmin: false }, now())
    await accountsIn(trx).add(user, password_hash!, by)
    const description = texts.activity.userApproved(user.fullName)
    await activityIn(trx).record({ userId: by, verb: 'create', target: 'user', targetId: id, description, at: now() })
    return user
  }

  /** Rejects a registration, and frees its username. Throws `not-found` or `decided`. */
  async function reject(trx: Kysely<Tables>, id: string, by: string) {
    const { username, full_name } = await decideRegistration(trx, id, 'rejected')
    await accountsIn(trx).freeUsername(username)
    const description = texts.activity.userRejected(full_name)
    await activityIn(trx).record({ userId: by, verb: 'delete', target: 'user', targetId: id, description, at: now() })
  }

  return {
    async register({ input: { nonce, password, ...person }, requester }) {
      refuseGuessablePassword(password, person.username, 'password')
      const passwordHash = await hashPassword(password, requester)
      return db.write(trx =>
        runOnce(idempotencyKeysIn(trx, VISITORS_USER_ID), { nonce, kind: 'register', input: person, now: now() }, async () => {
          const { fullName, username, phone, email } = person
          if ((await registrationsIn(trx).count()) >= MAX_PENDING_REGISTRATIONS)
            throw new Refusal('budget-used', { text: texts.tooManyForms })
          if (!(await accountsIn(trx).takeUsername(username))) throw usernameTakenRefusal()
          const registration = {
            id: newId(),
            full_name: fullName,
            username,
            phone: phone || null,
            email: email || null,
            created_at: now().toISOString(),
          }
          await registrationsIn(trx).add(registration, passwordHash)
          return { success: true as const, id: registration.id, message: texts.registered }
        }),
      )
    },

    registrations: ({ input: { limit, offset, ...which } }) => readListing(registrationsIn(db.slowReads), which, { limit, offset }),

    async approve({ input: { id }, ...caller }) {
      const user = await db.write(async trx => {
        await lockAdministrator(trx, caller)
        return approve(trx, id, caller.actor.id)
      })
      mail?.wake()
      return { success: true, user }
    },

    async reject({ input: { id }, ...caller }) {
      await db.write(async trx => {
        await lockAdministrator(trx, caller)
        await reject(trx, id, caller.actor.id)
      })
      mail?.wake()
      return { success: true }
    },

    async decideMany({ input: { verdict, ids: given, all }, ...caller }) {
      const ids = await selectedIds({ ids: given, all }, ({ count: _, ...which }) =>
        readListing(registrationsIn(db.slowReads), { ...which, status: 'pending' }, {}),
      )
      const decided = await db.write(async trx => {
        await lockAdministrator(trx, caller)
        const pending = await registrationsIn(trx).pendingAmong(ids)
        if (all) refuseChangedCount(all.count, pending.length)
        if (pending.length === 0) throw new Refusal('not-found')
        for (const id of pending) await (verdict === 'approved' ? approve : reject)(trx, id, caller.actor.id)
        return pending.length
      })
      mail?.wake()
      return { decided }
    },

    async rejectRegistrations({ input: span, ...caller }) {
      return db.write(async trx => {
        await lockAdministrator(trx, caller)
        const usernames = await registrationsIn(trx).rejectPending(span, now())
        for (const username of usernames) await accountsIn(trx).freeUsername(username)
        const rejected = usernames.length
        const description = texts.activity.registrationsRejected(rejected)
        if (rejected > 0)
          await activityIn(trx).record({ userId: caller.actor.id, verb: 'delete', target: 'user', targetId: '', description, at: now() })
        return { rejected }
      })
    },

    async notify({ input: { id, type }, ...caller }) {
      const registration = await registrationsIn(db.read).find(id)
      if (!registration) throw new Refusal('not-found')
      // The e-mail must state the actual decision.
      if (registration.status !== type) throw new Refusal('bad-input', { fields: { type: texts.badInput } })
      const result = await db.write(async trx => {
        await lockAdministrator(trx, caller)
        return queueDecisionEmail(trx, registration)
      })
      mail?.wake()
      return { success: true, result }
    },
  }
}
