import { guestNameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import { type DatabaseTarget, type FigureRow, withDatabase } from './api.ts'
import { measureLatencies } from './lists.ts'
import { signIn } from './scans.ts'

const GUESTS = 10_000
/** The number of invitations that one API call creates. */
const INVITATIONS_PER_CALL = 5_000
const REPETITIONS = 30
/** The number of rows on one page of the screen. */
const PAGE_SIZE = 50
const EVENT_DATE = '2027-01-14'
/** The maximum median time (ms) for renaming an event with `GUESTS` guests. Renaming changes no invitation. */
const RENAME_GOAL_MS = 50

/** Measures the API calls of an event's screens, with 10,000 guests in the event and 10,000 in other events. */
async function measureEvent(target: DatabaseTarget): Promise<FigureRow[]> {
  const server = await startProduct(target.env)
  const { backend } = await signIn(server.url)
  const createInvitations = async (eventName: string, from: number) => {
    const invitations = Array.from({ length: INVITATIONS_PER_CALL }, (_, n) => ({
      eventName,
      eventDate: EVENT_DATE,
      guestName: guestNameAt(from + n),
    }))
    return (await backend.invitations.create({ invitations }))[0]!.eventId!
  }
  for (let n = 0; n < 2; n++) await createInvitations(`حفل ${n}`, n * INVITATIONS_PER_CALL)
  let eventId = ''
  for (let from = 0; from < GUESTS; from += INVITATIONS_PER_CALL) eventId = await createInvitations('زفاف محمّد وسارة', from)
  const toFigureRow = (measurement: string, figures: Omit<FigureRow, 'what' | 'on'>): FigureRow => ({
    what: measurement,
    on: target.on,
    ...figures,
  })
  const measureList = (more: Parameters<typeof backend.invitations.list>[0]) =>
    measureLatencies(REPETITIONS, () => backend.invitations.list({ eventId, limit: PAGE_SIZE, ...more }))
  const renaming = await measureLatencies(REPETITIONS, n => backend.events.update({ id: eventId, name: `الاسم ${n}` }))
  if (renaming['p50 ms'] >= RENAME_GOAL_MS) throw new Error(`A new name took ${renaming['p50 ms']} ms on ${target.on}.`)
  const rows = [
    toFigureRow('reference: the connection test', await measureLatencies(REPETITIONS, () => backend.connection.test({}))),
    toFigureRow('events with their counts', await measureLatencies(REPETITIONS, () => backend.events.list({ limit: 20 }))),
    toFigureRow('one event with its counts', await measureLatencies(REPETITIONS, () => backend.events.get({ id: eventId }))),
    toFigureRow('first page of its guests', await measureList({})),
    toFigureRow('last page of its guests', await measureList({ offset: GUESTS - PAGE_SIZE })),
    toFigureRow('its guests who have not arrived', await measureList({ filter: 'unscanned' })),
    toFigureRow('search in it: a word that an eighth has', await measureList({ search: 'محمد' })),
    toFigureRow('search in it: a whole name', await measureList({ search: guestNameAt(7_919) })),
    toFigureRow('arrivals of it', await measureLatencies(REPETITIONS, () => backend.scanning.arrivals({ eventId }))),
    toFigureRow('a new name for it', renaming),
  ]
  const start = performance.now()
  const { deleted } = await backend.events.remove({ id: eventId })
  rows.push(toFigureRow(`its deletion with ${deleted} guests`, { 'worst ms': Math.round(performance.now() - start) }))
  await server.stop()
  return rows
}

/** Measures the API calls of an event's screens on both database engines, compared with the connection test in the same run. */
export async function bench() {
  const rows: FigureRow[] = []
  for (const engine of ['SQLite', 'PostgreSQL'] as const) rows.push(...(await withDatabase(engine, measureEvent)))
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
