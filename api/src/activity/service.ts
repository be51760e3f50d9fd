import type { contract } from '@hudur/core/contract'
import type { Deps, Services } from '../deps.ts'
import { activityIn } from './repository.ts'

export const activityService = ({ db }: Deps): Services<typeof contract.activity> => ({
  async create() {
    return { success: true }
  },

  async list({ input: { filter, limit, offset } }) {
    return activityIn(db.slowReads).list({ verb: filter === 'all' ? undefined : filter, limit, offset })
  },
})
