import { type Contract, contract } from '@hudur/core/contract'
import type { Backend, EndpointInput } from '@hudur/core/endpoint'
import type { LiveEventFigures, LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import { LINK_ID_HEADER } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { toWireRequest } from '@hudur/core/wire'

/**
 * `opening`: no figures have arrived yet. `live`: a stream delivers each change. `polling`: a request every ten seconds reads them. `lost`:
 * they are not updated, because the server does not answer or the page is hidden. `ended`: the user may not read them at present.
 */
export type LiveState = 'opening' | 'live' | 'polling' | 'lost' | 'ended'

/** Live figures with their state. `confirmedAt` is the time (ms, by the clock of this device) at which the server last confirmed them. */
export type LiveFigures<Figures> = { state: LiveState; figures: Figures | undefined; confirmedAt: number | undefined }

export type Figures = LiveEventFigures | LiveFiguresOfAllEvents

/** The times (ms) of following live figures: when to poll, when to open a stream again, and when to try again after a failure. */
export type FeedTimes = {
  /** The longest wait for the first figures of a stream. A proxy that buffers responses never delivers them. */
  firstFigures: number
  /** The longest silence of a stream before it is closed. The server sends at least a comment every 15 s. */
  silence: number
  pollInterval: number
  /** How long figures are polled before the next attempt to open a stream. */
  polling: number
  /** The first and the longest pause between two attempts. The pause doubles after each attempt. */
  firstWait: number
  longestWait: number
  /** The pause after a refusal. Meanwhile the owner may extend the link, or the user may open it again. */
  refused: number
}

/** The source of live figures: the server and what is needed to read a stream. */
export type FigureSource = {
  server: Pick<Backend<Contract>, 'events'>
  fetch: typeof globalThis.fetch
  base: string
  /** The id of the link, on a device that has a link instead of an account. */
  linkId?: string | undefined
  /** Loads the code that parses a stream. */
  loadParser: () => Promise<Pick<typeof import('eventsource-parser'), 'createParser'>>
}

type Following = FigureSource & {
  input: EndpointInput<typeof contract.events.live>
  times: FeedTimes
  signal: AbortSignal
  get: () => LiveFigures<Figures>
  updateFigures: (change: Partial<LiveFigures<Figures>>) => void
  /** Stores figures that arrived. Without figures, stores only that the last ones are still current. */
  storeConfirmedFigures: (state: LiveState, figures?: Figures) => void
}

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

/** Reads a stream until it ends. Returns whether figures arrived. Returns false when the server answers without a stream. */
async function followStream({ fetch, base, linkId, loadParser, input, times, signal, storeConfirmedFigures }: Following) {
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

/** Reads the figures every `pollInterval` ms for `polling` ms. Returns false when the first request is not answered. */
async function pollFigures({ server, input, times, signal, storeConfirmedFigures }: Following) {
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

/** Updates figures until `signal` is aborted: from a stream or, where no stream delivers them, by polling. */
export async function followFigures(following: Following) {
  const { times, signal, get, updateFigures } = following
  let wait = times.firstWait
  while (!signal.aborted) {
    try {
      if ((await followStream(following)) || (!signal.aborted && (await pollFigures(following)))) wait = times.firstWait
    } catch {
      if (signal.aborted) return
      updateFigures({ state: 'ended', figures: undefined })
      await sleep(times.refused, signal)
      continue
    }
    if (signal.aborted) return
    if (get().state !== 'polling') updateFigures({ state: 'lost' })
    await sleep(wait, signal)
    wait = Math.min(wait * 2, times.longestWait)
  }
}
