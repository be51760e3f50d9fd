import { addMany, nameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import { type Row, type Target, withTarget } from './api.ts'
import { timed } from './lists.ts'
import { signIn } from './scans.ts'

/** The number of invitations that the screen must handle. */
const SIZE = 100_000
/** The number of rows in a page of the screen. */
const PAGE = 50
const TIMES = 30

/** Measures how long a user who browses invitations waits for the server. Sends the requests that the screen sends. */
async function figuresOn(target: Target): Promise<Row[]> {
  const server = await startProduct(target.env)
  const { backend, user } = await signIn(server.url)
  const row = (measurement: string, figures: Omit<Row, 'what' | 'on'>): Row => ({ what: measurement, on: target.on, ...figures })
  const list = (which: Parameters<typeof backend.invitations.list>[0]) => backend.invitations.list({ limit: PAGE, ...which })

  const reference = await timed(TIMES, () => backend.connection.test({}))
  await addMany({ databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }, user.id, SIZE)
  const filters = ['scanned', 'unscanned', 'names', 'custom', 'all'] as const
  const rows = [
    row('reference: the connection test', reference),
    // The screen sends both requests at once.
    row('first rows, and how many there are', await timed(TIMES, () => Promise.all([list({}), backend.invitations.list({ limit: 1 })]))),
    row('another filter', await timed(TIMES, n => list({ filter: filters[n % filters.length]! }))),
    row('a search, another each time', await timed(TIMES, n => list({ search: nameAt((n * 7919 + 13) % SIZE) }))),
    row('a search and a filter', await timed(TIMES, n => list({ search: nameAt((n * 7919 + 13) % SIZE), filter: 'unscanned' }))),
    row('the last page', await timed(TIMES, () => list({ offset: SIZE - PAGE }))),
    row('a page of a file', await timed(TIMES, n => backend.invitations.list({ limit: 1000, offset: ((n * 7919) % 99) * 1000 }))),
    row('reports', await timed(5, () => backend.invitations.stats({}))),
  ]
  await server.stop()
  return rows
}

/** Measures first rows, filters and searches among 100,000 invitations on both engines, through the API. */
export async function bench() {
  const rows = [...(await withTarget('SQLite', figuresOn)), ...(await withTarget('PostgreSQL', figuresOn))]
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
