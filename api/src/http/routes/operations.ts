import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@hudur/core/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseProbe } from '../../installation/probe.ts'
import { isForwarded } from '../abuse/forwarding.ts'
import { UNDER_ANY_PRESSURE_OPTIONS } from '../abuse/pressure.ts'
import type { createMetrics } from './metrics.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const isLoopback = (address: string | undefined) => address !== undefined && LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Throws `not-allowed` unless the request has the token, or comes from the same machine without a proxy. */
function requireMetricsAccess(request: FastifyRequest, token: string | undefined) {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token))) return
  if (!isLoopback(request.socket.remoteAddress) || isForwarded(request)) throw new Refusal('not-allowed')
}

/** The pause (ms) between two parts of a stream. A proxy that buffers responses sends both at once. */
const STREAM_PAUSE_MS = 1_500

async function* twoStreamParts() {
  yield ': first\n\n'
  await wait(STREAM_PAUSE_MS)
  yield ': second\n\n'
}

/**
 * Adds `/healthz` (the process runs; `x-visitor-address` is the IP address as the server sees it), `/healthz/stream`, `/readyz` (the
 * database can be read and written) and `/metrics` for operators.
 */
export function serveHealthAndMetrics(
  app: FastifyInstance,
  { probe, metrics, metricsToken }: { probe: DatabaseProbe; metrics: ReturnType<typeof createMetrics>; metricsToken: string | undefined },
) {
  app.get('/healthz', UNDER_ANY_PRESSURE_OPTIONS, async (request, reply) =>
    reply.header('cache-control', 'no-store').header('x-visitor-address', request.ip).send({ ok: true }),
  )

  app.get('/healthz/stream', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .type('text/event-stream; charset=utf-8')
      .send(Readable.from(twoStreamParts())),
  )

  app.get('/readyz', async (_request, reply) => {
    const { canRead, canWrite } = await probe.test()
    if (!canRead || !canWrite) throw new Refusal('unavailable')
    return reply.header('cache-control', 'no-store').send({ ok: true })
  })

  app.get('/metrics', UNDER_ANY_PRESSURE_OPTIONS, async (request, reply) => {
    requireMetricsAccess(request, metricsToken)
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}
