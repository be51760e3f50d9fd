import { hash } from 'node:crypto'
import { type ActorLink, type Candidate, type Invitation, isDoorId, type ScanAnswer } from '@hudur/core'
import type { Kysely } from 'kysely'
import { preparedQuery } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'

/** Returns the id that door devices use for an invitation, as `doorIdOf` does: the SHA-256 (hex) of its code. */
export const doorId = (code: string) => hash('sha256', code)

const findIdsOfEvent = preparedQuery((db, { eventId }: { eventId: string }) =>
  db.selectFrom('invitations').select(['id', 'code']).where('event_id', '=', eventId),
)

/**
 * Returns the code or id whose SHA-256 a device has sent; any other text is returned unchanged. Only a door link that may search sends a
 * digest, after a guest was chosen by name. No table stores the digests, so all codes and ids of the event are hashed (1 ms for 1,000).
 */
export async function codeOfDigest(db: Kysely<Tables>, { maySearch, eventId }: ActorLink, text: string) {
  if (!maySearch || !isDoorId(text)) return text
  const { rows } = await findIdsOfEvent(db, { eventId })
  const names = rows.flatMap(({ id, code }) => (code === null ? id : [code, id]))
  return names.find(name => doorId(name) === text) ?? text
}

/** Returns a guest's answer without its note, which only hosts may read. */
export const withoutNote = (answer: Invitation['answer']) => answer && { ...answer, note: null }

/** Returns an invitation as a door link sees it: without code, telephone number, design and side; named only if the link shows names. */
export const doorInvitation = (invitation: Invitation, { id, showsNames }: ActorLink): Invitation => ({
  ...invitation,
  id: doorId(invitation.id),
  code: doorId(invitation.code),
  userId: id,
  qrCode: '',
  phone: null,
  designId: null,
  side: null,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: withoutNote(invitation.answer),
  guestName: showsNames ? invitation.guestName : '',
})

/** Returns a candidate of a search as a door link sees it, with digests in place of its id and code. */
export const doorCandidate = (candidate: Candidate): Candidate => ({
  ...candidate,
  id: doorId(candidate.id),
  code: doorId(candidate.code),
})

/** Returns the answer to a scan as a door link sees it. */
export function doorScanAnswer({ invitation, scanDetails, refused, candidates, ...answer }: ScanAnswer, link: ActorLink): ScanAnswer {
  const withVisibleName = <Guest extends { guestName: string }>(guest: Guest) => ({
    ...guest,
    guestName: link.showsNames ? guest.guestName : '',
  })
  return {
    ...answer,
    invitation: invitation && doorInvitation(invitation, link),
    scanDetails: scanDetails && { ...withVisibleName(scanDetails), qrCode: '' },
    ...(refused && { refused: withVisibleName(refused) }),
    ...(candidates && { candidates: candidates.map(doorCandidate) }),
  }
}
