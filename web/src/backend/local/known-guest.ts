import { isInScope, scopeOfActor } from '@hudur/core/actor'
import { isDoorId } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { remainingPlaces } from '@hudur/core/invitations/rules'
import { doorIdOf, openSealedGuest } from '@hudur/core/links/sealed'
import type { Device } from '../store/device.ts'
import { replicaInTransaction } from '../store/replica.ts'
import { runWriteTransaction } from '../store/store.ts'

/** Returns the name of the guest whose card has this code, empty where the gate may not see it; undefined if the replica has no such card. */
export async function findGuestByCode({ store, people, isDoor }: Device, code: string) {
  const actor = await people.actor()
  if (!actor || (isDoor && !globalThis.crypto?.subtle)) return undefined
  const key = isDoor && !isDoorId(code) ? await doorIdOf(code) : code
  const row = (await store.get('invitations', key)) ?? (await store.getFromIndex('invitations', 'codes', key))
  if (!row || !isInScope(scopeOfActor(actor), row.invitation)) return undefined
  const { invitation, sealed } = row
  // A former code does not decrypt the guest.
  const guest = sealed === undefined ? undefined : await openSealedGuest(code, sealed).catch(() => undefined)
  const hidesNames = (invitation.eventId ? await store.get('events', invitation.eventId) : undefined)?.hidesNames ?? false
  return { name: hidesNames ? '' : { ...invitation, ...guest }.guestName, hidesNames }
}

/**
 * Returns how many more people the card of an invitation admits by the replica, which includes the scans of this device: none if the card was
 * cancelled or replaced. Undefined if the replica lacks the invitation.
 */
export async function readPlacesLeft({ store, people }: Device, { id, code }: Pick<Invitation, 'id' | 'code'>) {
  const actor = await people.actor()
  if (!actor) return undefined
  return runWriteTransaction(store, ['invitations', 'events', 'scans', 'meta'], async trx => {
    const found = await replicaInTransaction(trx).find(id, scopeOfActor(actor))
    if (!found) return undefined
    const { invitation } = found
    return invitation.code === code && invitation.state === 'valid' ? remainingPlaces(invitation) : 0
  })
}
