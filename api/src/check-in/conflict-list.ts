import type { Conflict } from '@hudur/core/check-in/contract'
import type { Kysely } from 'kysely'
import { readInPages } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { type ConflictSelection, conflictsIn } from './conflicts-repository.ts'
import { walkInsIn } from './walk-ins-repository.ts'

/** The list of all conflicts: the unseen walk-ins, the conflicts of scans, and the walk-ins that were marked as seen. */
export const allConflictsIn = (db: Kysely<Tables>) => {
  const partsOf = (which: ConflictSelection) => {
    const walkIns = (isSeen: boolean) => ({
      count: () => walkInsIn(db).countConflicts({ ...which, isSeen }),
      page: (limit: number, offset: number) => walkInsIn(db).conflicts({ ...which, isSeen }, limit, offset),
    })
    const scans = {
      count: () => conflictsIn(db).count(which),
      page: (limit: number, offset: number) => conflictsIn(db).page(which, limit, offset),
    }
    return which.filter === 'unseen' ? [walkIns(false), scans] : [walkIns(false), scans, walkIns(true)]
  }

  return {
    async count(which: ConflictSelection) {
      let total = 0
      for (const part of partsOf(which)) total += await part.count()
      return total
    },

    /** Reads a page of the parts one after another. */
    async page(which: ConflictSelection, limit: number, offset: number) {
      const found: Conflict[] = []
      let skipped = offset
      for (const part of partsOf(which)) {
        if (found.length >= limit) break
        const rows = await part.page(limit - found.length, skipped)
        found.push(...rows)
        skipped = rows.length > 0 ? 0 : Math.max(0, skipped - (await part.count()))
      }
      return found
    },

    pages(which: ConflictSelection) {
      return readInPages<Conflict>((_last, limit, offset) => this.page(which, limit, offset))
    },
  }
}
