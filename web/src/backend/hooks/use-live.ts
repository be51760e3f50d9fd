import type { LiveEventFigures, LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import { createContext, use, useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { LiveFigures } from '../connection/follow-figures.ts'
import type { LiveFeeds } from '../connection/live.ts'

export type { LiveFigures, LiveState } from '../connection/follow-figures.ts'

export const LiveFeedsContext = createContext<LiveFeeds | null>(null)

/** The value for `useLiveFigures` that selects the figures of all events in scope. */
export const ALL_EVENTS = null

/** Subscribes to the live figures of an event or of `ALL_EVENTS`. Subscribes to nothing when `eventId` is undefined. */
export function useLiveFigures(eventId: string | typeof ALL_EVENTS | undefined): LiveFigures<LiveEventFigures | LiveFiguresOfAllEvents> {
  const feeds = use(LiveFeedsContext)
  if (!feeds) throw new Error('no live figures: the tree is not under <App>')
  const feed = eventId === undefined ? undefined : feeds.of(eventId ?? undefined)
  const subscribe = useCallback((listener: () => void) => feed?.subscribe(listener) ?? (() => {}), [feed])
  return useSyncExternalStore(subscribe, () => feed?.get() ?? NO_FIGURES)
}

export const useLiveEventFigures = (id: string) => useLiveFigures(id) as LiveFigures<LiveEventFigures>

const NO_FIGURES: LiveFigures<never> = { state: 'opening', figures: undefined, confirmedAt: undefined }

/** The shortest pause between two refreshes (ms), and the largest share of the time that refreshes may take. */
const REFRESH_INTERVAL_MS = 1_000
const MAX_REFRESH_TIME_SHARE = 1 / 6

/** How much older than the first figures the loaded data may be without a refresh (ms). Screens load both at the same time. */
const MAX_DATA_AGE_MS = 1_000

/**
 * How long before the first figures a change may be that loaded data of the same time need not have (ms). A device whose clock is slow
 * refreshes once more than necessary.
 */
const RECENT_CHANGE_MS = 10_000

/**
 * Calls `refresh` after each change of the figures, with the figures of the previous refresh and the present ones. `loadedAt` is when the
 * data of the screen were loaded (ms; 0 before). The first figures cause a call only when the data are older, or when the latest change is
 * recent, because it may have come between the two. Changes during a refresh cause one further refresh, after a pause that grows with the
 * duration of the first.
 */
export function useRefreshOnChange<Figures extends { changedAt?: string | undefined }>(
  { figures }: LiveFigures<Figures>,
  loadedAt: number,
  refresh: (before: Figures | undefined, now: Figures) => Promise<unknown>,
) {
  const refreshing = useRef<{ known?: Figures | undefined; latest?: Figures; isRunning: boolean }>({ isRunning: false })
  const isDataOld = useEffectEvent(({ changedAt }: Figures) => {
    const isChangeRecent = changedAt !== undefined && Date.now() - Date.parse(changedAt) < RECENT_CHANGE_MS
    return loadedAt !== 0 && (isChangeRecent || Date.now() - loadedAt > MAX_DATA_AGE_MS)
  })

  const run = useEffectEvent(async () => {
    const state = refreshing.current
    if (state.isRunning) return
    state.isRunning = true
    while (state.known !== state.latest) {
      const [before, now] = [state.known, state.latest!]
      state.known = now
      const start = performance.now()
      await refresh(before, now).catch(() => {})
      const duration = performance.now() - start
      await new Promise(resolve => setTimeout(resolve, Math.max(REFRESH_INTERVAL_MS, duration / MAX_REFRESH_TIME_SHARE - duration)))
    }
    state.isRunning = false
  })

  useEffect(() => {
    if (figures === undefined) return
    if (refreshing.current.latest === undefined && !isDataOld(figures)) refreshing.current.known = figures
    refreshing.current.latest = figures
    void run()
  }, [figures])
}
