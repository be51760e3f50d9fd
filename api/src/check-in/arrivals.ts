import { keyOfScope, type Scope } from '@hudur/core/actor'
import type { Arrivals } from '@hudur/core/events/contract'
import * as eventRules from '@hudur/core/events/rules'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { figuresIn } from '../events/figures-repository.ts'
import { eventsIn } from '../events/repository.ts'

/** The largest share of time that counting all events may take: after a count that took 10 ms, the next one follows 500 ms later. */
const MAX_COUNTING_TIME_SHARE = 1 / 50

type CachedCount = { answer: Promise<Arrivals>; goodUntil: number }

/**
 * Returns a function that counts arrivals, for scanners that ask every second or two. The count of one event uses an index. The count of
 * all events reads every row in scope, so all callers of a scope share one result, which is cached for 50 times as long as the count took.
 */
export function createArrivalCounter(db: Kysely<Tables>) {
  const counts = new Map<string, CachedCount>()

  function countAllEvents(scope: Scope): Promise<Arrivals> {
    const key = keyOfScope(scope)
    const cachedCount = counts.get(key)
    if (cachedCount && performance.now() < cachedCount.goodUntil) return cachedCount.answer
    const start = performance.now()
    const count: CachedCount = { answer: figuresIn(db).arrivals({ ...scope, eventIds: undefined }), goodUntil: Number.POSITIVE_INFINITY }
    counts.set(key, count)
    const setExpiry = () => {
      const end = performance.now()
      count.goodUntil = end + (end - start) / MAX_COUNTING_TIME_SHARE
    }
    count.answer.then(setExpiry, () => counts.delete(key))
    return count.answer
  }

  return async (scope: Scope, event: eventRules.EventFilter): Promise<Arrivals> => {
    if (!eventRules.isSingleEvent(event)) return countAllEvents(scope)
    const eventIds = await eventsIn(db).idsOf(scope, event)
    const arrivals = await figuresIn(db).arrivals({ ...scope, eventIds })
    return { ...arrivals, ...(await figuresIn(db).insideOfEvent(eventIds?.length === 1 ? eventIds[0] : undefined)) }
  }
}
