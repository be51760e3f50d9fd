import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import type { LiveEventFigures, LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import { LINK_ID_HEADER } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { toWireRequest } from '@hudur/core/wire'
import type { Connection } from './connection.ts'

/**
 * `opening`: no figures have arrived yet. `live`: a stream delivers each change. `polling`: a request every ten seconds reads them. `lost`:
 * they are not updated, because the server does not answer or the page is hidden. `ended`: the user may not read them at present.
 */
export type LiveState = 'opening' | 'live' | 'polling' | 'lost' | 'ended'

/** Live figures with their state. `confirmedAt` is the time (ms, by the clock of this device) at which the server last confirmed them. */
export type LiveFigures<Figures> = { state: LiveState; figures: Figures | undefined; confirmedAt: number | undefined }

const DEFAULT_FEED_TIMES_MS = {
  /** The longest wait for the first figures of a stream. A proxy that buffers responses never delivers them. */
  firstFigures: 5_000,
  /** The longest silence of a stream before it is closed. The server sends at least a comment every 15 s. */
  silence: 35_000,
  pollInterval: 10_000,
  /** How long figures are polled before the next attempt to open a stream. */
  polling: 60_000,
  /** The first and the longest pause between two attempts. The pause doubles after each attempt. */
  firstWait: 1_000,
  longestWait: 10_000,
  /** The pause after a refusal. Meanwhile the owner may extend the link, or the user may open it again. */
  refused: 30_000,
}

type Figures = LiveEventFigures | LiveFiguresOfAllEvents

type LiveDependencies = {
  server: Pick<Backend<Contract>, 'events'>
  fetch: typeof globalThis.fetch
  base: string
  connection: Pick<Connection, 'get' | 'subscribe'>
  /** The page whose visibility decides whether figures are updated; undefined in tests without a page. */
  page: Pick<Document, 'addEventListener' | 'visibilityState'> | undefined
  /** The id of the link, on a device that has a link instead of an account. */
  linkId?: string | undefined
  times?: Partial<typeof DEFAULT_FEED_TIMES_MS> | undefined
  /** Loads the code that parses a stream. Tests replace it. */
  loadParser?: () => Promise<Pick<typeof import('eventsource-parser'), 'createParser'>>
}

type LiveFeed = { get: () => LiveFigures<Figures>; subscribe: (listener: () => void) => () => void; restart: () => void }

/** Resolves after `milliseconds`, or earlier when `signal` is aborted. */
const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const finishSleep = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finishSleep)
      resolve()
    }
    const timer = setTimeout(finishSleep, milliseconds)
    if (signal.aborted) finishSleep()
    else signal.addEventListener('abort', finishSleep)
  })

/**
 * Creates the live figures of this device, for single events and for all events in scope. They are updated while they have subscribers, the
 * page is visible and the connection is not `disconnected`. Where a proxy buffers the stream, or the server has too many, requests read
 * them.
 */
export function createLiveFeeds({
  server,
  fetch,
  base,
  connection,
  page,
  linkId,
  times: given,
  loadParser = () => import('eventsource-parser'),
}: LiveDependencies) {
  const times = { ...DEFAULT_FEED_TIMES_MS, ...given }
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

    /** Reads a stream until it ends. Returns whether figures arrived. Returns false when the server answers without a stream. */
    async function followStream(signal: AbortSignal) {
      const silence = new AbortController()
      const abortStream = () => silence.abort()
      signal.addEventListener('abort', abortStream)
      let timer = setTimeout(abortStream, times.firstFigures)
      let hasFigures = false
      try {
        const { createParser } = await loadParser()
        const parser = createParser({
          onEvent({ data }) {
            hasFigures = true
            const figures = contract.events.live.output.safeParse(JSON.parse(data))
            if (figures.success) storeConfirmedFigures('live', figures.data)
          },
          onComment: () => storeConfirmedFigures('live'),
        })
        const { url } = toWireRequest(contract.events.live, input, { withLink: linkId !== undefined })
        const response = await fetch(base + url, {
          headers: { accept: 'text/event-stream', ...(linkId !== undefined && { [LINK_ID_HEADER]: linkId }) },
          credentials: 'same-origin',
          signal: silence.signal,
        })
        if (!response.body || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return false
        const reader = response.body.getReader()
        const decoder = new TextDecoder()
        for (;;) {
          const { value, done } = await reader.read()
          if (done) return hasFigures
          parser.feed(decoder.decode(value, { stream: true }))
          if (!hasFigures) continue
          clearTimeout(timer)
          timer = setTimeout(abortStream, times.silence)
        }
      } catch {
        return hasFigures
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', abortStream)
        silence.abort()
      }
    }

    /** Reads the figures every `pollInterval` for `polling` ms. Returns false when the first request is not answered. */
    async function pollFigures(signal: AbortSignal) {
      const end = Date.now() + times.polling
      for (let isFirst = true; isFirst || (Date.now() < end && !signal.aborted); isFirst = false) {
        try {
          const figures = await server.events.live(input)
          if (!signal.aborted) storeConfirmedFigures('polling', figures)
        } catch (error) {
          if (error instanceof Refusal && error.code !== 'busy') throw error
          return !isFirst
        }
        await sleep(times.pollInterval, signal)
      }
      return true
    }

    async function followFigures(signal: AbortSignal) {
      let wait = times.firstWait
      while (!signal.aborted) {
        try {
          if ((await followStream(signal)) || (!signal.aborted && (await pollFigures(signal)))) wait = times.firstWait
        } catch {
          if (signal.aborted) return
          updateFigures({ state: 'ended', figures: undefined })
          await sleep(times.refused, signal)
          continue
        }
        if (signal.aborted) return
        if (current.state !== 'polling') updateFigures({ state: 'lost' })
        await sleep(wait, signal)
        wait = Math.min(wait * 2, times.longestWait)
      }
    }

    function restart() {
      running?.abort()
      running = undefined
      if (current.figures !== undefined) updateFigures({ state: 'lost' })
      if (listeners.size === 0 || !isFollowing()) return
      running = new AbortController()
      void followFigures(running.signal)
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
