import { indexWords, matchSearch, parseSearch, rankMatches } from '@hudur/core'
import { toChunks } from '../api/src/database/chunks.ts'
import { openDatabase } from '../api/src/database/open.ts'
import { invitationsIn, ROW_SELECTION } from '../api/src/invitations/repository.ts'
import { toInvitation, toRow } from '../api/src/invitations/rows.ts'
import { addManyInvitations, guestNameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import { type DatabaseTarget, type FigureRow, withDatabase } from './api.ts'
import { measureLatencies } from './lists.ts'
import { signIn } from './scans.ts'

const INVITATION_COUNT = 100_000
/** The maximum number of invitations that one API call creates, which is also the number of invitations on a device in this benchmark. */
const INVITATIONS_PER_CALL = 10_000
const REPETITIONS = 30
/** The number of rows on one page of the screen. */
const PAGE_SIZE = 50

const median = (took: number[]) => took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]!

/** Measures searches among 100,000 guests through the API: by an administrator in all events, and by a gate in one event. */
async function measureSearches(target: DatabaseTarget): Promise<FigureRow[]> {
  const server = await startProduct(target.env)
  const { backend, user } = await signIn(server.url)
  await addManyInvitations({ databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }, user.id, INVITATION_COUNT)
  const spreadIndex = (n: number) => (n * 7919 + 13) % INVITATION_COUNT
  const toFigureRow = (measurement: string, figures: Omit<FigureRow, 'what' | 'on'>): FigureRow => ({
    what: measurement,
    on: target.on,
    ...figures,
  })
  const measureList = (search: string, more = {}) =>
    measureLatencies(REPETITIONS, () => backend.invitations.list({ search, limit: PAGE_SIZE, ...more }))
  const rows = [
    toFigureRow('reference: the connection test', await measureLatencies(REPETITIONS, () => backend.connection.test({}))),
    toFigureRow(
      'a whole name, another each time',
      await measureLatencies(REPETITIONS, n => backend.invitations.list({ search: guestNameAt(spreadIndex(n)), limit: PAGE_SIZE })),
    ),
    toFigureRow('two words that an eighth has each', await measureList('محمد الحداد')),
    toFigureRow('one word that an eighth has', await measureList('محمد')),
    toFigureRow('the same, of the unused', await measureList('محمد', { filter: 'unscanned' })),
    toFigureRow('the last page of it', await measureList('محمد', { offset: 12_400 })),
    toFigureRow('a word with a slip', await measureList('محمد القحطاتي')),
    toFigureRow('a slip of a word that an eighth has', await measureList('فاتمة')),
    toFigureRow('four digits', await measureList('4567')),
    toFigureRow('the name of all events', await measureList('حفل')),
    toFigureRow('nothing', await measureList('بلقيس')),
    toFigureRow(
      'at a door: a whole name',
      await measureLatencies(REPETITIONS, n => backend.scanning.candidates({ search: guestNameAt(spreadIndex(n)) })),
    ),
    toFigureRow(
      'at a door set to an event: a word that an eighth has',
      await measureLatencies(REPETITIONS, n =>
        backend.scanning.candidates({ search: 'محمد', eventName: `حفل ${n}`, eventDate: '2027-01-01' }),
      ),
    ),
  ]
  await server.stop()
  return rows
}

/**
 * Measures how much time the search index adds to the creation of 10,000 invitations. In one database, inserts rows without and with the
 * words of the index in alternation.
 */
async function measureWrites(target: DatabaseTarget): Promise<FigureRow[]> {
  const server = await startProduct(target.env)
  const { user } = await signIn(server.url)
  await server.stop()
  const place = { databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }
  await addManyInvitations(place, user.id, INVITATIONS_PER_CALL)
  const db = await openDatabase(place)
  const [invitationRow] = await db.read.selectFrom('invitations').select(ROW_SELECTION).limit(1).execute()
  const first = { ...toInvitation(invitationRow!), eventId: invitationRow!.event_id }
  let createdCount = 0
  const newInvitations = () =>
    Array.from({ length: INVITATIONS_PER_CALL }, (_, n) => ({
      ...first,
      id: `C${(createdCount++).toString().padStart(19, '0')}`,
      guestName: guestNameAt(n),
    }))
  const took = { alone: [] as number[], withWords: [] as number[] }
  const measureTime = async (times: number[], act: () => Promise<unknown>) => {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  for (let n = 0; n < 5; n++) {
    const [some, others] = [newInvitations(), newInvitations()]
    await measureTime(took.alone, () =>
      db.write(async trx => {
        for (const rows of toChunks(some.map(toRow)))
          await trx
            .insertInto('invitations')
            .values(rows)
            .onConflict(c => c.column('id').doNothing())
            .execute()
      }),
    )
    await measureTime(took.withWords, () => db.write(trx => invitationsIn(trx).add(others)))
  }
  await db.close()
  const [alone, withWords] = [median(took.alone), median(took.withWords)]
  const toFigureRow = (measurement: string, ms: number): FigureRow => ({
    what: measurement,
    on: target.on,
    'p50 ms': Math.round(ms),
    'of the reference': (ms / alone).toFixed(2),
  })
  return [toFigureRow('reference: 10,000 rows without words', alone), toFigureRow('10,000 rows with their words', withWords)]
}

/** Measures the search rule on 10,000 names in memory, as a device applies it without a server. */
async function measureInMemory(): Promise<FigureRow[]> {
  const names = Array.from({ length: INVITATIONS_PER_CALL }, (_, n) => guestNameAt(n))
  const guests = names.map(name => indexWords(name).join(' '))
  const findMatches = (query: string) => {
    const search = parseSearch(query)
    return rankMatches(guests, words => matchSearch(words.split(' '), search))
  }
  const toFigureRow = (measurement: string, figures: Omit<FigureRow, 'what' | 'on'>): FigureRow => ({
    what: measurement,
    on: 'memory',
    ...figures,
  })
  return [
    toFigureRow(
      'reference: 10,000 names that contain a text',
      await measureLatencies(REPETITIONS, async n => names.filter(name => name.includes(guestNameAt(n)))),
    ),
    toFigureRow('10,000 names by the rule', await measureLatencies(REPETITIONS, async n => findMatches(guestNameAt(n * 331)))),
    toFigureRow('10,000 names by the rule, with a slip', await measureLatencies(REPETITIONS, async () => findMatches('محمد القحطاتي'))),
  ]
}

/**
 * Measures searches among 100,000 names on both database engines and among 10,000 names in memory, and the time that the search index adds
 * when invitations are created.
 */
export async function bench() {
  const rows: FigureRow[] = await measureInMemory()
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    rows.push(...(await withDatabase(engine, measureSearches)))
    rows.push(...(await withDatabase(engine, measureWrites)))
  }
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
