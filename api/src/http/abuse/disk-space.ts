import type { Endpoint } from '@hudur/core/endpoint'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Disk } from '../../disk.ts'

/** The `Retry-After` (s) of a call that is refused because the disk is nearly full. The free space is measured at this interval. */
const RETRY_AFTER_S = 60

/** Returns the hooks of an endpoint: with `needsDiskSpace` it is refused as `busy` while the disk is nearly full. */
export const refuseWhenDiskIsLow = (disk: Disk | undefined) => (endpoint: Endpoint) =>
  endpoint.needsDiskSpace && disk
    ? [
        async (_request: FastifyRequest, reply: FastifyReply) => {
          if (!disk.isLow()) return
          reply.header('retry-after', RETRY_AFTER_S)
          // The status is 429 and not 503. Devices treat 503 as a server that cannot be reached and would stop sending calls.
          throw new Refusal('busy', { text: texts.diskIsLow })
        },
      ]
    : []
