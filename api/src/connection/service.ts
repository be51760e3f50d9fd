import type { ConnectionReport, contract, Office } from '@hudur/core'
import type { Deps, Services } from '../deps.ts'
import type { Probe } from './probe.ts'

type Setting = { office: Office; probe: Probe }

export const connectionService = ({ now }: Pick<Deps, 'now'>, { office, probe }: Setting): Services<typeof contract.connection> => ({
  async test(): Promise<ConnectionReport> {
    const { canRead, canWrite } = await probe()
    return {
      success: canRead && canWrite,
      status: { database_exists: canRead, can_read: canRead, can_write: canWrite },
      now: now().toISOString(),
    }
  },
  office: async () => office,
})
