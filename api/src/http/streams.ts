import type { Actor, ActorLink } from '@hudur/core/actor'
import type { LiveValue } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeNotifier } from '../database/changes.ts'
import { CLOSE_DELAY_MS } from './abuse/connections.ts'

export type StreamLimits = {
  /** The maximum number of open streams of one process, and of one account, which may have hundreds of scanners. */
  max: number
  maxOfAccount: number
  /** The maximum number of open streams of one link, and of all links of one owner. */
  maxOfLink: number
  maxOfLinks: number
  /** The longest interval (ms) between two checks of the rights of a client. */
  checkInterval: number
}

/** What is needed to check the links of open streams. */
export type StreamLinks = {
  /** Returns the hashed token of the session of a request. */
  sessionOf: (request: FastifyRequest) => string
  /**
   * Reads the links of sessions with their present rights, by the hashes of the sessions' tokens. Sessions that have ended are missing.
   */
  linksOf: (sessions: Iterable<string>) => Promise<ReadonlyMap<string, ActorLink>>
  now: () => Date
}

/** The interval (ms) at which the links of open streams are read while changes of other processes are not reported. */
const LINK_POLL_INTERVAL_MS = 1_000

/** The longest delay (ms) of a timer. A stream whose link ends later is ended by its regular checks. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1

const STREAM_LIMITS: StreamLimits = { max: 2_000, maxOfAccount: 1_000, maxOfLink: 100, maxOfLinks: 500, checkInterval: 30_000 }

/** An open stream of a link: its session, the rights of the link when the stream was opened, and a function that ends the stream. */
type LinkStream = { link: ActorLink; session: string; end: () => void }

/** Returns whether a request asks for a stream of events and not for one JSON response. */
export const asksForStream = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.accept?.includes('text/event-stream') === true

/**
 * Manages server-sent events, one message for each value. A client that reads too slowly skips values and gets the latest one. A response
 * ends when its regular `check` rejects or returns another key, when its link changes or ends, and when the server stops.
 */
export function createStreams(app: FastifyInstance, changes: ChangeNotifier, links: StreamLinks, given: Partial<StreamLimits> = {}) {
  const { max, maxOfAccount, maxOfLink, maxOfLinks, checkInterval } = { ...STREAM_LIMITS, ...given }
  const open = new Set<() => void>()
  const linkStreams = new Set<LinkStream>()
  /** The open streams of partners of events, each with its account and a function that checks it. */
  const partnerStreams = new Set<{ userId: string; check: () => void }>()
  /** Ends the streams of `opened` whose links have ended or have other rights than when the stream was opened. */
  async function checkLinks(opened: Iterable<LinkStream>) {
    const checked = [...opened]
    const current = await links.linksOf(new Set(checked.map(({ session }) => session))).catch(() => undefined)
    // `current` is undefined while the database is unavailable. The next check reads again.
    if (current) for (const { session, link, end } of checked) if (JSON.stringify(current.get(session)) !== JSON.stringify(link)) end()
  }

  let isChecking = false
  /** Checks the links of all open streams, unless the database reports the changes of other processes. */
  async function pollLinks() {
    if (changes.areComplete()) return
    for (const { check } of partnerStreams) check()
    if (isChecking || linkStreams.size === 0) return
    isChecking = true
    await checkLinks(linkStreams)
    isChecking = false
  }

  // A changed link may have ended or no longer show names. Clients connect again and get what it shows now.
  const stopListening = changes.subscribe(reported => {
    if (reported.length === 0 && linkStreams.size > 0) void checkLinks(linkStreams)
    // Partners get the changes of their partnerships as changes of their account without an event.
    const accounts = new Set(reported.filter(({ eventId, linkId }) => (eventId ?? linkId) === undefined).map(({ userId }) => userId))
    for (const { userId, check } of partnerStreams) if (reported.length === 0 || accounts.has(userId)) check()
    const changed = new Set(reported.flatMap(({ linkId }) => linkId ?? []))
    if (changed.size > 0) for (const { link, end } of linkStreams) if (changed.has(link.id)) end()
  })
  const checkingLinks = setInterval(pollLinks, LINK_POLL_INTERVAL_MS).unref()
  const streamCounts = new Map<string, number>()

  app.addHook('preClose', async () => {
    stopListening()
    clearInterval(checkingLinks)
    for (const end of open) end()
  })

  function changeStreamCount(key: string, change: 1 | -1) {
    const next = (streamCounts.get(key) ?? 0) + change
    if (next > 0) streamCounts.set(key, next)
    else streamCounts.delete(key)
  }

  /** Returns the counts of streams in which a stream of this actor is included, each with its maximum. */
  function streamCountsOf(actor: Actor | null): [string, number][] {
    if (!actor?.link) return [[`account ${actor?.id}`, maxOfAccount]]
    return [
      [`link ${actor.link.id}`, maxOfLink],
      [`links of ${actor.id}`, maxOfLinks],
    ]
  }

  return {
    /** Returns the number of open streams. */
    count: () => open.size,

    /** Sends each value of `follow` as an event while the connection is open. Throws `unavailable` when too many streams are open. */
    send(request: FastifyRequest, reply: FastifyReply, { key, follow }: LiveValue<unknown>, check: () => Promise<LiveValue<unknown>>) {
      const shares = streamCountsOf(request.actor)
      if (open.size >= max || shares.some(([name, most]) => (streamCounts.get(name) ?? 0) >= most)) throw new Refusal('unavailable')
      const { raw } = reply.hijack()
      // The client may have disconnected while the service answered. No further event would then end the stream, so it is not begun.
      if (raw.destroyed) return
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Nginx would otherwise collect the messages before it forwards them.
        'x-accel-buffering': 'no',
      })
      let skippedValue: string | undefined
      const write = (json: string | undefined) => void raw.write(json === undefined ? ':\n\n' : `data: ${json}\n\n`)

      const stop = follow(json => {
        if (raw.writableNeedDrain) skippedValue = json ?? skippedValue
        else write(json)
      })
      raw.on('drain', () => {
        if (skippedValue === undefined) return
        write(skippedValue)
        skippedValue = undefined
      })
      /** Ends the response, then closes the connection, which a client that reads no bytes would keep open. */
      function end() {
        clearInterval(checking)
        clearTimeout(ending)
        stop()
        skippedValue = undefined
        raw.end()
        setTimeout(() => raw.destroy(), CLOSE_DELAY_MS).unref()
      }
      const endIfKeyChanged = async () => {
        const current = await check().catch(() => undefined)
        // Another key means that the actor may follow something else now, such as fewer events.
        if (current?.key !== key) end()
      }
      // The interval differs at random, so that streams that were opened together are not checked together.
      const checking = setInterval(endIfKeyChanged, checkInterval * (1 - Math.random() / 4)).unref()
      const partnerStream = request.actor?.partnerOf && { userId: request.actor.id, check: () => void endIfKeyChanged() }
      if (partnerStream) {
        partnerStreams.add(partnerStream)
        // The partnership may have ended since the request passed the access check.
        partnerStream.check()
      }
      const link = request.actor?.link
      const linkStream = link && { link, session: links.sessionOf(request), end }
      if (linkStream) {
        linkStreams.add(linkStream)
        // The link may have changed since the request passed the access check.
        void checkLinks([linkStream])
      }
      const remaining = link ? Date.parse(link.endsAt) - links.now().getTime() : Number.POSITIVE_INFINITY
      const ending = remaining <= MAX_TIMER_DELAY_MS ? setTimeout(end, remaining).unref() : undefined
      open.add(end)
      for (const [name] of shares) changeStreamCount(name, 1)
      raw.once('close', () => {
        clearInterval(checking)
        clearTimeout(ending)
        stop()
        open.delete(end)
        if (linkStream) linkStreams.delete(linkStream)
        if (partnerStream) partnerStreams.delete(partnerStream)
        for (const [name] of shares) changeStreamCount(name, -1)
      })
    },
  }
}

export type Streams = ReturnType<typeof createStreams>
