import type { LiveEvent, LiveEvents } from '@hudur/core'
import { createContext, use, useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { Live, LiveFeeds } from '../connection/live.ts'

export type { Live } from '../connection/live.ts'

export const LiveContext = createContext<LiveFeeds | null>(null)

/** The address of the figures of all events in scope. */
export const ALL_EVENTS = null

/** Follows the figures of an event, or of `ALL_EVENTS`; of none when `which` is undefined. */
export function useLive(which: string | typeof ALL_EVENTS | undefined): Live<LiveEvent | LiveEvents> {
  const feeds = use(LiveContext)
  if (!feeds) throw new Error('no live figures: the tree is not under <App>')
  const feed = which === undefined ? undefined : feeds.of(which ?? undefined)
  const subscribe = useCallback((listener: () => void) => feed?.subscribe(listener) ?? (() => {}), [feed])
  return useSyncExternalStore(subscribe, () => feed?.get() ?? NOTHING)
}

/** Follows the figures of one event. */
export const useLiveEvent = (id: string) => useLive(id) as Live<LiveEvent>

const NOTHING: Live<never> = { state: 'opening', figures: undefined, confirmedAt: undefined }

/** The shortest time (ms) between the end of a refresh and the next one, and the most time that refreshes take, as a share of all time. */
const REFRESH_INTERVAL_MS = 1_000
const MAX_TIME_SHARE = 1 / 6

/**
 * Calls `refresh` after each change of the figures with those of the refresh before and the present ones, and not for the first ones. Changes
 * during a refresh lead to one more refresh, at least a second later. A refresh that takes long is repeated less often.
 */
export function useRefreshOnChange<Figures>({ figures }: Live<Figures>, refresh: (before: Figures, now: Figures) => Promise<unknown>) {
  const refreshing = useRef<{ known?: Figures; latest?: Figures; isRunning: boolean }>({ isRunning: false })

  const run = useEffectEvent(async () => {
    const state = refreshing.current
    if (state.isRunning) return
    state.isRunning = true
    while (state.known !== state.latest) {
      const [before, now] = [state.known!, state.latest!]
      state.known = now
      const start = performance.now()
      await refresh(before, now).catch(() => {})
      const duration = performance.now() - start
      await new Promise(resolve => setTimeout(resolve, Math.max(REFRESH_INTERVAL_MS, duration / MAX_TIME_SHARE - duration)))
    }
    state.isRunning = false
  })

  useEffect(() => {
    if (figures === undefined) return
    refreshing.current.known ??= figures
    refreshing.current.latest = figures
    void run()
  }, [figures])
}
