import { type Actor, type Scope, scopeOfActor } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import type { ScanAnswer, SentScanAnswer } from '@hudur/core/check-in/contract'
import * as rules from '@hudur/core/check-in/rules'
import {
  parseScanRequest,
  type ScanDecision,
  type ScanInput,
  type ScanRequest,
  type ScanTarget,
  scanTargetOf,
  scanTargetOfName,
} from '@hudur/core/check-in/scan'
import type { contract } from '@hudur/core/contract'
import type * as eventRules from '@hudur/core/events/rules'
import { isDoorId } from '@hudur/core/id'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { batchCalls } from '../database/batch-calls.ts'
import { readListing } from '../database/listing.ts'
import type { Deps, Services, Session } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { cardChangesIn, type WithdrawnInvitation } from '../invitations/card-changes-repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { createInvitationSearch } from '../invitations/search-repository.ts'
import { createArrivalCounter } from './arrivals.ts'
import { allConflictsIn } from './conflict-list.ts'
import { conflictsIn } from './conflicts-repository.ts'
import { codeOfDigest, doorCandidate, doorInvitation, doorScanAnswer } from './door-views.ts'
import { acceptLateAdmissions, undoLateAdmission } from './late-admissions.ts'
import { shortenText } from './repository.ts'
import { countSavedAdmissions } from './saved-admissions.ts'
import { scansIn, type UsedInvitation } from './scans-repository.ts'
import { decideAndSaveScans, type ScanOfSession } from './store.ts'
import { undoAdmission } from './undo.ts'
import { admitWalkIn, removeWalkIn, settleWalkIn } from './walk-ins.ts'
import { walkInsIn } from './walk-ins-repository.ts'

/** Returns the part of a scope that says whose rows it includes. */
const ownersOf = ({ userId, partnerEventIds }: Scope): Scope => ({ userId, ...(partnerEventIds && { partnerEventIds }) })

/** Searches guests by a typed text. Returns at most 10: exact matches before matches with one typing error. */
async function searchGuests({ slowReads }: Deps['db'], searchText: string, event: eventRules.EventFilter & Scope) {
  const which = { ...ownersOf(event), eventIds: await eventsIn(slowReads).idsOf(event, event) }
  return createInvitationSearch(slowReads, searchText, which, { guestsOnly: true }).page(which, rules.MAX_CANDIDATES, 0)
}

/** Returns whether every scan of a set would fail for the same reason. */
const isDatabaseUnavailable = (error: unknown) => error instanceof Refusal && error.code === 'unavailable'

/** Returns a function that decides on a scan and saves it. Scans that arrive at nearly the same time share one write. */
export function createCheckIn({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>) {
  /** Resolves the target of a scan. A typed name is looked up before the write, because a search may take long. */
  async function resolveTarget(request: ScanRequest): Promise<ScanTarget> {
    const target = scanTargetOf(request)
    if (!('name' in target)) return target
    const which = { ...ownersOf(request.event), eventIds: await eventsIn(db.read).idsOf(request.event, request.event) }
    const exactMatches = await invitationsIn(db.read).readByGuestName(target.name, which, rules.MAX_CANDIDATES)
    const isSearched = exactMatches.length === 0 && foldSpelling(target.name).length >= rules.MIN_CANDIDATE_LETTERS
    return scanTargetOfName(exactMatches, isSearched ? await searchGuests(db, target.name, request.event) : [])
  }

  const decideTogether = (members: readonly ScanOfSession[]) => db.write(trx => decideAndSaveScans(trx, members, { now, timeZone }))

  /** Decides on a set of scans in one write. When it fails, each scan gets a write of its own, so that only the faulty one fails. */
  async function decideScanSet(members: ScanOfSession[]): Promise<(ScanDecision | Error)[]> {
    try {
      return await decideTogether(members)
    } catch (error) {
      if (members.length === 1 || isDatabaseUnavailable(error)) throw error
    }
    const results: (ScanDecision | Error)[] = []
    for (const member of members) results.push(await decideTogether([member]).then(([decision]) => decision!, toError))
    return results
  }

  // PostgreSQL works on one set while this process decides on another. Both lock their invitations in the same order.
  const inSet = batchCalls(decideScanSet, { maxRunning: db.engine === 'postgres' ? 2 : 1 })
  const findWithdrawal = batchCalls((withdrawn: WithdrawnInvitation[]) => cardChangesIn(db.read).withdrawals(withdrawn))
  const firstAndLastAdmission = batchCalls((used: UsedInvitation[]) => scansIn(db.read).firstAndLastAdmissions(used))

  return async (actor: Actor, session: ScanOfSession['session'], input: ScanInput): Promise<ScanAnswer> => {
    const request = parseScanRequest(actor, input, shortenText)
    const decision = await inSet({ request: { ...request, target: await resolveTarget(request) }, session })
    if ('refusal' in decision) throw new Refusal(decision.refusal)
    const { answer, usedId, countsExits, change } = decision
    const { refused } = answer
    if (refused && (refused.reason === 'replaced' || refused.reason === 'cancelled') && change?.invitationId !== undefined) {
      const isReplaced = refused.reason === 'replaced'
      const last = await findWithdrawal({ id: change.invitationId, isReplaced })
      return last ? { ...answer, refused: { ...refused, at: last.at, ...(isReplaced && { isSent: last.isSent }) } } : answer
    }
    if (usedId === undefined) return answer
    const hasOneAdmission = !countsExits && answer.invitation?.currentScans === 1
    return { ...answer, ...(await firstAndLastAdmission({ id: usedId, hasOneAdmission })) }
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * The calls of scanners. Every scan is stored in a row of its own or counted with the row of an earlier scan (see `recordUnchargedRow`).
 * Calls `countScan` for each answered scan.
 */
export const checkInService = (
  { db, now, timeZone }: Deps,
  countScan: (outcome: ScanAnswer['outcome']) => void,
): Services<typeof contract.checkIn> => {
  const arrivals = createArrivalCounter(db.slowReads)
  const checkIn = createCheckIn({ db, now, timeZone })

  /** Decides on a scan of an account or a door link. A door link may send the digest of a code, and gets an answer without codes. */
  async function checkInAtDoor(actor: Actor, session: Session, input: ScanInput): Promise<SentScanAnswer> {
    const { link } = actor
    if (!link) return checkIn(actor, session, input)
    if (link.endedAt !== undefined && !input.happened) throw new Refusal('link-ended')
    const code = await codeOfDigest(db.read, actor, input.code)
    // A door link that may not search can name an invitation only by its code, so its `invitationId` is ignored.
    const invitationId = input.invitationId && link.maySearch ? await codeOfDigest(db.read, actor, input.invitationId) : undefined
    const { eventName: _name, eventDate: _date, ...asked } = input
    return doorScanAnswer(await checkIn(actor, session, { ...asked, code, invitationId, eventId: link.eventId }), link)
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
      // The right to search may have ended since a guest was chosen by name, so the admission names its invitation.
      const own = isDoorId(input.qr_code) ? await scansIn(db.read).invitationScannedBy(actor, input.admission) : undefined
      const asked = { ...input, qr_code: own ?? (await codeOfDigest(db.read, actor, input.qr_code)) }
      if (link.endedAt !== undefined) return undoLateAdmission({ db, now }, actor, asked)
      const { invitation, ...done } = await undoAdmission({ db, now, timeZone }, actor, asked)
      return { ...done, invitation: invitation && doorInvitation(invitation, link) }
    },

    walkIn: ({ actor, input }) => admitWalkIn({ db, now, timeZone }, actor, input),

    async walkIns({ actor, input: { eventId, limit, offset } }) {
      if (!(await eventsIn(db.read).find(eventId, scopeOfActor(actor)))) throw new Refusal('not-found', { text: texts.event.gone })
      return readListing(walkInsIn(db.slowReads), { eventId }, { limit, offset })
    },

    async removeWalkIn({ actor, input: { id } }) {
      await removeWalkIn({ db, now, timeZone }, actor, id)
      return { success: true }
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
      readListing(allConflictsIn(db.slowReads), { ...scopeOfActor(actor), ...which }, { limit, offset }),

    async settleConflict({ actor, input: { id } }) {
      const scope = scopeOfActor(actor)
      const isSeen =
        (await db.write(trx => conflictsIn(trx).markSeen(id, scope, now()))) ||
        (await settleWalkIn({ db, now }, { id, scope, isAccepted: false }))
      if (!isSeen) throw new Refusal('not-found')
      return { success: true }
    },

    countSaved: ({ actor, session, input }) => countSavedAdmissions({ db, now, timeZone }, actor, input, session),

    async acceptConflict({ actor, input: { id } }) {
      const scope = scopeOfActor(actor)
      if (!(await settleWalkIn({ db, now }, { id, scope, isAccepted: true })))
        await acceptLateAdmissions({ db, now, timeZone }, { id, scope })
      return { success: true }
    },
  }
}
