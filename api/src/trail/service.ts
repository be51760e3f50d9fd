import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import { readListing } from '../database/listing.ts'
import type { Deps, Services } from '../deps.ts'
import { trailIn } from './repository.ts'

export const trailService = ({ db }: Deps): Services<typeof contract.trail> => ({
  async list({ actor, input: { limit, offset, ...subject } }) {
    const which = { ...subject, actor }
    if (!(await trailIn(db.slowReads).isVisible(which))) throw new Refusal('not-found')
    return readListing(trailIn(db.slowReads), which, { limit, offset })
  },
})
