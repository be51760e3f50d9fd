import { type Backend, type Contract, contract, LINK_HEADER, type LiveEvent, type LiveEvents, Refusal, toRequest } from '@hudur/core'
import type { Connection } from './connection.ts'

/**
 * How live figures arrive: `opening` (none yet), `live` (as they change), `polling` (by a request every ten seconds), `lost` (the server
 * does not answer), `ended` (the user may not read them now; another request is made every half minute).
 */
export type LiveState = 'opening' | 'live' | 'polling' | 'lost' | 'ended'

/** Live figures, and when the server last said that they are current, by this device's clock. */
export type Live<Figures> = { state: LiveState; figures: Figures | undefined; confirmedAt: number | undefined }

/** Times in milliseconds. */
const TIMES = {
  /** How long the first figures of a stream may take. A proxy that collects responses never sends them. */
  firstFigures: 5_000,
  /** How long a stream may be silent: the server sends at least a comment every 15 s. */
  silence: 35_000,
  pollInterval: 10_000,
  /** How long figures are read by single requests before a stream is tried again. */
  polling: 60_000,
  /** The first and the longest wait between two attempts; the wait doubles each time. */
  firstWait: 1_000,
  longestWait: 10_000,
  /** The wait after a refusal: the link may be extended, or opened again with another address. */
  refused: 30_000,
}

type Figures = LiveEvent | LiveEvents

type LiveParts = {
  server: Pick<Backend<Contract>, 'events'>
  fetch: typeof globalThis.fetch
  base: string
  connection: Pick<Connection, 'get' | 'subscribe'>
  /** The page whose visibility decides whether streams are open; undefined in tests without one. */
  page: Pick<Document, 'addEventListener' | 'visibilityState'> | undefined
  /** The link of this device, for a device with a link. */
  linkId?: string | undefined
  /** Times that replace those of the product in tests. */
  times?: Partial<typeof TIMES> | undefined
}

type Feed = { get: () => Live<Figures>; subscribe: (listener: () => void) => () => void; restart: () => void }

/** Resolves after `milliseconds`, or as soon as `signal` is aborted. */
const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

/**
 * Creates the live figures of this device: those of each event and those of all events in scope. Figures are followed while they have
 * subscribers, the page is visible and the server is not known to be lost: by a stream; where a proxy holds the stream back or the server
 * has too many, by a request every ten seconds.
 */
export function createLive({ server, fetch, base, connection, page, linkId, times: given }: LiveParts) {
  const times = { ...TIMES, ...given }
  const feeds = new Map<string | undefined, Feed>()
  const isFollowing = () => page?.visibilityState !== 'hidden' && connection.get() !== 'disconnected'
  let wasFollowing = isFollowing()

  function restartAll() {
    if (isFollowing() === wasFollowing) return
    wasFollowing = isFollowing()
    for (const feed of feeds.values()) feed.restart()
  }
  page?.addEventListener('visibilitychange', restartAll)
  connection.subscribe(restartAll)

  function createFeed(id: string | undefined) {
    const input = id === undefined ? {} : { id }
    const listeners = new Set<() => void>()
    let current: Live<Figures> = { state: 'opening', figures: undefined, confirmedAt: undefined }
    let running: AbortController | undefined

    function set(change: Partial<Live<Figures>>) {
      current = { ...current, ...change }
      for (const listener of listeners) listener()
    }

    /** Takes over figures that have just arrived. Equal ones stay the same object, so that nothing is reloaded for them. */
    function confirm(state: LiveState, figures = current.figures) {
      const isSame = JSON.stringify(figures) === JSON.stringify(current.figures)
      set({ state, figures: isSame ? current.figures : figures, confirmedAt: Date.now() })
    }

    /** Follows a stream until it ends. Returns whether figures arrived. Throws the `Refusal` of a server that does not send them. */
    async function followStream(signal: AbortSignal) {
      const silence = new AbortController()
      const end = () => silence.abort()
      signal.addEventListener('abort', end)
      let timer = setTimeout(end, times.firstFigures)
      let hasFigures = false
      const { createParser } = await import('eventsource-parser')
      const parser = createParser({
        onEvent({ data }) {
          hasFigures = true
          const figures = contract.events.live.output.safeParse(JSON.parse(data))
          if (figures.success) confirm('live', figures.data)
        },
        onComment: () => confirm('live'),
      })
      try {
        const { url } = toRequest(contract.events.live, input, { withLink: linkId !== undefined })
        const response = await fetch(base + url, {
          headers: { accept: 'text/event-stream', ...(linkId !== undefined && { [LINK_HEADER]: linkId }) },
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
          timer = setTimeout(end, times.silence)
        }
      } catch {
        return hasFigures
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        silence.abort()
      }
    }

    /**
     * Reads the figures by single requests until it is time for another stream, or until one is not answered. Returns false if the first one
     * is not answered.
     */
    async function poll(signal: AbortSignal) {
      const end = Date.now() + times.polling
      for (let isFirst = true; isFirst || (Date.now() < end && !signal.aborted); isFirst = false) {
        try {
          const figures = await server.events.live(input)
          if (!signal.aborted) confirm('polling', figures)
        } catch (error) {
          if (error instanceof Refusal && error.code !== 'busy') throw error
          return !isFirst
        }
        await sleep(times.pollInterval, signal)
      }
      return true
    }

    async function run(signal: AbortSignal) {
      let wait = times.firstWait
      while (!signal.aborted) {
        try {
          if ((await followStream(signal)) || (!signal.aborted && (await poll(signal)))) wait = times.firstWait
        } catch {
          if (signal.aborted) return
          set({ state: 'ended', figures: undefined })
          await sleep(times.refused, signal)
          continue
        }
        if (signal.aborted) return
        if (current.state !== 'polling') set({ state: 'lost' })
        await sleep(wait, signal)
        wait = Math.min(wait * 2, times.longestWait)
      }
    }

    function restart() {
      running?.abort()
      running = undefined
      if (current.figures !== undefined) set({ state: 'lost' })
      if (listeners.size === 0 || !isFollowing()) return
      running = new AbortController()
      void run(running.signal)
    }

    const feed: Feed = {
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
    /** Returns the live figures of an event, or without an id those of all events in scope. */
    of(id: string | undefined) {
      const feed = feeds.get(id) ?? createFeed(id)
      feeds.set(id, feed)
      return feed
    },
  }
}

export type LiveFeeds = ReturnType<typeof createLive>
