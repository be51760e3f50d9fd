import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { contract } from '@hudur/core/contract'
import type { Actor, ActorLink, EndpointInput } from '@hudur/core/endpoint'
import { MAX_TOMBSTONES } from '@hudur/core/invitations/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { doorGuestOf, viewOf } from '@hudur/core/invitations/views'
import type { DoorGuest, DoorInvitation } from '@hudur/core/links/contract'
import { SEAL_CONTEXT, SEAL_KEY_BYTES, SEAL_NONCE_BYTES } from '@hudur/core/links/sealed'
import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import { toChunks } from '../database/chunks.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { cardChangesIn } from '../invitations/card-changes-repository.ts'
import { deviceReplicasIn, splitCountedScans } from '../invitations/devices-repository.ts'
import { downloadStart } from '../invitations/download-start.ts'
import { doorId } from './door-answers.ts'

/** Encrypts a guest with a key derived from the code (AES-256-GCM, base64). `openSealedGuest` of the core decrypts it. */
function sealGuest(code: string, guest: DoorGuest) {
  const key = new Uint8Array(hkdfSync('sha256', code, '', SEAL_CONTEXT, SEAL_KEY_BYTES))
  const nonce = randomBytes(SEAL_NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = cipher.update(JSON.stringify(guest), 'utf8')
  return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Returns an invitation for the replica of a door link. Its guest is encrypted with the code, unless the link may search. */
function toReplicaInvitation(invitation: Invitation, link: ActorLink): DoorInvitation {
  const { id, code } = invitation
  const guest = doorGuestOf(viewOf('doorScan', invitation, link))
  return {
    ...{ id: doorId(id), code: doorId(code), ...viewOf('doorReplica', invitation) },
    ...(link.maySearch ? { guest, sealed: null } : { guest: null, sealed: sealGuest(code, guest) }),
  }
}

/** Returns the door ids of an event's invitations that were deleted at or after `since`, or ever; at most the latest `MAX_TOMBSTONES`. */
async function readDeletedSince(db: Kysely<Tables>, eventId: string, since: string | undefined) {
  const rows = await db
    .selectFrom('tombstones')
    .select('id')
    .where('event_id', '=', eventId)
    .$if(since !== undefined, query => query.where('deleted_at', '>=', since!))
    .orderBy('deleted_at', 'desc')
    .limit(MAX_TOMBSTONES)
    .execute()
  return rows.map(({ id }) => doorId(id))
}

/** Reads the replica with which a door link scans without a server. Throws `link-ended` when the event was deleted. */
export async function readDoorReplica(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor & { link: ActorLink },
  input: EndpointInput<typeof contract.links.replica>,
) {
  const { link } = actor
  // A replica that was downloaded while the link's `showsNames` or `maySearch` was different is replaced as a whole.
  const view = ` ${link.showsNames} ${link.maySearch}`
  const known = input.epoch?.endsWith(view) ? input.epoch.slice(0, -view.length) : undefined
  const { epoch, cursor, isFull, from, days } = await downloadStart({ db, now, timeZone }, { since: input.since, epoch: known })
  const scope = { userId: undefined, onlyEventId: link.eventId }
  const changedSince = isFull ? undefined : from
  const event = await eventsIn(db.slowReads).find(link.eventId, scope)
  if (!event) throw new Refusal('link-ended')
  const replica = { days, openedIds: [link.eventId] }
  const changed = await deviceReplicasIn(db.slowReads).changed(actor, scope, replica, { from, isFull })
  const invitations: DoorInvitation[] = []
  for (const some of toChunks(changed.invitations)) {
    invitations.push(...some.map(invitation => toReplicaInvitation(invitation, link)))
    // Sealing 500 guests takes some 10 ms; other requests run between two chunks.
    await new Promise(resolve => setImmediate(resolve))
  }
  const formerCodes = await cardChangesIn(db.slowReads).formerCodes(changed.invitations)
  const { admissions, undos } = splitCountedScans(changed.counted)
  return {
    formerCodes: formerCodes.map(({ code, invitationId }) => ({ code: doorId(code), invitationId: doorId(invitationId) })),
    ...{ epoch: epoch + view, mark: cursor.toISOString(), isFull, undos, invitations },
    admissions: admissions.map(admission => ({ ...admission, invitationId: doorId(admission.invitationId) })),
    event: { id: event.id, name: event.name, date: event.date, hidesNames: event.hidesNames },
    deleted: await readDeletedSince(db.slowReads, link.eventId, changedSince),
  }
}
