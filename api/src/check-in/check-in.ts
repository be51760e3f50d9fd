import { foldSpelling } from '@hudur/core/arabic'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import type { ScanDecision } from '@hudur/core/check-in/decide'
import {
  parseScanRequest,
  type ScanInput,
  type ScanRequest,
  type ScanTarget,
  scanTargetOf,
  scanTargetOfName,
} from '@hudur/core/check-in/request'
import * as rules from '@hudur/core/check-in/rules'
import type { Actor } from '@hudur/core/endpoint'
import type * as eventRules from '@hudur/core/events/rules'
import { Refusal } from '@hudur/core/refusals'
import type { Scope } from '@hudur/core/scope'
import { batchCalls } from '../database/batch-calls.ts'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { cardChangesIn } from '../invitations/card-changes-repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { createInvitationSearch } from '../invitations/search-repository.ts'
import { shortenText } from './repository.ts'
import { scansIn } from './scans-repository.ts'
import { decideAndSaveScans, type ScanOfSession } from './store.ts'

/** Searches guests by a typed text. Returns at most 10: exact matches before matches with one typing error. */
export async function searchGuests({ slowReads }: Deps['db'], searchText: string, event: eventRules.EventFilter & Scope) {
  const which = { userId: event.userId, eventIds: await eventsIn(slowReads).idsOf(event, event) }
  return createInvitationSearch(slowReads, searchText, which, { guestsOnly: true }).page(which, rules.MAX_CANDIDATES, 0)
}

/** Returns whether an error means that the database is unavailable. Every scan of a set would then fail for the same reason. */
const isDatabaseUnavailable = (error: unknown) => error instanceof Refusal && error.code === 'unavailable'

/** Returns a function that decides on a scan and saves it. Scans that arrive at nearly the same time share one write. */
export function createCheckIn({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>) {
  /** Resolves the target of a scan. A typed name is looked up before the write, because a search may take long. */
  async function resolveTarget(request: ScanRequest): Promise<ScanTarget> {
    const target = scanTargetOf(request)
    if (!('name' in target)) return target
    const which = { userId: request.event.userId, eventIds: await eventsIn(db.read).idsOf(request.event, request.event) }
    const exactMatches = await invitationsIn(db.read).readByGuestName(target.name, which, rules.MAX_CANDIDATES)
    const isSearched = exactMatches.length === 0 && foldSpelling(target.name).length >= rules.MIN_CANDIDATE_LETTERS
    return scanTargetOfName(exactMatches, isSearched ? await searchGuests(db, target.name, request.event) : [])
  }

  const decideTogether = (members: readonly ScanOfSession[]) => db.write(trx => decideAndSaveScans(trx, members, { now, timeZone }))

  /**
   * Decides on a set of scans in one write. When that write fails, each scan gets a write of its own, so that the error affects only the
   * scan that caused it.
   */
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

  const inSet = batchCalls(decideScanSet)

  return async (actor: Actor, session: ScanOfSession['session'], input: ScanInput): Promise<ScanAnswer> => {
    const request = parseScanRequest(actor, input, shortenText)
    const decision = await inSet({ request: { ...request, target: await resolveTarget(request) }, session })
    if ('refusal' in decision) throw new Refusal(decision.refusal)
    const { answer, usedId, change } = decision
    const { refused } = answer
    if (refused && (refused.reason === 'replaced' || refused.reason === 'cancelled') && change?.invitationId !== undefined) {
      const at = await cardChangesIn(db.read).lastAt(change.invitationId, refused.reason === 'replaced' ? 'reissue' : 'cancel')
      return { ...answer, refused: { ...refused, ...(at !== undefined && { at }) } }
    }
    return usedId === undefined ? answer : { ...answer, ...(await scansIn(db.read).firstAndLastAdmission(usedId)) }
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
