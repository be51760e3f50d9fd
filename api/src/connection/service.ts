import type { ConnectionReport, contract } from '@hudur/core'
import type { Deps, Services } from '../deps.ts'
import type { Probe } from './probe.ts'

export const connectionService = ({ now }: Deps, probe: Probe): Services<typeof contract.connection> => ({
  async test(): Promise<ConnectionReport> {
    const { canRead, canWrite } = await probe()
    return {
      success: canRead && canWrite,
      status: { database_exists: canRead, can_read: canRead, can_write: canWrite },
      now: now().toISOString(),
    }
  },
})
