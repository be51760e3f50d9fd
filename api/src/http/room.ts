import { type Endpoint, Refusal, texts } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Disk } from '../disk.ts'

/** When to come again (s): the disk is looked at every minute. */
const LATER = 60

/** The hooks of a call that must wait while the disk is nearly full. */
export const refuseWithoutRoom = (disk: Disk | undefined) => (endpoint: Endpoint) =>
  endpoint.waitsForRoom && disk
    ? [
        async (_request: FastifyRequest, reply: FastifyReply) => {
          if (!disk.isLow()) return
          reply.header('retry-after', LATER)
          // Not a 503: the server is there, and devices go on asking it.
          throw new Refusal('busy', { text: texts.noRoom })
        },
      ]
    : []
