import { type Endpoint, Refusal, texts } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Disk } from '../disk.ts'

/** The `Retry-After` (s) of a refusal: the disk is measured every minute. */
const RETRY_AFTER_S = 60

/** Returns the hooks of an endpoint: one with `needsDiskSpace` is refused as `busy` while the disk is nearly full. */
export const refuseWhenDiskIsLow = (disk: Disk | undefined) => (endpoint: Endpoint) =>
  endpoint.needsDiskSpace && disk
    ? [
        async (_request: FastifyRequest, reply: FastifyReply) => {
          if (!disk.isLow()) return
          reply.header('retry-after', RETRY_AFTER_S)
          // 429 and not 503: the server answers, and devices continue to send it their calls.
          throw new Refusal('busy', { text: texts.diskIsLow })
        },
      ]
    : []
