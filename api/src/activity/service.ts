import type { contract } from '@hudur/core/contract'
import type { Deps, Services } from '../deps.ts'
import { activityIn } from './repository.ts'

export const activityService = ({ db }: Deps): Services<typeof contract.activity> => ({
  create: async () => ({ success: true }),
  list: ({ input: { filter, limit, offset } }) =>
    activityIn(db.slowReads).list({ verb: filter === 'all' ? undefined : filter, limit, offset }),
})
