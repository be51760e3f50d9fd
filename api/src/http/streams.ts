import { type Actor, type Followed, Refusal } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../database/changes.ts'
import { LINGER } from './connections.ts'

export type StreamLimits = {
  /** The most open streams of one process, and of one account, which may have hundreds of scanners. */
  max: number
  maxOfAccount: number
  /** The most open streams of one link, and of all links of one owner. */
  maxOfLink: number
  maxOfLinks: number
  /** The longest interval (ms) at which the rights of a follower are checked again. */
  checkInterval: number
}

const LIMITS: StreamLimits = { max: 2_000, maxOfAccount: 1_000, maxOfLink: 100, maxOfLinks: 500, checkInterval: 30_000 }

/** Returns whether a request asks for a stream of events and not for one JSON response. */
export const asksForStream = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.accept?.includes('text/event-stream') === true

/**
 * Manages the responses that stay open: server-sent events as in the HTML standard, one message for each value. A follower who reads too
 * slowly skips values and gets the latest one. `check` asks the service again at an interval: when it rejects, or returns other values, the
 * response ends. The streams of a link end whenever the link changes. All responses end when the server stops.
 */
export function streams(app: FastifyInstance, changes: Pick<Changes, 'subscribe'>, given: Partial<StreamLimits> = {}) {
  const { max, maxOfAccount, maxOfLink, maxOfLinks, checkInterval } = { ...LIMITS, ...given }
  const open = new Set<() => void>()
  /** The ends of the streams of each link. */
  const ofLink = new Map<string, Set<() => void>>()
  // A changed link may have ended, or show no names any more: its followers connect again and get what it shows now.
  const stopListening = changes.subscribe(reported => {
    for (const { linkId } of reported) for (const end of (linkId !== undefined && ofLink.get(linkId)) || []) end()
  })
  const countOf = new Map<string, number>()

  app.addHook('preClose', async () => {
    stopListening()
    for (const end of open) end()
  })

  function count(account: string, change: 1 | -1) {
    const next = (countOf.get(account) ?? 0) + change
    if (next > 0) countOf.set(account, next)
    else countOf.delete(account)
  }

  /** Returns the counts to which a follower's stream belongs, each with its maximum. */
  function sharesOf(actor: Actor | null): [string, number][] {
    if (!actor?.link) return [[`account ${actor?.id}`, maxOfAccount]]
    return [
      [`link ${actor.link.id}`, maxOfLink],
      [`links of ${actor.id}`, maxOfLinks],
    ]
  }

  return {
    /** Returns the number of open streams. */
    count: () => open.size,

    /** Sends the values as long as the connection is open. Throws `unavailable` when too many streams are open. */
    send(request: FastifyRequest, reply: FastifyReply, { key, follow }: Followed<unknown>, check: () => Promise<Followed<unknown>>) {
      const shares = sharesOf(request.actor)
      if (open.size >= max || shares.some(([name, most]) => (countOf.get(name) ?? 0) >= most)) throw new Refusal('unavailable')
      const { raw } = reply.hijack()
      // The client may have left while the service answered; no further event would then end the stream.
      if (raw.destroyed) return
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Nginx would otherwise collect the messages before it forwards them.
        'x-accel-buffering': 'no',
      })
      let skipped: string | undefined
      const write = (json: string | undefined) => void raw.write(json === undefined ? ':\n\n' : `data: ${json}\n\n`)

      const stop = follow(json => {
        if (raw.writableNeedDrain) skipped = json ?? skipped
        else write(json)
      })
      raw.on('drain', () => {
        if (skipped === undefined) return
        write(skipped)
        skipped = undefined
      })
      /** Ends the response. A reader that takes no bytes would keep the connection open. */
      function end() {
        clearInterval(checking)
        stop()
        skipped = undefined
        raw.end()
        setTimeout(() => raw.destroy(), LINGER).unref()
      }
      const endUnlessSame = async () => {
        const current = await check().catch(() => undefined)
        // Another key: the actor may follow something else now, such as fewer events.
        if (current?.key !== key) end()
      }
      // Streams that were opened together are not checked together.
      const checking = setInterval(endUnlessSame, checkInterval * (1 - Math.random() / 4)).unref()
      const linkId = request.actor?.link?.id
      const siblings = (linkId !== undefined && ofLink.get(linkId)) || new Set()
      if (linkId !== undefined) ofLink.set(linkId, siblings.add(end))
      open.add(end)
      for (const [name] of shares) count(name, 1)
      raw.once('close', () => {
        clearInterval(checking)
        stop()
        open.delete(end)
        siblings.delete(end)
        if (linkId !== undefined && siblings.size === 0) ofLink.delete(linkId)
        for (const [name] of shares) count(name, -1)
      })
    },
  }
}

export type Streams = ReturnType<typeof streams>
