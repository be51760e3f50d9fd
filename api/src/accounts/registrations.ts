import { type contract, DEFAULT_LIMIT, type PendingRegistration, Refusal, texts, type User } from '@hudur/core'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { listing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { queueDecision } from '../mail/letters.ts'
import { hashPassword } from './passwords.ts'
import { registrationsIn } from './registrations-repository.ts'
import { accountsIn } from './repository.ts'

type Registrations = Pick<Services<typeof contract.accounts>, 'register' | 'registrations' | 'approve' | 'reject' | 'notify'>

export const usernameTaken = () => new Refusal('username-taken', { fields: { username: texts.register.usernameTaken } })

/** The user that a registration becomes; it keeps its id. */
const userOf = ({ id, full_name, username, phone, email }: PendingRegistration, now: Date): User => ({
  id,
  fullName: full_name,
  username,
  phone,
  email,
  generationLimit: DEFAULT_LIMIT,
  usedGenerations: 0,
  isAdmin: false,
  createdAt: now.toISOString(),
})

/** Decides a registration once. Answers it as it was; throws `not-found`, or `decided` when it was decided before. */
async function decide(trx: Kysely<Tables>, id: string, status: 'approved' | 'rejected', now: Date) {
  const registration = await registrationsIn(trx).find(id)
  if (!registration) throw new Refusal('not-found')
  if (!(await registrationsIn(trx).decide(id, status, now))) throw new Refusal('decided')
  return registration
}

/** From the public form to an account, or to a name that is free again. */
export const registrationService = ({ db, now, mail, publicUrl }: Deps & { publicUrl?: URL | undefined }): Registrations => ({
  async register({ input: { fullName, username, password, phone, email } }) {
    const passwordHash = await hashPassword(password)
    const id = newId()
    const registration = { id, full_name: fullName, username, phone: phone || null, email: email || null, created_at: now().toISOString() }
    await db.write(async trx => {
      if (!(await accountsIn(trx).takeUsername(username))) throw usernameTaken()
      await registrationsIn(trx).add(registration, passwordHash)
    })
    return { success: true, id, message: texts.register.done }
  },

  async registrations({ input }) {
    return listing(registrationsIn(db.aside), undefined, input)
  },

  async approve({ actor, input: { id } }) {
    return db.write(async trx => {
      const registration = await decide(trx, id, 'approved', now())
      const user = userOf(registration, now())
      await accountsIn(trx).add(user, registration.password_hash!)
      await activityIn(trx).record({
        userId: actor.id,
        verb: 'create',
        target: 'user',
        targetId: id,
        description: texts.activity.userApproved(user.fullName),
        at: now(),
      })
      return { success: true, user }
    })
  },

  async reject({ actor, input: { id } }) {
    await db.write(async trx => {
      const { username, full_name } = await decide(trx, id, 'rejected', now())
      await accountsIn(trx).freeUsername(username)
      await activityIn(trx).record({
        userId: actor.id,
        verb: 'delete',
        target: 'user',
        targetId: id,
        description: texts.activity.userRejected(full_name),
        at: now(),
      })
    })
    return { success: true }
  },

  async notify({ input: { id, type } }) {
    const registration = await registrationsIn(db.read).find(id)
    if (!registration) throw new Refusal('not-found')
    // A letter says what was decided, and nothing else.
    if (registration.status !== type) throw new Refusal('bad-input', { fields: { type: texts.badInput } })
    const { email: recipient } = registration
    if (!mail) return { success: true, result: 'mail-off' }
    if (!recipient) return { success: true, result: 'no-address' }
    const loginAddress = publicUrl && new URL('/login', publicUrl).href
    await db.write(trx => queueDecision(trx, { registration, recipient, loginAddress }, now()))
    mail.wake()
    return { success: true, result: 'sent' }
  },
})
