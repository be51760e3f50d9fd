import { createHash } from 'node:crypto'
import { type Actor, accountRules, type contract, type Invitation, invitationRules, type NewInvitation, Refusal, texts } from '@hudur/core'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import type { Deps } from '../app.ts'
import { newId } from '../database/new-id.ts'
import { noncesIn } from '../database/nonces.ts'
import type { Services } from '../http/serve.ts'
import { qrPng } from './qr-png.ts'
import { reachOf } from './reach.ts'
import { invitationsIn, qrAddress } from './repository.ts'

/** The invitations to be made; only an administrator may name another owner. */
const drafts = (given: NewInvitation[], actor: Actor, now: Date) =>
  given.map(
    ({ id = newId(), userId, ...rest }): Invitation => ({
      ...rest,
      id,
      userId: (actor.isAdmin && userId) || actor.id,
      qrCode: qrAddress(id),
      currentScans: 0,
      isScanned: false,
      scannedAt: null,
      createdAt: now.toISOString(),
    }),
  )

const sameContent = (a: Invitation, b: Invitation) =>
  a.userId === b.userId &&
  a.eventName === b.eventName &&
  a.eventDate === b.eventDate &&
  a.guestName === b.guestName &&
  a.generationType === b.generationType &&
  a.maxScans === b.maxScans

/** How many of these each owner would pay for. */
const counts = (invitations: Invitation[]) =>
  invitations.reduce((all, { userId }) => all.set(userId, (all.get(userId) ?? 0) + 1), new Map<string, number>())

export const invitationService = ({ db, now }: Deps): Services<typeof contract.invitations> => ({
  async create({ actor, input }) {
    const made = drafts(input.invitations, actor, now())
    if (new Set(made.map(({ id }) => id)).size < made.length) throw new Refusal('id-taken')
    const digest = createHash('sha256').update(JSON.stringify(input.invitations)).digest('base64url')

    return db.write(async trx => {
      const invitations = invitationsIn(trx)
      const nonces = noncesIn(trx, actor.id)
      const ids = input.nonce === undefined ? undefined : await nonces.take(input.nonce, `create ${digest}`, now())
      if (Array.isArray(ids)) return inOrder(ids, await invitations.findAll(ids))

      const existing = new Map((await invitations.findAll(made.map(({ id }) => id))).map(invitation => [invitation.id, invitation]))
      if (made.some(draft => existing.has(draft.id) && !sameContent(draft, existing.get(draft.id)!))) throw new Refusal('id-taken')
      const fresh = made.filter(({ id }) => !existing.has(id))

      const accounts = accountsIn(trx)
      // In the order of their ids, so that two administrators paying for the same users never wait for each other.
      for (const [userId, count] of [...counts(fresh)].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (await accounts.spend(userId, count)) continue
        const owner = await accounts.find(userId)
        if (!owner) throw new Refusal('bad-input', { fields: { userId: texts.notFound } })
        throw new Refusal('over-balance', { text: texts.generator.overBalance(count, accountRules.remaining(owner)) })
      }
      if ((await invitations.add(fresh)) < fresh.length) throw new Refusal('id-taken')
      if (input.nonce !== undefined)
        await nonces.keep(
          input.nonce,
          made.map(({ id }) => id),
        )
      const [first] = fresh
      if (first)
        await activityIn(trx).record({
          userId: actor.id,
          verb: 'create',
          target: 'invitation',
          targetId: first.id,
          description: texts.activity.created(fresh.length, first.eventName),
          at: now(),
        })
      return made.map(draft => existing.get(draft.id) ?? draft)
    })
  },

  async list({ actor, input: { userId, ...which } }) {
    return invitationsIn(db.read).list({ ...which, ...reachOf(actor, userId) })
  },

  async stats({ actor, input: { userId } }) {
    return invitationsIn(db.read).stats({ ...reachOf(actor, userId), ...invitationRules.statsWindows(now()) })
  },

  async qr({ actor, input: { id } }) {
    const invitation = await invitationsIn(db.read).find(id, reachOf(actor))
    if (!invitation) throw new Refusal('not-found')
    return qrPng(invitation)
  },
})

const inOrder = (ids: string[], invitations: Invitation[]) => {
  const byId = new Map(invitations.map(invitation => [invitation.id, invitation]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
