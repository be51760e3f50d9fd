import { createHash } from 'node:crypto'
import { type Actor, scopeOfActor } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import { type Design, MAX_DESIGNS, MAX_PICTURES } from '@hudur/core/cards/contract'
import type { contract } from '@hudur/core/contract'
import type { PictureWithETag } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { refuseEndedCaller } from '../accounts/administrator-calls.ts'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import { partnersIn } from '../accounts/partners-repository.ts'
import { accountsIn } from '../accounts/repository.ts'
import { idempotencyKeysIn, runOnce } from '../database/idempotency-keys.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { eventPicturesIn } from '../events/pictures-repository.ts'
import { eventsIn } from '../events/repository.ts'
import { findOrCreateEvent } from '../events/writes.ts'
import { acceptPicture } from '../pictures/accept-picture.ts'
import { createSharedBytes } from '../pictures/shared-bytes.ts'
import { designsIn, pictureIdOf } from './designs-repository.ts'
import { picturesIn } from './pictures-repository.ts'

type DesignEndpoints = Pick<
  Services<typeof contract.invitations>,
  'uploadPicture' | 'picture' | 'designs' | 'formerLooks' | 'saveDesign' | 'removeDesign'
>

/** Returns the owner for whom a call acts: only an administrator, or a partner in an event of the owner, may act for another user. */
const ownerIdOf = ({ id, isAdmin, partnerOf = [] }: Actor, userId: string | undefined) =>
  ((isAdmin || partnerOf.some(({ ownerId }) => ownerId === userId)) && userId) || id

/** Locks the owner's account, so that designs of one owner change one after another. Throws `bad-input` when there is none. */
async function lockOwner(trx: Kysely<Tables>, userId: string) {
  if (!(await accountsIn(trx).lock(userId))) throw new Refusal('bad-input', { fields: { userId: texts.notFound } })
}

/** Deletes the picture of a deleted design, unless another design uses it, and the pictures of former looks of its event. */
export async function deletePicturesOf(trx: Kysely<Tables>, { look, userId, eventId }: Design) {
  const pictureId = pictureIdOf(look)
  if (pictureId !== null && !(await designsIn(trx).isPictureUsed(pictureId))) await picturesIn(trx).remove(pictureId)
  await picturesIn(trx).removeFormer(userId, eventId)
}

const readShared = createSharedBytes()

/** Returns an uploaded picture with its id as the ETag, because the bytes of an id never change. */
export const storedPicture = (db: Deps['db'], id: string): PictureWithETag => ({
  tag: id,
  async bytes() {
    const found = await readShared(id, () => picturesIn(db.slowReads).bytesOf(id))
    if (!found) throw new Refusal('not-found')
    return found
  },
})

/** The calls for designs and for their uploaded pictures. */
export const designService = ({ db, now, timeZone }: Deps): DesignEndpoints => ({
  async uploadPicture({ actor, session, input: { picture: given, nonce, userId } }) {
    const { width, height, bytes } = await acceptPicture(given)
    const owner = ownerIdOf(actor, userId)
    const act = { nonce, kind: 'upload', input: [owner, createHash('sha256').update(bytes).digest('base64url')], now: now() }

    return db.write(async trx => {
      await refuseEndedCaller(trx, { actor, session })
      const picture = await runOnce(idempotencyKeysIn(trx, actor.id), act, async () => ({ id: newId(), width, height }))
      await lockOwner(trx, owner)
      const pictures = picturesIn(trx)
      // A repeat under the idempotency key: the picture may have been deleted as unused meanwhile; then it is added again.
      if (await pictures.has(picture.id, { userId: owner })) return picture
      if ((await pictures.count(owner)) >= MAX_PICTURES && !(await pictures.removeOldestFormer(owner)))
        throw new Refusal('too-many-pictures', { text: texts.picture.tooMany(MAX_PICTURES) })
      await pictures.add(picture, { userId: owner, bytes, at: now() })
      return picture
    })
  },

  async picture({ actor, input: { id } }) {
    const pictures = picturesIn(db.read)
    const isVisible = actor.link
      ? await designsIn(db.read).isPictureOfEvent(id, actor.link.eventId)
      : await pictures.has(id, scopeOfActor(actor))
    if (!isVisible) throw new Refusal('not-found')
    return storedPicture(db, id)
  },

  async designs({ actor, input: { userId, limit, offset, ...event } }) {
    const designs = designsIn(db.slowReads)
    const scope = scopeOfActor(actor, userId)
    const which = { eventIds: await eventsIn(db.slowReads).idsOf(scope, event), ...scope }
    return { rows: await designs.page(which, limit, offset), total: await designs.count(which) }
  },

  async formerLooks({ actor, input: { eventId } }) {
    const event = await eventsIn(db.read).find(eventId, scopeOfActor(actor))
    if (!event) throw new Refusal('not-found')
    return picturesIn(db.read).formerLooks(event.userId, event.id)
  },

  async saveDesign({ actor, input: { id, userId, look, ...choice } }) {
    return db.write(async trx => {
      // An administrator who names an event by its id acts for its owner.
      const chosen = choice.eventId === undefined ? undefined : await eventsIn(trx).find(choice.eventId, scopeOfActor(actor))
      const owner = chosen?.userId ?? ownerIdOf(actor, userId)
      await lockOwner(trx, owner)
      // Another write may have ended the partnership before the owner was locked.
      if (chosen && !(await eventsIn(trx).find(chosen.id, await partnersIn(trx).refreshScope(scopeOfActor(actor)))))
        throw new Refusal('not-found', { text: texts.event.gone })
      const edits = editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now()))
      await edits.refuseBeyond()
      const designs = designsIn(trx)
      const event = await findOrCreateEvent(trx, owner, choice, { by: actor, at: now() })
      const before = await designs.ofEvent(event.id)
      if (!before && (await designs.count({ userId: owner })) >= MAX_DESIGNS)
        throw new Refusal('budget-used', { text: texts.budget.designs(MAX_DESIGNS) })
      const design: Design = {
        ...{ id: before?.id ?? id ?? newId(), userId: owner, look, updatedAt: now().toISOString() },
        ...{ eventId: event.id, eventName: event.name, eventDate: event.date },
      }
      const [pictureBefore, picture] = [before ? pictureIdOf(before.look) : null, pictureIdOf(design.look)]
      if (picture !== null && !(await picturesIn(trx).use(picture, owner)))
        throw new Refusal('not-found', { text: texts.picture.gone, fields: { 'look.background.pictureId': texts.picture.gone } })
      if (before) await designs.save(design)
      else if (!(await designs.add(design))) throw new Refusal('id-taken', { text: texts.design.idTaken })
      if (before && pictureBefore !== null && pictureBefore !== picture && !(await designs.isPictureUsed(pictureBefore)))
        await picturesIn(trx).release(pictureBefore, before, now())
      let changedCount = await designs.setOnInvitations(design, now())
      const saved = (await designs.ofEvent(event.id))!
      if (JSON.stringify(before?.look) !== JSON.stringify(saved.look)) {
        await eventPicturesIn(trx).remove(event.id)
        await designs.renewCardKey(saved)
        changedCount = Math.max(changedCount, await eventsIn(trx).markInvitationsChanged(event.id, 'told', now()))
      }
      await edits.count(editCountFor(changedCount))
      return saved
    })
  },

  async removeDesign({ actor, input: { id } }) {
    return db.write(async trx => {
      const designs = designsIn(trx)
      const found = await designs.find(id, scopeOfActor(actor))
      if (!found) throw new Refusal('not-found')
      await lockOwner(trx, found.userId)
      // Another write may have saved or removed the design before the owner was locked.
      const design = await designs.find(id, await partnersIn(trx).refreshScope(scopeOfActor(actor)))
      if (!design) throw new Refusal('not-found')
      const edits = editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now()))
      await edits.refuseBeyond()
      const rows = await designs.remove(design, now())
      await eventPicturesIn(trx).remove(design.eventId)
      await deletePicturesOf(trx, design)
      await edits.count(editCountFor(rows))
      return { success: true }
    })
  },
})
