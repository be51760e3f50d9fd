import { type ActorLink, keyOfScope, type Scope } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { LiveValue } from '@hudur/core/endpoint'
import type { LiveEventFigures, LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Change } from '../database/changes.ts'
import { currentCallerStorage } from '../database/fair-queue.ts'
import { SLOW_STATEMENT_TIMEOUT_MS, statementTimeoutStorage } from '../database/statement-timeout.ts'
import type { Deps } from '../deps.ts'
import { liveFiguresIn } from './live-repository.ts'

/** The shortest interval (ms) between two reads of the same figures, and the largest share of time that reading them may take. */
const MIN_READ_INTERVAL_MS = 250
const MAX_READ_TIME_SHARE = 1 / 20
/**
 * `max`: the longest pause (ms) after a slow read, shorter than the silence after which a device gives a stream up. An object, because tests
 * on a busy machine change it.
 */
export const readPauseLimit = { max: 10_000 }

/** The interval (ms) at which figures are read without a reported change, and the one while changes of other processes are not reported. */
const REGULAR_INTERVAL_MS = 15_000
const UNREPORTED_INTERVAL_MS = 1_000

/** The greatest age (ms) of figures that a single read may return from memory. */
const MAX_CACHED_AGE_MS = 1_000

/**
 * The timeout (ms) of a statement of a read on PostgreSQL: `first`, then four times as long as the last read took, within `min` and `max`,
 * and twice as long after each read that failed. Without it, a read that no server answers would hold the figures for half a minute. An
 * object, because tests change it.
 */
export const readTimeouts = { min: 2_000, first: 8_000, max: SLOW_STATEMENT_TIMEOUT_MS }

type SendJson = (json: string | undefined) => void

/** `owner`: the name under which reads wait in the fair queue. `regularInterval` (ms): the interval of reads without a reported change. */
type ReadSchedule = { owner: string; areComplete: () => boolean; regularInterval: number }

/**
 * Figures that are read again after changes and at a regular interval, once for all their followers. `read` rejects while the database is
 * unavailable; the figures are then read again a second later, and followers get nothing meanwhile.
 */
function createFollowedFigures<Figures>(read: () => Promise<Figures>, { owner, areComplete, regularInterval }: ReadSchedule) {
  const followers = new Set<SendJson>()
  let last: { figures: Figures; json: string; at: number } | undefined
  let reading: Promise<void> | undefined
  let isChanged = false
  let earliest = 0
  let timeoutMs = readTimeouts.first
  let timer: ReturnType<typeof setTimeout> | undefined

  async function readFigures() {
    const start = performance.now()
    isChanged = false
    try {
      const figures = await currentCallerStorage.run(`live ${owner}`, () => statementTimeoutStorage.run(timeoutMs, read))
      const json = JSON.stringify(figures)
      const isNew = json !== last?.json
      const end = performance.now()
      last = { figures, json, at: end }
      earliest = end + Math.min(readPauseLimit.max, Math.max(MIN_READ_INTERVAL_MS, (end - start) / MAX_READ_TIME_SHARE))
      timeoutMs = Math.min(readTimeouts.max, Math.max(readTimeouts.min, 4 * (end - start)))
      for (const send of followers) send(isNew ? json : undefined)
    } catch (error) {
      isChanged = true
      // A failed read says nothing about how long a read takes.
      earliest = performance.now() + UNREPORTED_INTERVAL_MS
      timeoutMs = Math.min(readTimeouts.max, 2 * timeoutMs)
      throw error
    }
  }

  /** Reads the figures; calls during a read share its result. */
  function updateFigures() {
    clearTimeout(timer)
    reading ??= readFigures().finally(() => {
      reading = undefined
      scheduleUpdate()
    })
    return reading
  }

  function scheduleUpdate() {
    clearTimeout(timer)
    if (followers.size === 0) return
    const regular = areComplete() ? regularInterval : UNREPORTED_INTERVAL_MS
    const isDue = isChanged || last === undefined
    timer = setTimeout(tryUpdate, Math.max(earliest - performance.now(), isDue ? 0 : regular)).unref()
  }

  // A failed read is repeated after a second.
  const tryUpdate = () => void updateFigures().catch(() => {})

  return {
    followerCount: () => followers.size,
    markChanged() {
      isChanged = true
      if (!reading) scheduleUpdate()
    },
    async read() {
      if (!last || performance.now() - last.at > MAX_CACHED_AGE_MS) await updateFigures()
      return last!.figures
    },
    follow(send: SendJson) {
      followers.add(send)
      // Figures that nobody followed may be old, so the first follower waits for a new read; `earliest` limits these reads too.
      const isCurrent = last !== undefined && (followers.size > 1 || performance.now() - last.at < MIN_READ_INTERVAL_MS)
      if (isCurrent) send(last!.json)
      else last = undefined
      if (!reading) scheduleUpdate()
      return () => {
        followers.delete(send)
        if (followers.size === 0) clearTimeout(timer)
      }
    },
  }
}

type FollowedFigures = ReturnType<typeof createFollowedFigures<unknown>>

/** Returns the live figures of events and scopes. They are read once after a change, however many streams follow them. */
export function createLiveFigures({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, regularInterval = REGULAR_INTERVAL_MS) {
  const live = liveFiguresIn(db.slowReads)
  const followed = new Map<string, FollowedFigures>()
  let stop: (() => void) | undefined

  /** Returns the keys of the figures over all events of the partners of an event. */
  const keysOfPartners = (eventId: string | undefined) =>
    eventId === undefined ? [] : [...followed.keys()].filter(key => key.startsWith('user ') && key.includes(` ${eventId}`))

  const markFiguresChanged = (reported: readonly Change[]) => {
    // An empty report means that reports were lost, so all figures are read again.
    if (reported.length === 0) for (const figures of followed.values()) figures.markChanged()
    for (const { userId, eventId } of reported)
      for (const key of [...figureKeysOfEvent(eventId), keyOfScope({ userId }), ALL_ACCOUNTS_KEY, ...keysOfPartners(eventId)])
        followed.get(key)?.markChanged()
  }

  /** Returns the figures under `key`. They are forgotten when nobody follows or reads them any more. */
  function figuresOf<Figures>(key: string, owner: string, read: () => Promise<Figures>): LiveValue<Figures> {
    const getOrCreateFigures = () => {
      const existing = followed.get(key) as ReturnType<typeof createFollowedFigures<Figures>> | undefined
      if (existing) return existing
      const created = createFollowedFigures(read, { owner, areComplete: db.changes.areComplete, regularInterval })
      followed.set(key, created as FollowedFigures)
      stop ??= db.changes.subscribe(markFiguresChanged)
      return created
    }
    const removeUnfollowed = () => {
      if (followed.get(key)?.followerCount() === 0) followed.delete(key)
    }
    // The delay limits the reads for a client that keeps opening and closing a stream to those of an open stream.
    const removeLater = () => setTimeout(removeUnfollowed, MAX_CACHED_AGE_MS).unref()
    return {
      key,
      read: () => getOrCreateFigures().read().finally(removeLater),
      follow(send) {
        const end = getOrCreateFigures().follow(send)
        return () => {
          end()
          removeLater()
        }
      },
    }
  }

  return {
    /** Returns the figures of an event; those for a link have no conflicts. Reading them rejects with `not-found` for a deleted event. */
    ofEvent: ({ id, userId }: { id: string; userId: string }, link?: ActorLink): LiveValue<LiveEventFigures> =>
      figuresOf(figureKeysOfEvent(id)[link === undefined ? 0 : canReadNames(link) ? 1 : 2]!, userId, async () => {
        const figures = await live.event(id)
        if (!figures) throw new Refusal('not-found', { text: texts.event.gone })
        if (link === undefined) return figures
        const { arrived, invited, exceeding, inside, capacity, answered, expected, gates, walkIns, changedAt } = figures
        const last = figures.last.map(({ at, people, gate, guestName }) => ({ at, people, gate, ...(canReadNames(link) && { guestName }) }))
        return { arrived, invited, exceeding, inside, capacity, answered, expected, gates, walkIns, last, changedAt }
      }),

    ofScope: (scope: Scope): LiveValue<LiveFiguresOfAllEvents> =>
      figuresOf(keyOfScope(scope), scope.userId ?? ALL_ACCOUNTS_KEY, () => {
        const { from, to } = invitationRules.REPLICA_DAYS
        return live.events(scope, { from: dayInTimeZone(timeZone, now(), from), to: dayInTimeZone(timeZone, now(), to) })
      }),

    close: () => stop?.(),
  }
}

/** Returns whether a link gets the guest names of the latest arrivals. A door link gets only the name of the guest whose code it scans. */
const canReadNames = ({ role, showsNames }: ActorLink) => role === 'live' && showsNames

/** The keys of the figures of an event: for accounts, for links that show names, and for links that show none. */
const figureKeysOfEvent = (id: string | undefined) => [`event ${id}`, `names ${id}`, `numbers ${id}`]

/** The key of the figures over the events of all accounts. */
const ALL_ACCOUNTS_KEY = keyOfScope({ userId: undefined })
