import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Refusal } from '@hudur/core/refusals'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    answersUnderAnyPressure?: boolean
  }
}

/**
 * The delay of the event loop (ms, on average over a second) from which devices should decide without the server. Browser tests raise it.
 */
export const pressureLimit = { maxDelay: 3_000 }

/** The resolution (ms) of the measurement. Each measured delay includes this interval. */
const DELAY_RESOLUTION_MS = 10

/** Measures the delay of the event loop, also when no file descriptor is free. Returns a function that returns the last average (ms). */
export function eventLoopDelay(app: FastifyInstance, { sampleInterval = 1_000 } = {}): () => number {
  const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delays.enable()
  let delay = 0
  const timer = setInterval(() => {
    // Without a measurement, the event loop was blocked for the whole interval.
    delay = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - DELAY_RESOLUTION_MS
    delays.reset()
  }, sampleInterval).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  return () => delay
}

/** Refuses new requests as `unavailable` under pressure, except routes with `UNDER_ANY_PRESSURE_OPTIONS` and paths without a route. */
export function refuseUnderPressure(app: FastifyInstance, delay = eventLoopDelay(app)) {
  app.addHook('onRequest', (request, _reply, done) => {
    const isAnswered = request.is404 || request.routeOptions.config.answersUnderAnyPressure
    done(delay() > pressureLimit.maxDelay && !isAnswered ? new Refusal('unavailable') : undefined)
  })
}

/** The options of a route that answers whatever the delay of the event loop. */
export const UNDER_ANY_PRESSURE_OPTIONS = { config: { answersUnderAnyPressure: true } }
