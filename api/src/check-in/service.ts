import { foldSpelling } from '@hudur/core/arabic'
import type { ScanAnswer, SentScanAnswer } from '@hudur/core/check-in/contract'
import type { ScanInput } from '@hudur/core/check-in/request'
import * as rules from '@hudur/core/check-in/rules'
import type { contract } from '@hudur/core/contract'
import type { Actor } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import { scopeOfActor } from '@hudur/core/scope'
import { readListing } from '../database/listing.ts'
import type { Deps, Services, Session } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { createArrivalCounter } from './arrivals.ts'
import { createCheckIn, searchGuests } from './check-in.ts'
import { conflictsIn } from './conflicts-repository.ts'
import { codeOfDigest, doorCandidate, doorInvitation, doorScanAnswer } from './door-answers.ts'
import { acceptLateAdmissions, undoLateAdmission } from './late-admissions.ts'
import { scansIn } from './scans-repository.ts'
import { undoAdmission } from './undo.ts'

/**
 * Implements the scan endpoints, undo, and the lists and figures that a scanner shows. Every scan is stored in a row of its own or counted
 * with the row of an earlier scan (see `recordUnchargedRow`). A request that is repeated with its idempotency key counts once. Calls
 * `countScan` for each answered scan.
 */
export const checkInService = (
  { db, now, timeZone }: Deps,
  countScan: (outcome: ScanAnswer['outcome']) => void,
): Services<typeof contract.checkIn> => {
  const arrivals = createArrivalCounter(db.slowReads)
  const checkIn = createCheckIn({ db, now, timeZone })

  /** Decides on a scan of an account or a door link. A door link may send the digest of a code, and gets an answer without codes. */
  async function checkInAtDoor({ link, ...actor }: Actor, session: Session, input: ScanInput): Promise<SentScanAnswer> {
    if (!link) return checkIn(actor, session, input)
    if (link.endedAt !== undefined && !input.happened) throw new Refusal('link-ended')
    const code = await codeOfDigest(db.read, link, input.code)
    // A door link that may not search can name an invitation only by its code, so its `invitationId` is ignored.
    const invitationId = input.invitationId && link.maySearch ? await codeOfDigest(db.read, link, input.invitationId) : undefined
    const { eventName: _name, eventDate: _date, ...asked } = input
    return doorScanAnswer(await checkIn({ ...actor, link }, session, { ...asked, code, invitationId, eventId: link.eventId }), link)
  }

  /** Counts the scan once it is answered. */
  async function countAnswer(answering: Promise<SentScanAnswer>) {
    const answer = await answering
    countScan(answer.outcome)
    return answer
  }

  return {
    verify: ({ actor, session, input: { qrData, ...input } }) => countAnswer(checkIn(actor, session, { code: qrData, ...input })),
    check: ({ actor, session, input: { qr_code, ...input } }) => countAnswer(checkInAtDoor(actor, session, { code: qr_code, ...input })),
    async scan({ actor, session, input: { id, ...input } }) {
      const given = await countAnswer(checkIn(actor, session, { code: id, isId: true, ...input }))
      return { ...given.invitation, ...given }
    },

    async undo({ actor, input }) {
      const { link } = actor
      if (!link) return undoAdmission({ db, now, timeZone }, actor, input)
      const asked = { ...input, qr_code: await codeOfDigest(db.read, link, input.qr_code) }
      if (link.endedAt !== undefined) return undoLateAdmission({ db, now }, actor, asked)
      const { invitation, ...done } = await undoAdmission({ db, now, timeZone }, actor, asked)
      return { ...done, invitation: invitation && doorInvitation(invitation, link) }
    },

    async candidates({ actor, input: { search, userId, ...event } }) {
      const { link } = actor
      if (link?.maySearch === false) throw new Refusal('not-allowed')
      if (foldSpelling(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      const candidates = (await searchGuests(db, search, { ...scopeOfActor(actor, userId), ...event })).map(rules.toCandidate)
      return link ? candidates.map(doorCandidate) : candidates
    },

    arrivals: ({ actor, input: { userId, ...event } }) =>
      arrivals(scopeOfActor(actor, userId), actor.link ? { eventId: actor.link.eventId } : event),

    async arrivalTimes({ actor, input: { userId, ...event } }) {
      const scope = scopeOfActor(actor, userId)
      return scansIn(db.slowReads).arrivalTimes({ ...scope, eventIds: (await eventsIn(db.slowReads).idsOf(scope, event)) ?? [] })
    },

    conflicts: ({ actor, input: { limit, offset, ...which } }) =>
      readListing(conflictsIn(db.slowReads), { ...scopeOfActor(actor), ...which }, { limit, offset }),

    async settleConflict({ actor, input: { id } }) {
      if (!(await db.write(trx => conflictsIn(trx).markSeen(id, scopeOfActor(actor), now())))) throw new Refusal('not-found')
      return { success: true }
    },

    async acceptConflict({ actor, input: { id } }) {
      await acceptLateAdmissions({ db, now, timeZone }, { id, scope: scopeOfActor(actor) })
      return { success: true }
    },
  }
}
