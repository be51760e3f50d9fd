import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import { toChunks } from '../api/src/database/chunks.ts'
import { openDatabase } from '../api/src/database/open.ts'
import { invitationsIn, ROW_SELECTION } from '../api/src/invitations/repository.ts'
import { toInvitation, toRow } from '../api/src/invitations/rows.ts'
import { addManyInvitations, guestNameAt } from '../api/testing/many-invitations.ts'
import { percentile } from '../api/testing/percentile.ts'
import { type BenchServer, benchOnBothEngines, type FigureRow, measureCalls, spreadIndex } from './figures.ts'

const INVITATION_COUNT = 100_000
/** The maximum number of invitations that one API call creates, which is also the number of invitations on a device in this benchmark. */
const INVITATIONS_PER_CALL = 10_000
/** The number of rows on one page of the screen. */
const PAGE_SIZE = 50

/** Measures searches among 100,000 guests through the API: by an administrator in all events, and by a gate in one event. */
async function measureSearches({ on, backend, user, place }: BenchServer) {
  await addManyInvitations(place, user.id, INVITATION_COUNT)
  const nameAt = (n: number) => guestNameAt(spreadIndex(n, INVITATION_COUNT))
  const list = (search: string, more = {}) => backend.invitations.list({ search, limit: PAGE_SIZE, ...more })
  return measureCalls(on, {
    'reference: the connection test': () => backend.installation.test({}),
    'a whole name, another each time': n => list(nameAt(n)),
    'two words that an eighth has each': () => list('محمد الحداد'),
    'one word that an eighth has': () => list('محمد'),
    'the same, of the unused': () => list('محمد', { filter: 'unscanned' }),
    'the last page of it': () => list('محمد', { offset: 12_400 }),
    'a word with a typing error': () => list('محمد القحطاتي'),
    'a typing error in a word that an eighth has': () => list('فاتمة'),
    'a part of a word that an eighth has': () => list('داد'),
    'a part of no word': () => list('ظظظ'),
    'four digits': () => list('4567'),
    'the name of all events': () => list('حفل'),
    nothing: () => list('بلقيس'),
    'at a gate: a whole name': n => backend.checkIn.candidates({ search: nameAt(n) }),
    'at a gate set to an event: a word that an eighth has': n =>
      backend.checkIn.candidates({ search: 'محمد', eventName: `حفل ${n}`, eventDate: '2027-01-01' }),
  })
}

/** Measures what the search index adds to creating 10,000 invitations: inserts rows without and with its words in alternation. */
async function measureWrites({ on, user, place, stop }: BenchServer): Promise<FigureRow[]> {
  await stop()
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
  const [alone, withWords] = [percentile(took.alone, 0.5), percentile(took.withWords, 0.5)]
  const toFigureRow = (measurement: string, ms: number): FigureRow => ({
    what: measurement,
    on,
    'p50 ms': Math.round(ms),
    'of the reference': (ms / alone).toFixed(2),
  })
  return [toFigureRow('reference: 10,000 rows without words', alone), toFigureRow('10,000 rows with their words', withWords)]
}

/** Measures the search rule on 10,000 names in memory, as a device applies it without a server. */
function measureInMemory() {
  const names = Array.from({ length: INVITATIONS_PER_CALL }, (_, n) => guestNameAt(n))
  const guests = names.map(name => indexWords(name).join(' '))
  const findMatches = (query: string) => {
    const search = parseSearch(query)
    return rankMatches(guests, words => matchSearch(words.split(' '), search))
  }
  return measureCalls('memory', {
    'reference: 10,000 names that contain a text': n => names.filter(name => name.includes(guestNameAt(n))),
    '10,000 names by the rule': n => findMatches(guestNameAt(n * 331)),
    '10,000 names by the rule, with a typing error': () => findMatches('محمد القحطاتي'),
  })
}

/** Measures searches among 100,000 names on both database engines and 10,000 in memory, and writes with the search index. */
export async function bench() {
  await benchOnBothEngines(measureSearches, await measureInMemory())
  await benchOnBothEngines(measureWrites)
}
