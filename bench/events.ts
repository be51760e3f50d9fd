import { guestNameAt } from '../api/testing/many-invitations.ts'
import { type BenchServer, benchOnBothEngines, measureCalls } from './figures.ts'

const GUESTS = 10_000
/** The number of invitations that one API call creates. */
const INVITATIONS_PER_CALL = 5_000
/** The number of rows on one page of the screen. */
const PAGE_SIZE = 50
const EVENT_DATE = '2027-01-14'
/** The maximum median time (ms) for renaming an event with `GUESTS` guests. Renaming changes no invitation. */
const RENAME_GOAL_MS = 50

/** Measures the API calls of an event's screens, with 10,000 guests in the event and 10,000 in other events. */
async function measureEvent({ on, backend }: BenchServer) {
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
  const list = (more: Parameters<typeof backend.invitations.list>[0]) => backend.invitations.list({ eventId, limit: PAGE_SIZE, ...more })
  const renaming = await measureCalls(on, { 'a new name for it': n => backend.events.update({ id: eventId, name: `الاسم ${n}` }) })
  if (renaming[0]!['p50 ms']! >= RENAME_GOAL_MS) throw new Error(`A new name took ${renaming[0]!['p50 ms']} ms on ${on}.`)
  const rows = await measureCalls(on, {
    'reference: the connection test': () => backend.installation.test({}),
    'events with their counts': () => backend.events.list({ limit: 20 }),
    'one event with its counts': () => backend.events.get({ id: eventId }),
    'first page of its guests': () => list({}),
    'last page of its guests': () => list({ offset: GUESTS - PAGE_SIZE }),
    'its guests who have not arrived': () => list({ filter: 'unscanned' }),
    'search in it: a word that an eighth has': () => list({ search: 'محمد' }),
    'search in it: a whole name': () => list({ search: guestNameAt(7_919) }),
    'arrivals of it': () => backend.checkIn.arrivals({ eventId }),
  })
  const removal = await measureCalls(on, { [`its deletion with ${GUESTS} guests`]: () => backend.events.remove({ id: eventId }) }, 1)
  const { rows: deleted } = await backend.events.deleted({})
  const restoration = await measureCalls(on, { 'its restoration': () => backend.events.restore({ id: deleted[0]!.id }) }, 1)
  return [...rows, ...renaming, ...removal, ...restoration]
}

/** Measures the API calls of an event's screens on both database engines, compared with the connection test in the same run. */
export const bench = () => benchOnBothEngines(measureEvent)
