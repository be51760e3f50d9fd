import { type Actor, type Scope, scopeOfActor } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import { correctedScanTime } from '@hudur/core/check-in/rules'
import { MAX_EVENT_WALK_INS, type WalkInAnswer, type WalkInInput } from '@hudur/core/check-in/walk-in'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { partnersIn } from '../accounts/partners-repository.ts'
import { accountsIn } from '../accounts/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { lockEvent } from '../events/writes.ts'
import { linksIn, type StoredLink } from '../links/repository.ts'
import { walkInsIn } from './walk-ins-repository.ts'

type WriteDeps = Pick<Deps, 'db' | 'now' | 'timeZone'>

/** Returns how many more people a link may admit without a card. */
const remainingOf = ({ walkIns, walkInsUsed }: Pick<StoredLink, 'walkIns' | 'walkInsUsed'>) => Math.max(0, walkIns - walkInsUsed)

/**
 * Returns whether a walk-in through a link is counted. One that a device has decided already is never refused: it is not counted where the
 * link has ended or may not admit this number of people. Throws `link-ended`, `not-allowed` and `walk-ins-used` for the others.
 */
function isCountedThrough(link: StoredLink, people: number, { isDecided, hasEnded }: { isDecided: boolean; hasEnded: boolean }) {
  const isCounted = !hasEnded && people <= remainingOf(link)
  if (isCounted || isDecided) return isCounted
  if (hasEnded) throw new Refusal('link-ended')
  if (link.walkIns === 0) throw new Refusal('not-allowed', { text: texts.walkIn.notAllowed })
  throw new Refusal('walk-ins-used', { text: texts.walkIn.used(remainingOf(link)) })
}

/**
 * Admits people without a card, once for each idempotency key. The owner of the event is locked, so the walk-ins of a link come one after
 * another, also those of several processes, and its number is never exceeded.
 */
export async function admitWalkIn(
  { db, now, timeZone }: WriteDeps,
  actor: Actor,
  { eventId: asked, name, people, note, nonce, gate, scannedAt, clockOffset }: z.output<typeof WalkInInput>,
): Promise<WalkInAnswer> {
  const eventId = actor.link?.eventId ?? asked
  if (eventId === undefined) throw new Refusal('bad-input', { fields: { eventId: texts.event.gone } })
  return db.write(async trx => {
    const { event } = await lockEvent(trx, eventId, scopeOfActor(actor))
    const link = actor.link && (await linksIn(trx).find(actor.link.id, { userId: event.userId }))
    if (actor.link && !link) throw new Refusal('link-ended')
    const answer = (isCounted: boolean, used = 0): WalkInAnswer => ({
      ...{ success: true, people, isCounted },
      remaining: link ? remainingOf({ ...link, walkInsUsed: link.walkInsUsed + used }) : null,
    })
    const earlier = await walkInsIn(trx).withKey(eventId, nonce)
    if (earlier) {
      const isSameName = name === '' || [name, ''].includes(earlier.name)
      const isSame = earlier.people === people && earlier.link_id === (link?.id ?? null) && isSameName
      if (!isSame) throw new Refusal('nonce-taken')
      return answer(earlier.is_counted === 1)
    }
    const states = { isDecided: scannedAt !== undefined, hasEnded: actor.link?.endedAt !== undefined }
    const isCounted = link ? isCountedThrough(link, people, states) : true
    if ((await walkInsIn(trx).count({ eventId })) >= MAX_EVENT_WALK_INS)
      throw new Refusal('budget-used', { text: texts.budget.walkIns(MAX_EVENT_WALK_INS) })
    const receivedAt = now().toISOString()
    await walkInsIn(trx).add({
      ...{ id: newId(), event_id: eventId, user_id: event.userId, link_id: link?.id ?? null, idempotency_key: nonce },
      ...{
        name: name || texts.walkIn.forgotten,
        people,
        note: note || null,
        gate: link ? link.name : gate || null,
        received_at: receivedAt,
      },
      ...{
        happened_at: correctedScanTime({ scannedAt: scannedAt ?? null, clockOffset: clockOffset ?? null, receivedAt }),
        is_counted: isCounted ? 1 : 0,
      },
    })
    if (link && isCounted) await linksIn(trx).addWalkIns(link, people)
    await editBudgetOf(trx, link ? `doors of ${event.userId}` : actor.id, dayInTimeZone(timeZone, now())).take()
    return answer(isCounted, isCounted ? people : 0)
  })
}

/** Reads a walk-in in scope whose owner it locks. Undefined when there is none. */
async function lockWalkIn(trx: Kysely<Tables>, id: string, scope: Scope) {
  const found = await walkInsIn(trx).find(id, scope)
  if (!found) return undefined
  await accountsIn(trx).lock(found.user_id)
  return walkInsIn(trx).find(id, await partnersIn(trx).refreshScope(scope))
}

/** Adds the people of a walk-in to those of its link; a negative number takes them away. */
async function countForLink(
  trx: Kysely<Tables>,
  { link_id: id, user_id: userId }: { link_id: string | null; user_id: string },
  people: number,
) {
  if (id !== null) await linksIn(trx).addWalkIns({ id, userId }, people)
}

/** Removes a walk-in. Throws `not-found`. */
export async function removeWalkIn({ db, now, timeZone }: WriteDeps, actor: Actor, id: string) {
  await db.write(async trx => {
    const row = await lockWalkIn(trx, id, scopeOfActor(actor))
    if (!row) throw new Refusal('not-found')
    await walkInsIn(trx).remove(row, now())
    if (row.is_counted === 1) await countForLink(trx, row, -row.people)
    await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
  })
}

/** Marks a walk-in that is a conflict as seen, and counts it if the owner accepts it. Returns false when there is no such conflict. */
export async function settleWalkIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, scope, isAccepted }: { id: string; scope: Scope; isAccepted: boolean },
) {
  return db.write(async trx => {
    const row = await lockWalkIn(trx, id, scope)
    if (!row || row.is_counted === 1) return false
    await walkInsIn(trx).settle(row, { isAccepted }, now())
    if (isAccepted) await countForLink(trx, row, row.people)
    return true
  })
}
