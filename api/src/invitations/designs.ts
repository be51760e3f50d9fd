import { createHash } from 'node:crypto'
import { type Actor, type contract, type Design, dayIn, MAX_DESIGNS, MAX_PICTURES, Refusal, scopeOf, texts } from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { idempotencyKeysIn, once } from '../database/idempotency-keys.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { inThread } from '../thread/in-thread.ts'
import { designsIn, pictureOf } from './designs-repository.ts'
import { editsOf } from './edits.ts'
import { picturesIn } from './pictures-repository.ts'

type Designs = Pick<Services<typeof contract.invitations>, 'uploadPicture' | 'picture' | 'designs' | 'saveDesign' | 'removeDesign'>

/** Returns the owner for whom a call acts: only an administrator may act for another user. */
const ownerOf = (actor: Actor, userId: string | undefined) => (actor.isAdmin && userId) || actor.id

/**
 * Locks the owner's account until this write ends, so that designs of one owner change one after another. Throws `bad-input` when there is
 * none.
 */
async function lockOwner(trx: Kysely<Tables>, userId: string) {
  if (!(await accountsIn(trx).lock(userId))) throw new Refusal('bad-input', { fields: { userId: texts.notFound } })
}

/** Deletes a picture that a design has stopped using, unless another design uses it. */
async function releasePicture(trx: Kysely<Tables>, pictureId: string | null) {
  if (pictureId !== null && !(await designsIn(trx).areUsing(pictureId))) await picturesIn(trx).remove(pictureId)
}

/** Saving or removing a design rewrites every invitation of its event. This many changed invitations count as one more edit. */
const ROWS_PER_EDIT = 100

const editsFor = (rows: number) => 1 + Math.floor(rows / ROWS_PER_EDIT)

const unusable = (reason: keyof typeof texts.picture.problems) => {
  const text = texts.picture.problems[reason]
  return new Refusal('bad-input', { text, fields: { picture: text } })
}

/** The calls for designs and for their uploaded pictures. */
export const designService = ({ db, now, timeZone }: Deps): Designs => ({
  async uploadPicture({ actor, input: { picture: given, nonce, userId } }) {
    const clean = await inThread('cleanPicture', given)
    if (!clean.ok) throw unusable(clean.reason)
    const { width, height, bytes } = clean
    const owner = ownerOf(actor, userId)
    const act = { nonce, does: 'upload', given: [owner, createHash('sha256').update(bytes).digest('base64url')], now: now() }

    return db.write(async trx => {
      const picture = await once(idempotencyKeysIn(trx, actor.id), act, async () => ({ id: newId(), width, height }))
      await lockOwner(trx, owner)
      const pictures = picturesIn(trx)
      // A repeat under the idempotency key: the picture may have been deleted as unused meanwhile; then it is added again.
      if (await pictures.has(picture.id, { userId: owner })) return picture
      if ((await pictures.count(owner)) >= MAX_PICTURES)
        throw new Refusal('too-many-pictures', { text: texts.picture.tooMany(MAX_PICTURES) })
      await pictures.add(picture, { userId: owner, bytes, at: now() })
      return picture
    })
  },

  async picture({ actor, input: { id } }) {
    const pictures = picturesIn(db.read)
    if (!(await pictures.has(id, scopeOf(actor)))) throw new Refusal('not-found')
    const bytes = async () => {
      const found = await picturesIn(db.slowReads).bytesOf(id)
      if (!found) throw new Refusal('not-found')
      return found
    }
    // The id is the tag, because the bytes of an id never change.
    return { tag: id, bytes }
  },

  async designs({ actor, input: { userId, limit, offset, ...event } }) {
    const designs = designsIn(db.slowReads)
    const which = { ...event, ...scopeOf(actor, userId) }
    return { rows: await designs.page(which, limit, offset), total: await designs.count(which) }
  },

  async saveDesign({ actor, input: { id, userId, ...wanted } }) {
    const owner = ownerOf(actor, userId)
    return db.write(async trx => {
      await lockOwner(trx, owner)
      const edits = editsOf(trx, actor.id, dayIn(timeZone, now()))
      await edits.refuseBeyond()
      const designs = designsIn(trx)
      const [before] = await designs.page({ userId: owner, eventName: wanted.eventName, eventDate: wanted.eventDate }, 1, 0)
      if (!before && (await designs.count({ userId: owner })) >= MAX_DESIGNS)
        throw new Refusal('budget-used', { text: texts.budget.designs(MAX_DESIGNS) })
      const design: Design = { ...wanted, id: before?.id ?? id ?? newId(), userId: owner, updatedAt: now().toISOString() }
      const [pictureBefore, picture] = [before ? pictureOf(before.look) : null, pictureOf(design.look)]
      if (picture !== null && !(await picturesIn(trx).use(picture, owner)))
        throw new Refusal('not-found', { text: texts.picture.gone, fields: { 'look.background.pictureId': texts.picture.gone } })
      if (before) await designs.save(design)
      else if (!(await designs.add(design))) throw new Refusal('id-taken', { text: texts.design.idTaken })
      if (pictureBefore !== picture) await releasePicture(trx, pictureBefore)
      await edits.count(editsFor(await designs.giveToEvent(design, now())))
      return design
    })
  },

  async removeDesign({ actor, input: { id } }) {
    return db.write(async trx => {
      const designs = designsIn(trx)
      const found = await designs.find(id, scopeOf(actor))
      if (!found) throw new Refusal('not-found')
      await lockOwner(trx, found.userId)
      // Another write may have saved or removed the design before the owner was locked.
      const design = await designs.find(id, scopeOf(actor))
      if (!design) throw new Refusal('not-found')
      const edits = editsOf(trx, actor.id, dayIn(timeZone, now()))
      await edits.refuseBeyond()
      const rows = await designs.remove(design, now())
      await releasePicture(trx, pictureOf(design.look))
      await edits.count(editsFor(rows))
      return { success: true }
    })
  },
})
