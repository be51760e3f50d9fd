import underPressure from '@fastify/under-pressure'
import { Refusal } from '@hudur/core'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    pressureHandler?: () => void
  }
}

/** So far behind (ms, on average over a second) no scan is answered in time: devices had better answer themselves. */
const HOPELESS = 3_000

/** Refuses new requests while the event loop is hopelessly behind. */
export async function refuseUnderPressure(app: FastifyInstance, { hopeless = HOPELESS, sampleInterval = 1_000 } = {}) {
  await app.register(underPressure, {
    maxEventLoopDelay: hopeless,
    sampleInterval,
    pressureHandler: async () => {
      throw new Refusal('unavailable')
    },
  })
}

/** For routes that answer under any pressure. */
export const UNDER_ANY_PRESSURE = { config: { pressureHandler: () => {} } }
