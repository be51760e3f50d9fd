import { nameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import { type Row, type Target, withTarget } from './api.ts'
import { timed } from './lists.ts'
import { signIn } from './scans.ts'

const GUESTS = 10_000
/** How many invitations one call creates. */
const AT_ONCE = 5_000
const TIMES = 30
/** The number of rows in a page of the screen. */
const PAGE = 50
const DATE = '2027-01-14'
/** A new name for an event of `GUESTS` takes less than this (ms): it changes one row. */
const RENAME_GOAL = 50

/** Measures the calls of an event's screens, with 10,000 guests in the event and as many in others. */
async function measureEvent(target: Target): Promise<Row[]> {
  const server = await startProduct(target.env)
  const { backend } = await signIn(server.url)
  const create = async (eventName: string, from: number) => {
    const invitations = Array.from({ length: AT_ONCE }, (_, n) => ({ eventName, eventDate: DATE, guestName: nameAt(from + n) }))
    return (await backend.invitations.create({ invitations }))[0]!.eventId!
  }
  for (let n = 0; n < 2; n++) await create(`حفل ${n}`, n * AT_ONCE)
  let eventId = ''
  for (let from = 0; from < GUESTS; from += AT_ONCE) eventId = await create('زفاف محمّد وسارة', from)
  const row = (measurement: string, figures: Omit<Row, 'what' | 'on'>): Row => ({ what: measurement, on: target.on, ...figures })
  const list = (more: Parameters<typeof backend.invitations.list>[0]) =>
    timed(TIMES, () => backend.invitations.list({ eventId, limit: PAGE, ...more }))
  const renaming = await timed(TIMES, n => backend.events.update({ id: eventId, name: `الاسم ${n}` }))
  if (renaming['p50 ms'] >= RENAME_GOAL) throw new Error(`A new name took ${renaming['p50 ms']} ms on ${target.on}.`)
  const rows = [
    row('reference: the connection test', await timed(TIMES, () => backend.connection.test({}))),
    row('events with their counts', await timed(TIMES, () => backend.events.list({ limit: 20 }))),
    row('one event with its counts', await timed(TIMES, () => backend.events.get({ id: eventId }))),
    row('first page of its guests', await list({})),
    row('last page of its guests', await list({ offset: GUESTS - PAGE })),
    row('its guests who have not arrived', await list({ filter: 'unscanned' })),
    row('search in it: a word that an eighth has', await list({ search: 'محمد' })),
    row('search in it: a whole name', await list({ search: nameAt(7_919) })),
    row('arrivals of it', await timed(TIMES, () => backend.scanning.arrivals({ eventId }))),
    row('a new name for it', renaming),
  ]
  const start = performance.now()
  const { deleted } = await backend.events.remove({ id: eventId })
  rows.push(row(`its deletion with ${deleted} guests`, { 'worst ms': Math.round(performance.now() - start) }))
  await server.stop()
  return rows
}

/** Measures the calls of an event's screens on both engines, beside the connection test in the same run. */
export async function bench() {
  const rows: Row[] = []
  for (const engine of ['SQLite', 'PostgreSQL'] as const) rows.push(...(await withTarget(engine, measureEvent)))
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
