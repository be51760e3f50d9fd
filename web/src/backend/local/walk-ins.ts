import type { Actor } from '@hudur/core/actor'
import type { contract } from '@hudur/core/contract'
import type { EndpointResult } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Device } from '../store/device.ts'
import { outboxInTransaction } from '../store/outbox.ts'
import { storeUploadedWalkIn } from '../store/scan-entries.ts'
import { metaInTransaction, type OutboxEntry, runWriteTransaction } from '../store/store.ts'

type WalkInEntry = OutboxEntry & { operation: 'walkIn' }
type WalkInAnswer = EndpointResult<typeof contract.checkIn.walkIn>

/**
 * Admits people without a card on this device, and adds the outbox entry that uploads them. Throws `not-allowed` and `walk-ins-used` by the
 * stored rights of the door link and the walk-ins in the outbox.
 */
export function admitWalkIn(
  { store, now, clock, isDoor }: Device,
  actor: Actor,
  input: WalkInEntry['input'] & { people: number },
): Promise<WalkInAnswer> {
  const { nonce, people } = input
  return runWriteTransaction(store, ['outbox', 'meta', 'events'], async trx => {
    const outbox = outboxInTransaction(trx)
    const link = isDoor ? await metaInTransaction(trx).get('link') : undefined
    if (!link && !(await trx.objectStore('events').get(input.eventId ?? ''))) throw new Refusal('not-found', { text: texts.event.gone })
    const waiting = (await outbox.waiting(actor.id)).filter((entry): entry is WalkInEntry => entry.operation === 'walkIn')
    const waitingPeople = waiting.reduce((sum, entry) => sum + entry.input.people, 0)
    const remaining = link ? Math.max(0, (link.walkIns ?? 0) - (link.walkInsUsed ?? 0) - waitingPeople) : null
    const answer = { success: true as const, people, isCounted: true }
    const earlier = await outbox.find(actor.id, nonce)
    if (earlier) {
      if (earlier.operation !== 'walkIn' || earlier.input.name !== input.name || earlier.input.people !== people)
        throw new Refusal('nonce-taken')
      return { ...answer, remaining }
    }
    if (remaining !== null && people > remaining) {
      if (!link?.walkIns) throw new Refusal('not-allowed', { text: texts.walkIn.notAllowed })
      throw new Refusal('walk-ins-used', { text: texts.walkIn.used(remaining) })
    }
    const at = now().toISOString()
    const clockOffset = clock.offset()
    await outbox.add({
      ...{ account: actor.id, operation: 'walkIn', idempotencyKey: nonce, at },
      input: { ...input, scannedAt: at, ...(clockOffset !== null && { clockOffset }) },
    })
    return { ...answer, remaining: remaining === null ? null : remaining - people }
  })
}

/** Stores a walk-in that the server has answered. */
export const storeServerWalkIn = ({ store, now, clock }: Device, actor: Actor, input: WalkInEntry['input']) =>
  runWriteTransaction(store, ['meta'], trx => {
    const clockOffset = clock.offset()
    return storeUploadedWalkIn(trx, actor.id, { ...input, ...(clockOffset !== null && { clockOffset }) }, now())
  })
