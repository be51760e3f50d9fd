import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Refusal } from '@hudur/core'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    answersUnderAnyPressure?: boolean
  }
}

/** So far behind (ms, on average over a second) no scan is answered in time: devices had better answer themselves. */
const HOPELESS = 3_000

/** How finely the delay is sampled, in milliseconds; part of every sample. */
const RESOLUTION = 10

/** Refuses new requests while the event loop is hopelessly behind. Measures without opening a file, so that it works without a free descriptor. */
export function refuseUnderPressure(app: FastifyInstance, { hopeless = HOPELESS, sampleInterval = 1_000 } = {}) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  let delay = 0
  const timer = setInterval(() => {
    // No sample at all: it was held for the whole interval.
    delay = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - RESOLUTION
    delays.reset()
  }, sampleInterval).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  app.addHook('onRequest', async request => {
    if (delay > hopeless && !request.routeOptions.config.answersUnderAnyPressure) throw new Refusal('unavailable')
  })
}

/** For routes that answer under any pressure. */
export const UNDER_ANY_PRESSURE = { config: { answersUnderAnyPressure: true } }
