import { setTimeout as wait } from 'node:timers/promises'
import { addManyInvitations, idAt, nameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import type { DatabaseTarget, FigureRow } from './api.ts'
import { signIn } from './scans.ts'

/** The number of times that each API call is measured. */
const REPETITIONS = 30
/**
 * The number of people that the invitation in the last measurement admits. All of them are admitted, so that a further scan is refused as
 * used.
 */
const PEOPLE_PER_INVITATION = 1_000
const rounded = (ms: number) => Math.round(ms * 10) / 10

/** Calls `ask` `count` times, one after another. Returns percentiles of the latency (ms). */
export async function measureLatencies(count: number, ask: (n: number) => Promise<unknown>) {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    await ask(n)
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  const at = (part: number) => rounded(took[Math.min(took.length - 1, Math.floor(took.length * part))]!)
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'worst ms': at(1) }
}

/** Downloads the whole list of invitations and discards its rows. Returns the time (ms) and the size (bytes). */
async function downloadWholeList(base: string, cookie: string) {
  const start = performance.now()
  const response = await fetch(`${base}/api/invitations/list.php`, { headers: { cookie } })
  let bytes = 0
  for await (const part of response.body!) bytes += part.length
  return { took: performance.now() - start, bytes }
}

/** Measures scans, searches, lists and figures on a server with `size` invitations. */
export async function measureLists(target: DatabaseTarget, size: number): Promise<FigureRow[]> {
  const server = await startProduct(target.env)
  const { backend, user, cookie } = await signIn(server.url)
  await addManyInvitations({ databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }, user.id, size)
  const row = (measurement: string, figures: Omit<FigureRow, 'what' | 'on'>): FigureRow => ({
    what: `${measurement}, ${size / 1000}k`,
    on: target.on,
    ...figures,
  })
  /** Maps consecutive numbers to the indexes of invitations that are far apart in the table. */
  const spreadIndex = (n: number) => (n * 7919 + 13) % size
  let scanNumber = 0
  const scan = (n: number) => backend.scanning.check({ qr_code: idAt(spreadIndex(n)), nonce: `scan-${scanNumber++}` })

  const rows = [
    row('scan by id, one after another', await measureLatencies(REPETITIONS * 10, scan)),
    row(
      'scan by whole name',
      await measureLatencies(REPETITIONS, n => backend.scanning.check({ qr_code: nameAt(spreadIndex(n)), source: 'typed' })),
    ),
    row(
      'guests by part of a name',
      await measureLatencies(REPETITIONS, n => backend.scanning.candidates({ search: nameAt(spreadIndex(n)) })),
    ),
    row('first page of 100', await measureLatencies(REPETITIONS, () => backend.invitations.list({ limit: 100 }))),
    row(
      'first page of a search',
      await measureLatencies(REPETITIONS, n => backend.invitations.list({ search: nameAt(spreadIndex(n)), limit: 100 })),
    ),
    row('stats', await measureLatencies(5, () => backend.invitations.stats({}))),
  ]
  let isReading = true
  const reading = downloadWholeList(server.url, cookie).finally(() => {
    isReading = false
  })
  const during: Awaited<ReturnType<typeof measureLatencies>>[] = []
  while (isReading) {
    during.push(await measureLatencies(1, () => scan(during.length)))
    await wait(2)
  }
  const { took } = await reading
  const waits = during.map(figures => figures['worst ms']).sort((a, b) => a - b)
  rows.push(row('whole list, streamed', { 'worst ms': rounded(took) }))
  rows.push(
    row('scan meanwhile', {
      'p50 ms': waits[Math.floor(waits.length / 2)]!,
      'p99 ms': waits[Math.floor(waits.length * 0.99)]!,
      'worst ms': waits.at(-1)!,
    }),
  )
  await measureLatencies(PEOPLE_PER_INVITATION, () => scan(0))
  rows.push(row(`scan of a code used ${PEOPLE_PER_INVITATION} times`, await measureLatencies(REPETITIONS * 10, () => scan(0))))
  await server.stop()
  return rows
}
