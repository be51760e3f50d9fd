import { addManyInvitations, guestNameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import { type DatabaseTarget, type FigureRow, withDatabase } from './api.ts'
import { measureLatencies } from './lists.ts'
import { signIn } from './scans.ts'

/** The number of invitations with which the data screen must work. */
const INVITATION_COUNT = 100_000
/** The number of rows on one page of the data screen. */
const PAGE_SIZE = 50
const REPETITIONS = 30

/** Measures how long a user of the data screen waits for the server. Sends the same requests as the screen. */
async function measureDataScreen(target: DatabaseTarget): Promise<FigureRow[]> {
  const server = await startProduct(target.env)
  const { backend, user } = await signIn(server.url)
  const toFigureRow = (measurement: string, figures: Omit<FigureRow, 'what' | 'on'>): FigureRow => ({
    what: measurement,
    on: target.on,
    ...figures,
  })
  const listInvitations = (which: Parameters<typeof backend.invitations.list>[0]) =>
    backend.invitations.list({ limit: PAGE_SIZE, ...which })

  const reference = await measureLatencies(REPETITIONS, () => backend.connection.test({}))
  await addManyInvitations({ databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }, user.id, INVITATION_COUNT)
  const filters = ['scanned', 'unscanned', 'names', 'custom', 'all'] as const
  const rows = [
    toFigureRow('reference: the connection test', reference),
    // The screen sends both requests at the same time.
    toFigureRow(
      'first rows, and how many there are',
      await measureLatencies(REPETITIONS, () => Promise.all([listInvitations({}), backend.invitations.list({ limit: 1 })])),
    ),
    toFigureRow('another filter', await measureLatencies(REPETITIONS, n => listInvitations({ filter: filters[n % filters.length]! }))),
    toFigureRow(
      'a search, another each time',
      await measureLatencies(REPETITIONS, n => listInvitations({ search: guestNameAt((n * 7919 + 13) % INVITATION_COUNT) })),
    ),
    toFigureRow(
      'a search and a filter',
      await measureLatencies(REPETITIONS, n =>
        listInvitations({ search: guestNameAt((n * 7919 + 13) % INVITATION_COUNT), filter: 'unscanned' }),
      ),
    ),
    toFigureRow('the last page', await measureLatencies(REPETITIONS, () => listInvitations({ offset: INVITATION_COUNT - PAGE_SIZE }))),
    toFigureRow(
      'a page of a file',
      await measureLatencies(REPETITIONS, n => backend.invitations.list({ limit: 1000, offset: ((n * 7919) % 99) * 1000 })),
    ),
    toFigureRow('reports', await measureLatencies(5, () => backend.invitations.stats({}))),
  ]
  await server.stop()
  return rows
}

/** Measures the first rows, filters and searches among 100,000 invitations through the API, on both database engines. */
export async function bench() {
  const rows = [...(await withDatabase('SQLite', measureDataScreen)), ...(await withDatabase('PostgreSQL', measureDataScreen))]
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
