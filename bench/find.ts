import { openDatabase } from '../api/src/database/open.ts'
import { ordersIn } from '../api/src/requests/repository.ts'
import { addManyInvitations, guestNameAt } from '../api/testing/many-invitations.ts'
import { type BenchServer, benchOnBothEngines, measureCalls, spreadIndex } from './figures.ts'

const INVITATION_COUNT = 100_000
const ORDER_COUNT = 5_000

/** Adds orders directly to the database: over HTTP they would be refused as too many. */
async function addManyOrders(place: BenchServer['place']) {
  const db = await openDatabase(place)
  await db.write(async trx => {
    for (let n = 0; n < ORDER_COUNT; n++)
      await ordersIn(trx).add({
        ...{ id: `order ${n}`, userId: null, eventName: `زفاف ${guestNameAt(n)}`, eventDate: '2027-01-01', eventType: 'wedding' },
        ...{ customerName: guestNameAt(n + 3), phone: `7${70_000_000 + n}`, invitationCount: 100, notes: null },
        ...{ status: 'pending', source: 'website', createdAt: new Date(Date.UTC(2026, 10, 1) + n * 1000).toISOString() },
      })
  })
  await db.close()
}

/** Measures the search in everything by an administrator, among 100,000 guests of 200 events and 5,000 orders. */
async function measureFinds({ on, backend, user, place }: BenchServer) {
  await addManyInvitations(place, user.id, INVITATION_COUNT)
  await addManyOrders(place)
  const find = (q: string) => backend.find.list({ q })
  return measureCalls(on, {
    'reference: the connection test': () => backend.installation.test({}),
    'two letters that an eighth of the guests has': () => find('مح'),
    'a word that an eighth has': () => find('محمد'),
    'two words that an eighth has each': () => find('محمد الحداد'),
    'a whole name, another each time': n => find(guestNameAt(spreadIndex(n, INVITATION_COUNT))),
    'a word with a typing error': () => find('القحطاتي'),
    'four digits': () => find('4567'),
    'a telephone number of an order': n => find(`7${70_000_000 + spreadIndex(n, ORDER_COUNT)}`),
    'the name of all events': () => find('حفل'),
    nothing: () => find('بلقيس'),
  })
}

/** Measures the search in everything on both database engines. */
export async function bench() {
  await benchOnBothEngines(measureFinds)
}
