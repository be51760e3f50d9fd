import { setTimeout as wait } from 'node:timers/promises'
import { addManyInvitations, guestNameAt, invitationIdAt } from '../api/testing/many-invitations.ts'
import { type BenchServer, type FigureRow, measureCalls, measureLatencies, percentilesOf, spreadIndex } from './figures.ts'

/** The rows on one page of the data screen. */
const PAGE_SIZE = 50
/** The people of the invitation in the last measurement. All are admitted first, so a further scan is refused as used. */
const PEOPLE_PER_INVITATION = 1_000

/** Downloads the whole list of invitations and discards its rows. Returns the time (ms). */
async function downloadWholeList(base: string, cookie: string) {
  const start = performance.now()
  const response = await fetch(`${base}/api/invitations/list.php`, { headers: { cookie } })
  await response.body!.pipeTo(new WritableStream())
  return performance.now() - start
}

/** Measures scans, searches, lists and figures on a server with `size` invitations. */
export async function measureServerCalls({ on, backend, user, cookie, url, place }: BenchServer, size: number): Promise<FigureRow[]> {
  await addManyInvitations(place, user.id, size)
  const nameAt = (n: number) => guestNameAt(spreadIndex(n, size))
  const list = (which: Parameters<typeof backend.invitations.list>[0]) => backend.invitations.list({ limit: PAGE_SIZE, ...which })
  const filters = ['scanned', 'unscanned', 'names', 'custom', 'all'] as const
  let scanNumber = 0
  const scan = (n: number) => backend.checkIn.check({ qr_code: invitationIdAt(spreadIndex(n, size)), nonce: `scan-${scanNumber++}` })

  const rows = [
    ...(await measureCalls(on, { 'reference: the connection test': () => backend.installation.test({}) })),
    ...(await measureCalls(on, { 'scan by id, one after another': scan }, 300)),
    ...(await measureCalls(on, {
      'scan by whole name': n => backend.checkIn.check({ qr_code: nameAt(n), source: 'typed' }),
      'guests by part of a name': n => backend.checkIn.candidates({ search: nameAt(n) }),
      // The data screen sends both requests at the same time.
      'first page, and how many there are': () => Promise.all([list({}), list({ limit: 1 })]),
      'first page of a filter': n => list({ filter: filters[n % filters.length]! }),
      'first page of a search': n => list({ search: nameAt(n) }),
      'first page of a search and a filter': n => list({ search: nameAt(n), filter: 'unscanned' }),
      'last page': () => list({ offset: size - PAGE_SIZE }),
      'a thousand rows for a file': n => list({ limit: 1000, offset: spreadIndex(n, size - 1000) }),
    })),
    ...(await measureCalls(on, { stats: () => backend.invitations.stats({}) }, 5)),
  ]
  let isReading = true
  const reading = downloadWholeList(url, cookie).finally(() => {
    isReading = false
  })
  const waits: number[] = []
  while (isReading) {
    waits.push((await measureLatencies(() => scan(waits.length), 1))['worst ms'])
    await wait(2)
  }
  rows.push({ what: 'whole list, streamed', on, 'worst ms': Math.round(await reading) })
  rows.push({ what: 'scan meanwhile', on, ...percentilesOf(waits) })
  await measureLatencies(() => scan(0), PEOPLE_PER_INVITATION)
  rows.push(...(await measureCalls(on, { [`scan of a code used ${PEOPLE_PER_INVITATION} times`]: () => scan(0) }, 300)))
  return rows.map(row => ({ ...row, what: `${row.what}, ${size / 1000}k` }))
}
