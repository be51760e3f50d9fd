import { hash } from 'node:crypto'
import type { Actor, ActorLink } from '@hudur/core/actor'
import type { Candidate, ScanAnswer, SentScanAnswer } from '@hudur/core/check-in/contract'
import * as checkInRules from '@hudur/core/check-in/rules'
import { isDoorId } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { asInvitation, viewOf } from '@hudur/core/invitations/views'
import type { Kysely } from 'kysely'
import { preparedQuery } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'

/** Returns the id that door devices use for an invitation, as `doorIdOf` does: the SHA-256 (hex) of its code. */
export const doorId = (code: string) => hash('sha256', code)

const findIdsOfEvent = preparedQuery((db, { eventId }: { eventId: string }) =>
  db.selectFrom('invitations').select(['id', 'code']).where('event_id', '=', eventId),
)

/** Reads the former codes of an event's invitations, and the ids and codes of its deleted ones. */
const findFormerNames = preparedQuery((db, { eventId, userId }: { eventId: string; userId: string }) => {
  const deleted = db.selectFrom('tombstones').where('tombstones.user_id', '=', userId).where('tombstones.event_id', '=', eventId)
  return db
    .selectFrom('invitations')
    .innerJoin('card_changes', 'card_changes.invitation_id', 'invitations.id')
    .select('card_changes.code as name')
    .where('invitations.event_id', '=', eventId)
    .unionAll(deleted.select('tombstones.id as name'))
    .unionAll(deleted.innerJoin('card_changes', 'card_changes.invitation_id', 'tombstones.id').select('card_changes.code as name'))
})

/**
 * Returns the code or id whose SHA-256 a device has sent; any other text is returned unchanged. Only a door link that may search sends a
 * digest, after a guest was chosen by name. The card may have been reissued or deleted since, so former codes are found as well. No table
 * stores the digests, so all codes and ids of the event are hashed (1 ms for 1,000).
 */
export async function codeOfDigest(db: Kysely<Tables>, { id: userId, link }: Actor, text: string) {
  if (!link?.maySearch || !isDoorId(text)) return text
  const { eventId } = link
  const { rows } = await findIdsOfEvent(db, { eventId })
  const isNamed = (name: string | null) => name !== null && doorId(name) === text
  const present = rows.flatMap(({ id, code }) => [code, id]).find(isNamed)
  return present ?? (await findFormerNames(db, { eventId, userId })).rows.find(({ name }) => isNamed(name))?.name ?? text
}

const findDeletedIds = preparedQuery((db, { eventId, userId }: { eventId: string; userId: string }) =>
  db.selectFrom('tombstones').select('id').where('user_id', '=', userId).where('event_id', '=', eventId),
)

/** Returns the ids of the invitations of an owner's event by their SHA-256, also of deleted ones. */
export async function idsByDigest(db: Kysely<Tables>, event: { eventId: string; userId: string }): Promise<ReadonlyMap<string, string>> {
  const [{ rows: present }, { rows: deleted }] = await Promise.all([findIdsOfEvent(db, event), findDeletedIds(db, event)])
  return new Map([...deleted, ...present].map(({ id }) => [doorId(id), id]))
}

/** Returns an invitation as a door link sees it that scans the code, with digests in place of id and code. */
export const doorInvitation = (invitation: Invitation, link: ActorLink) =>
  asInvitation({
    ...viewOf('doorScan', invitation, link),
    ...{ id: doorId(invitation.id), code: doorId(invitation.code), userId: link.id },
  })

/** Returns a candidate of a search as a door link sees it, with digests in place of its id and code. */
export const doorCandidate = ({ id, code, guestName, eventName, eventDate, maxScans, currentScans, ...details }: Candidate): Candidate => {
  const { children, table, side, note, phoneEnd } = details
  const counts = { maxScans, currentScans, children }
  return { id: doorId(id), code: doorId(code), guestName, eventName, eventDate, ...counts, table, side, note, phoneEnd }
}

/** Returns the answer to a scan as a door link sees it. */
export function doorScanAnswer(answer: ScanAnswer, link: ActorLink): SentScanAnswer {
  const {
    success,
    message,
    playSound,
    outcome,
    alreadyUsed,
    isTrial,
    hidesNames,
    admitted,
    first,
    last,
    advice,
    refused,
    candidates,
    exited,
  } = answer
  const invitation = answer.invitation && doorInvitation(answer.invitation, link)
  const refusedGuestOf = ({ reason, guestName, eventName, eventDate, ...card }: NonNullable<typeof refused>) => {
    const { currentScans, maxScans, scannedAt, table, at, isSent } = card
    const shownName = link.showsNames ? guestName : ''
    return { reason, guestName: shownName, eventName, eventDate, currentScans, maxScans, scannedAt, table, at, isSent }
  }
  return {
    ...{ success, message, playSound, outcome, alreadyUsed, isTrial, hidesNames, admitted, exited, first, last, advice, invitation },
    scanDetails: invitation && checkInRules.scanDetailsOf(invitation),
    refused: refused && refusedGuestOf(refused),
    candidates: candidates?.map(doorCandidate),
  }
}
