import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Actor, ActorLink } from '@hudur/core/actor'
import * as checkInRules from '@hudur/core/check-in/rules'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { EventDetails } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { doorGuestOf, viewOf } from '@hudur/core/invitations/views'
import type { DoorInvitation } from '@hudur/core/links/contract'
import { SEAL_CONTEXT, SEAL_KEY_BYTES, SEAL_NONCE_BYTES } from '@hudur/core/links/sealed'
import { Refusal } from '@hudur/core/refusals'
import { toChunks } from '../database/chunks.ts'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { readDownload } from '../invitations/download.ts'
import { doorId } from './door-views.ts'

/** Encrypts a guest with a key derived from the code (AES-256-GCM, base64). `openSealedGuest` of the core decrypts it. */
function sealGuest(code: string, guest: ReturnType<typeof doorGuestOf>) {
  const key = new Uint8Array(hkdfSync('sha256', code, '', SEAL_CONTEXT, SEAL_KEY_BYTES))
  const nonce = randomBytes(SEAL_NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = cipher.update(JSON.stringify(guest), 'utf8')
  return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Returns the fields by which a device that may search also tells namesakes apart. Of the telephone number it gets three digits. */
const namesakeDetailsOf = (invitation: Invitation) => ({
  side: viewOf('doorSearch', invitation).side,
  phone: checkInRules.phoneEndOf(invitation.phone),
})

/** Returns an invitation for the replica of a door link. Its guest is encrypted with the code, unless the link may search. */
function toReplicaInvitation(invitation: Invitation, link: ActorLink): DoorInvitation {
  const { id, code } = invitation
  const guest = doorGuestOf(viewOf('doorScan', invitation, link))
  return {
    ...{ id: doorId(id), code: doorId(code), ...viewOf('doorReplica', invitation) },
    ...(link.maySearch
      ? { guest: { ...guest, ...namesakeDetailsOf(invitation) }, sealed: null }
      : { guest: null, sealed: sealGuest(code, guest) }),
  }
}

/** Returns the fields of an event about exits, which only those that count exits have. */
const exitsOf = ({ countsExits, capacity }: EventDetails) => (countsExits ? { countsExits, capacity } : {})

/** Reads a door link's replica: its view of the download of its event. Throws `link-ended` when the event was deleted. */
export async function readDoorReplica(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor & { link: ActorLink },
  input: EndpointInput<typeof contract.links.replica>,
) {
  const { link } = actor
  // A replica that was downloaded while the link's `showsNames` or `maySearch` was different is replaced as a whole.
  const view = ` ${link.showsNames} ${link.maySearch}`
  const known = input.epoch?.endsWith(view) ? input.epoch.slice(0, -view.length) : undefined
  const scope = { userId: undefined, onlyEventId: link.eventId }
  const event = await eventsIn(db.slowReads).find(link.eventId, scope)
  if (!event) throw new Refusal('link-ended')
  const opened = [{ eventId: event.id, eventName: event.name, eventDate: event.date }]
  const download = await readDownload({ db, now, timeZone }, actor, scope, { since: input.since, epoch: known, opened })
  const { epoch, mark, isFull, undos, admissions, formerCodes, deleted, moved } = download
  const invitations: DoorInvitation[] = []
  for (const some of toChunks(download.invitations)) {
    invitations.push(...some.map(invitation => toReplicaInvitation(invitation, link)))
    // Sealing 500 guests takes some 10 ms; other requests run between two chunks.
    await new Promise(resolve => setImmediate(resolve))
  }
  return {
    ...{ epoch: epoch + view, mark, isFull, undos, invitations },
    formerCodes: formerCodes.map(({ code, invitationId }) => ({ code: doorId(code), invitationId: doorId(invitationId) })),
    admissions: admissions.map(({ nonce, invitationId, people }) => ({ nonce, invitationId: doorId(invitationId), people })),
    event: { id: event.id, name: event.name, date: event.date, hidesNames: event.hidesNames, ...exitsOf(event) },
    deleted: deleted.map(({ id }) => doorId(id)),
    moved: moved.map(doorId),
  }
}
