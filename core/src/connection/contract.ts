import * as z from 'zod/mini'
import { resource } from '../endpoint.ts'
import { Moment } from '../fields.ts'

export const ConnectionReport = z.object({
  success: z.boolean(),
  status: z.object({ database_exists: z.boolean(), can_read: z.boolean(), can_write: z.boolean() }),
  /** The server's clock, so that a device can measure how far its own is off. */
  now: Moment,
})
export type ConnectionReport = z.infer<typeof ConnectionReport>

export const connection = resource({
  test: {
    method: 'GET',
    path: '/test-connection.php',
    access: 'public',
    input: z.object({}),
    output: ConnectionReport,
    offline: 'refuse',
    patience: 5_000,
  },
})
