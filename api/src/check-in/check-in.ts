import {
  type Actor,
  decide,
  type eventRules,
  fold,
  Refusal,
  scanningRules as rules,
  type ScanAnswer,
  type ScanDecision,
  type ScanInput,
  type ScanRequest,
  type Scope,
  scanRequest,
  type Target,
  targetOf,
  targetOfName,
} from '@hudur/core'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { inSets } from '../database/sets.ts'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { cardChangesIn } from '../invitations/card-changes-repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { searchIn } from '../invitations/search-repository.ts'
import { scansIn } from '../scanning/repository.ts'
import { shorten } from './repository.ts'
import { load, type Member, save } from './sql-store.ts'

/** Searches guests by a typed text. Returns at most 10: exact matches before matches with one typing error. */
export async function guestsLike({ slowReads }: Deps['db'], searchText: string, event: eventRules.EventOf & Scope) {
  const which = { userId: event.userId, eventIds: await eventsIn(slowReads).idsOf(event, event) }
  return searchIn(slowReads, searchText, which, { guestsOnly: true }).page(which, rules.MAX_CANDIDATES, 0)
}

/** Returns whether the database is unavailable: every scan of the set would then fail for the same reason. */
const isOfEngine = (error: unknown) => error instanceof Refusal && error.code === 'unavailable'

/** Decides on scans inside a write. */
export async function decideWithin(trx: Kysely<Tables>, members: readonly Member[], { now, timeZone }: Pick<Deps, 'now' | 'timeZone'>) {
  const requests = members.map(({ request }) => request)
  const state = await load(trx, requests)
  const at = now()
  const decisions = decide(requests, state, at)
  await save(trx, members, decisions, { state, now: at, timeZone })
  return decisions
}

/** Returns a function that decides on a scan. Scans that arrive in one turn of the event loop share one write. */
export function checkIns({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>) {
  /** Resolves the target of a scan. A typed name is looked up before the write, because a search may take long. */
  async function resolve(request: ScanRequest): Promise<Target> {
    const target = targetOf(request)
    if (!('name' in target)) return target
    const which = { userId: request.event.userId, eventIds: await eventsIn(db.read).idsOf(request.event, request.event) }
    const whole = await invitationsIn(db.read).readByGuestName(target.name, which, rules.MAX_CANDIDATES)
    const isSearched = whole.length === 0 && fold(target.name).length >= rules.MIN_CANDIDATE_LETTERS
    return targetOfName(whole, isSearched ? await guestsLike(db, target.name, request.event) : [])
  }

  const decideTogether = (members: readonly Member[]) => db.write(trx => decideWithin(trx, members, { now, timeZone }))

  /**
   * Decides on a set of scans in one write. When that write fails, each scan is tried in a write of its own, so that only the cause fails.
   */
  async function decideSet(members: Member[]): Promise<(ScanDecision | Error)[]> {
    try {
      return await decideTogether(members)
    } catch (error) {
      if (members.length === 1 || isOfEngine(error)) throw error
    }
    const results: (ScanDecision | Error)[] = []
    for (const member of members) results.push(await decideTogether([member]).then(([decision]) => decision!, asError))
    return results
  }

  const inSet = inSets(decideSet)

  return async (actor: Actor, session: string | undefined, input: ScanInput): Promise<ScanAnswer> => {
    const request = scanRequest(actor, input, shorten)
    const decision = await inSet({ request: { ...request, target: await resolve(request) }, session })
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

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
