import { bestFirst, indexWords, matchOf, readSearch } from '@hudur/core'
import { chunks } from '../api/src/database/chunks.ts'
import { openDatabase } from '../api/src/database/open.ts'
import { invitationsIn, ROW } from '../api/src/invitations/repository.ts'
import { toInvitation, toRow } from '../api/src/invitations/rows.ts'
import { addMany, nameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import { type Row, type Target, withTarget } from './api.ts'
import { timed } from './lists.ts'
import { signIn } from './scans.ts'

const SIZE = 100_000
/** The most invitations of one call; also the number on a device in this measurement. */
const AT_ONCE = 10_000
const TIMES = 30
/** The number of rows in a page of the screen. */
const PAGE = 50

const median = (took: number[]) => took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]!

/** Measures searches of 100,000 guests through the API: by an administrator in all events, and in one event as a gate searches. */
async function measureSearches(target: Target): Promise<Row[]> {
  const server = await startProduct(target.env)
  const { backend, user } = await signIn(server.url)
  await addMany({ databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }, user.id, SIZE)
  const spreadIndex = (n: number) => (n * 7919 + 13) % SIZE
  const row = (measurement: string, figures: Omit<Row, 'what' | 'on'>): Row => ({ what: measurement, on: target.on, ...figures })
  const list = (search: string, more = {}) => timed(TIMES, () => backend.invitations.list({ search, limit: PAGE, ...more }))
  const rows = [
    row('reference: the connection test', await timed(TIMES, () => backend.connection.test({}))),
    row(
      'a whole name, another each time',
      await timed(TIMES, n => backend.invitations.list({ search: nameAt(spreadIndex(n)), limit: PAGE })),
    ),
    row('two words that an eighth has each', await list('محمد الحداد')),
    row('one word that an eighth has', await list('محمد')),
    row('the same, of the unused', await list('محمد', { filter: 'unscanned' })),
    row('the last page of it', await list('محمد', { offset: 12_400 })),
    row('a word with a slip', await list('محمد القحطاتي')),
    row('a slip of a word that an eighth has', await list('فاتمة')),
    row('four digits', await list('4567')),
    row('the name of all events', await list('حفل')),
    row('nothing', await list('بلقيس')),
    row('at a door: a whole name', await timed(TIMES, n => backend.scanning.candidates({ search: nameAt(spreadIndex(n)) }))),
    row(
      'at a door set to an event: a word that an eighth has',
      await timed(TIMES, n => backend.scanning.candidates({ search: 'محمد', eventName: `حفل ${n}`, eventDate: '2027-01-01' })),
    ),
  ]
  await server.stop()
  return rows
}

/**
 * Measures what the words of the search index add to the creation of 10,000 invitations: rows alone and rows with words, in turns in one
 * database.
 */
async function measureWrites(target: Target): Promise<Row[]> {
  const server = await startProduct(target.env)
  const { user } = await signIn(server.url)
  await server.stop()
  const place = { databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }
  await addMany(place, user.id, AT_ONCE)
  const db = await openDatabase(place)
  const [invitationRow] = await db.read.selectFrom('invitations').select(ROW).limit(1).execute()
  const first = { ...toInvitation(invitationRow!), eventId: invitationRow!.event_id }
  let createdCount = 0
  const guests = () =>
    Array.from({ length: AT_ONCE }, (_, n) => ({ ...first, id: `C${(createdCount++).toString().padStart(19, '0')}`, guestName: nameAt(n) }))
  const took = { alone: [] as number[], withWords: [] as number[] }
  const measure = async (times: number[], act: () => Promise<unknown>) => {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  for (let n = 0; n < 5; n++) {
    const [some, others] = [guests(), guests()]
    await measure(took.alone, () =>
      db.write(async trx => {
        for (const rows of chunks(some.map(toRow)))
          await trx
            .insertInto('invitations')
            .values(rows)
            .onConflict(c => c.column('id').doNothing())
            .execute()
      }),
    )
    await measure(took.withWords, () => db.write(trx => invitationsIn(trx).add(others)))
  }
  await db.close()
  const [alone, withWords] = [median(took.alone), median(took.withWords)]
  const row = (measurement: string, ms: number): Row => ({
    what: measurement,
    on: target.on,
    'p50 ms': Math.round(ms),
    'of the reference': (ms / alone).toFixed(2),
  })
  return [row('reference: 10,000 rows without words', alone), row('10,000 rows with their words', withWords)]
}

/** Measures the search rule over 10,000 names in memory, as a device applies it. */
async function measureInMemory(): Promise<Row[]> {
  const names = Array.from({ length: AT_ONCE }, (_, n) => nameAt(n))
  const guests = names.map(name => indexWords(name).join(' '))
  const find = (query: string) => {
    const search = readSearch(query)
    return bestFirst(guests, words => matchOf(words.split(' '), search))
  }
  const row = (measurement: string, figures: Omit<Row, 'what' | 'on'>): Row => ({ what: measurement, on: 'memory', ...figures })
  return [
    row('reference: 10,000 names that contain a text', await timed(TIMES, async n => names.filter(name => name.includes(nameAt(n))))),
    row('10,000 names by the rule', await timed(TIMES, async n => find(nameAt(n * 331)))),
    row('10,000 names by the rule, with a slip', await timed(TIMES, async () => find('محمد القحطاتي'))),
  ]
}

/** Measures searches among 100,000 names on both engines and among 10,000 in memory, and what the index adds to creations. */
export async function bench() {
  const rows: Row[] = await measureInMemory()
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    rows.push(...(await withTarget(engine, measureSearches)))
    rows.push(...(await withTarget(engine, measureWrites)))
  }
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
