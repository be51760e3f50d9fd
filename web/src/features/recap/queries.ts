import { readAllPages } from '../../backend/hooks/read-pages.ts'
import { useRead } from '../../backend/hooks/use-call.ts'
import { conflictsKey } from '../../backend/hooks/use-refresh.ts'

const PAGE_SIZE = 1000

/** Reads all walk-ins of an event, the latest first, again when their number of people (`walkIns`) is another. */
export const useAllWalkIns = (eventId: string, walkIns: number) =>
  useRead(['checkIn', 'walk-ins', 'all', eventId, walkIns], ({ checkIn }) =>
    readAllPages(PAGE_SIZE, page => checkIn.walkIns({ eventId, ...page })),
  )

/** Counts the conflicts of an event, and those that were settled. */
export const useConflictCounts = (eventId: string) =>
  useRead([...conflictsKey, 'counts', eventId], async ({ checkIn }) => {
    const count = async (filter: 'all' | 'unseen') => (await checkIn.conflicts({ eventId, filter, limit: 1 })).total
    const [all, unseen] = await Promise.all([count('all'), count('unseen')])
    return { all, settled: all - unseen }
  })
