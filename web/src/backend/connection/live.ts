import { withRetries } from '../../loading/retry.ts'
import type { Connection } from './connection.ts'
import type { FeedTimes, FigureSource, Figures, LiveFigures, LiveState } from './follow-figures.ts'

const DEFAULT_FEED_TIMES_MS: FeedTimes = {
  firstFigures: 5_000,
  silence: 35_000,
  pollInterval: 10_000,
  polling: 60_000,
  firstWait: 1_000,
  longestWait: 10_000,
  refused: 30_000,
}

const loadFollowFigures = withRetries(async () => (await import('./follow-figures.ts')).followFigures)

type LiveDependencies = Omit<FigureSource, 'loadParser'> & {
  connection: Pick<Connection, 'get' | 'subscribe'>
  /** The page whose visibility decides whether figures are updated; undefined in tests without a page. */
  page: Pick<Document, 'addEventListener' | 'visibilityState'> | undefined
  times?: Partial<FeedTimes> | undefined
  /** Loads the code that parses a stream. Tests replace it. */
  loadParser?: FigureSource['loadParser']
}

type LiveFeed = { get: () => LiveFigures<Figures>; subscribe: (listener: () => void) => () => void; restart: () => void }

/**
 * Creates the live figures of this device, for single events and for all events in scope. They are updated while they have subscribers, the
 * page is visible and the connection is not `disconnected`. They are polled where a proxy buffers the stream, or where the server allows no
 * further stream.
 */
export function createLiveFeeds({
  connection,
  page,
  times: given,
  loadParser = () => import('eventsource-parser'),
  ...others
}: LiveDependencies) {
  const times = { ...DEFAULT_FEED_TIMES_MS, ...given }
  const source = { ...others, loadParser }
  const feeds = new Map<string | undefined, LiveFeed>()
  const isFollowing = () => page?.visibilityState !== 'hidden' && connection.get() !== 'disconnected'
  let wasFollowing = isFollowing()

  function restartFeedsIfFollowingChanged() {
    if (isFollowing() === wasFollowing) return
    wasFollowing = isFollowing()
    for (const feed of feeds.values()) feed.restart()
  }
  page?.addEventListener('visibilitychange', restartFeedsIfFollowingChanged)
  connection.subscribe(restartFeedsIfFollowingChanged)

  function createFeed(id: string | undefined) {
    const input = id === undefined ? {} : { id }
    const listeners = new Set<() => void>()
    let current: LiveFigures<Figures> = { state: 'opening', figures: undefined, confirmedAt: undefined }
    let running: AbortController | undefined

    function updateFigures(change: Partial<LiveFigures<Figures>>) {
      current = { ...current, ...change }
      for (const listener of listeners) listener()
    }

    /** Stores received figures. Equal figures keep the present object, so that subscribers do not reload anything. */
    function storeConfirmedFigures(state: LiveState, figures = current.figures) {
      const isSame = JSON.stringify(figures) === JSON.stringify(current.figures)
      updateFigures({ state, figures: isSame ? current.figures : figures, confirmedAt: Date.now() })
    }

    /** Follows the figures. Downloads the code for it at the first call. */
    async function follow(signal: AbortSignal) {
      while (!signal.aborted) {
        const followFigures = await loadFollowFigures().catch(() => undefined)
        if (followFigures)
          return followFigures({ ...source, input, times, signal, get: () => current, updateFigures, storeConfirmedFigures })
        if (!signal.aborted) updateFigures({ state: 'lost' })
      }
    }

    function restart() {
      running?.abort()
      running = undefined
      if (current.figures !== undefined) updateFigures({ state: 'lost' })
      if (listeners.size === 0 || !isFollowing()) return
      running = new AbortController()
      void follow(running.signal)
    }

    const feed: LiveFeed = {
      get: () => current,
      subscribe(listener: () => void) {
        listeners.add(listener)
        feeds.set(id, feed)
        if (listeners.size === 1) restart()
        return () => {
          listeners.delete(listener)
          if (listeners.size > 0) return
          restart()
          feeds.delete(id)
        }
      },
      restart,
    }
    return feed
  }

  return {
    /** Returns the live figures of the event `id`. Without an id, returns those of all events in scope. */
    of(id: string | undefined) {
      const feed = feeds.get(id) ?? createFeed(id)
      feeds.set(id, feed)
      return feed
    },
  }
}

export type LiveFeeds = ReturnType<typeof createLiveFeeds>
