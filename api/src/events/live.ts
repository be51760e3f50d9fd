import {
  type ActorLink,
  dayIn,
  type Followed,
  invitationRules,
  type LiveEvent,
  type LiveEvents,
  Refusal,
  type Scope,
  texts,
} from '@hudur/core'
import type { Change, Changes } from '../database/changes.ts'
import { caller } from '../database/fair-queue.ts'
import type { Deps } from '../deps.ts'
import { liveIn } from './live-repository.ts'

/** The shortest interval (ms) between two reads of the same figures, and the largest share of time that reading them may take. */
const MIN_INTERVAL_MS = 250
const MAX_TIME_SHARE = 1 / 20
/** The longest pause (ms) after a slow read: shorter than the silence after which a device gives a stream up. */
const MAX_PAUSE_MS = 10_000

/** The interval (ms) at which figures are read without a reported change, and the one while changes of other processes are not reported. */
const REGULAR_INTERVAL_MS = 15_000
const BLIND_INTERVAL_MS = 1_000

/** How long (ms) figures are good enough for a caller who reads them once. */
const FRESH_MS = 1_000

type Send = (json: string | undefined) => void

/** Under whom the reads are queued, whether all changes are reported, and the interval (ms) of reads without one. */
type Schedule = { owner: string; areComplete: () => boolean; regularInterval: number }

/**
 * Figures that are read again after changes and at a regular interval, once for all their followers. `read` rejects while the database is
 * unavailable; the figures are then read again a second later, and followers get nothing meanwhile.
 */
function followedFigures<Figures>(read: () => Promise<Figures>, { owner, areComplete, regularInterval }: Schedule) {
  const followers = new Set<Send>()
  let last: { figures: Figures; json: string; at: number } | undefined
  let reading: Promise<void> | undefined
  let isChanged = false
  /** The earliest time of the next read. */
  let earliest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function readNow() {
    const start = performance.now()
    isChanged = false
    try {
      const figures = await caller.run(`live ${owner}`, read)
      const json = JSON.stringify(figures)
      const isNew = json !== last?.json
      last = { figures, json, at: performance.now() }
      for (const send of followers) send(isNew ? json : undefined)
    } catch (error) {
      isChanged = true
      throw error
    } finally {
      const end = performance.now()
      earliest = end + Math.min(MAX_PAUSE_MS, Math.max(MIN_INTERVAL_MS, (end - start) / MAX_TIME_SHARE))
    }
  }

  /** Reads the figures; calls during a read share its result. */
  function update() {
    clearTimeout(timer)
    reading ??= readNow().finally(() => {
      reading = undefined
      schedule()
    })
    return reading
  }

  function schedule() {
    clearTimeout(timer)
    if (followers.size === 0) return
    const regular = areComplete() ? regularInterval : BLIND_INTERVAL_MS
    const isDue = isChanged || last === undefined
    timer = setTimeout(tryUpdate, Math.max(earliest - performance.now(), isDue ? 0 : regular)).unref()
  }

  // A failed read is repeated after a second.
  const tryUpdate = () =>
    void update().catch(() => {
      earliest = performance.now() + BLIND_INTERVAL_MS
      schedule()
    })

  return {
    followerCount: () => followers.size,
    markChanged() {
      isChanged = true
      if (!reading) schedule()
    },
    async read() {
      if (!last || performance.now() - last.at > FRESH_MS) await update()
      return last!.figures
    },
    follow(send: Send) {
      followers.add(send)
      // Figures without followers may be old; they are read again, and not more often than otherwise.
      const isCurrent = last !== undefined && (followers.size > 1 || performance.now() - last.at < MIN_INTERVAL_MS)
      if (isCurrent) send(last!.json)
      else last = undefined
      if (!reading) schedule()
      return () => {
        followers.delete(send)
        if (followers.size === 0) clearTimeout(timer)
      }
    },
  }
}

type FollowedFigures = ReturnType<typeof followedFigures<unknown>>

/**
 * Returns the live figures of events and of scopes. The figures of one event or scope are read once after a change, however many follow
 * them.
 */
export function liveFigures({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, regularInterval = REGULAR_INTERVAL_MS) {
  const live = liveIn(db.slowReads)
  const followed = new Map<string, FollowedFigures>()
  let stop: (() => void) | undefined

  const { changes }: { changes: Changes } = db
  const markChanged = (reported: readonly Change[]) => {
    // Changes may have been missed.
    if (reported.length === 0) for (const figures of followed.values()) figures.markChanged()
    for (const { userId, eventId } of reported)
      for (const key of [...keysOfEvent(eventId), `user ${userId}`, EVERYBODY]) followed.get(key)?.markChanged()
  }

  /** Returns the figures under `key`. They are forgotten when nobody follows or reads them any more. */
  function figuresOf<Figures>(key: string, owner: string, read: () => Promise<Figures>): Followed<Figures> {
    const current = () => {
      const existing = followed.get(key) as ReturnType<typeof followedFigures<Figures>> | undefined
      if (existing) return existing
      const created = followedFigures(read, { owner, areComplete: changes.areComplete, regularInterval })
      followed.set(key, created as FollowedFigures)
      stop ??= changes.subscribe(markChanged)
      return created
    }
    const forget = () => {
      if (followed.get(key)?.followerCount() === 0) followed.delete(key)
    }
    return {
      key,
      read: () =>
        current()
          .read()
          .finally(() => setTimeout(forget, FRESH_MS).unref()),
      follow(send) {
        const end = current().follow(send)
        return () => {
          end()
          // A client that opens and closes streams again and again causes no more reads than one that stays.
          setTimeout(forget, FRESH_MS).unref()
        }
      },
    }
  }

  return {
    /**
     * Returns the figures of an event; those of a link have no conflicts, and no names where it shows none. Reading them rejects with
     * `not-found` when the event no longer exists.
     */
    ofEvent: ({ id, userId }: { id: string; userId: string }, link?: ActorLink): Followed<LiveEvent> =>
      figuresOf(keysOfEvent(id)[link === undefined ? 0 : listsNames(link) ? 1 : 2]!, userId, async () => {
        const figures = await live.event(id)
        if (!figures) throw new Refusal('not-found', { text: texts.event.gone })
        if (link === undefined) return figures
        const { conflicts: _, last, ...rest } = figures
        return { ...rest, last: listsNames(link) ? last : last.map(({ guestName: _name, ...arrival }) => arrival) }
      }),

    /** Returns the figures of all events in scope. */
    ofScope: (scope: Scope): Followed<LiveEvents> =>
      figuresOf(scope.userId === undefined ? EVERYBODY : `user ${scope.userId}`, scope.userId ?? EVERYBODY, () => {
        const { from, to } = invitationRules.REPLICA_DAYS
        return live.events(scope, { from: dayIn(timeZone, now(), from), to: dayIn(timeZone, now(), to) })
      }),

    close: () => stop?.(),
  }
}

export type LiveFigures = ReturnType<typeof liveFigures>

/** Returns whether a link gets the names of the latest arrivals. A door shows only the guest whose code it scans. */
const listsNames = ({ role, showsNames }: ActorLink) => role === 'live' && showsNames

/** The keys of the figures of an event: for accounts, for links that show names, and for links that show none. */
const keysOfEvent = (id: string | undefined) => [`event ${id}`, `names ${id}`, `numbers ${id}`]

/** The key of the figures of all accounts. */
const EVERYBODY = 'everybody'
