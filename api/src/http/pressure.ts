import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Refusal } from '@hudur/core'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    answersUnderAnyPressure?: boolean
  }
}

/**
 * The delay of the event loop (ms, on average over a second) above which no scan is answered in time: devices should decide scans
 * themselves. Browser tests raise it in `testing/any-pressure.ts`.
 */
export const pressureLimit = { maxDelay: 3_000 }

/** The interval (ms) at which the delay is sampled; each sample includes it. */
const RESOLUTION = 10

/**
 * Samples the delay of the event loop every `sampleInterval` ms until the server stops, and returns a function that reads the last sample:
 * the average delay (ms). Opens no file, so that it works when no file descriptor is free.
 */
export function eventLoopDelay(app: FastifyInstance, { sampleInterval = 1_000 } = {}): () => number {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  let delay = 0
  const timer = setInterval(() => {
    // Without a sample, the event loop was blocked for the whole interval.
    delay = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - RESOLUTION
    delays.reset()
  }, sampleInterval).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  return () => delay
}

/**
 * Refuses new requests with `unavailable` while the event loop is more than `pressureLimit.maxDelay` ms behind, but not those of
 * `UNDER_ANY_PRESSURE` and those without a route, which get the shell or a refusal.
 */
export function refuseUnderPressure(app: FastifyInstance, delay = eventLoopDelay(app)) {
  app.addHook('onRequest', async request => {
    const isAnswered = request.is404 || request.routeOptions.config.answersUnderAnyPressure
    if (delay() > pressureLimit.maxDelay && !isAnswered) throw new Refusal('unavailable')
  })
}

/** The options of a route that answers however far the event loop is behind. */
export const UNDER_ANY_PRESSURE = { config: { answersUnderAnyPressure: true } }
