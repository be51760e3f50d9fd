import { setTimeout as wait } from 'node:timers/promises'
import { addManyInvitations, guestNameAt, invitationIdAt } from '../api/testing/many-invitations.ts'
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
const roundToTenth = (ms: number) => Math.round(ms * 10) / 10

/** Calls `ask` `count` times, one after another. Returns percentiles of the latency (ms). */
export async function measureLatencies(count: number, ask: (n: number) => Promise<unknown>) {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    await ask(n)
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  const percentileAt = (part: number) => roundToTenth(took[Math.min(took.length - 1, Math.floor(took.length * part))]!)
  return { 'p50 ms': percentileAt(0.5), 'p99 ms': percentileAt(0.99), 'worst ms': percentileAt(1) }
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
  const toFigureRow = (measurement: string, figures: Omit<FigureRow, 'what' | 'on'>): FigureRow => ({
    what: `${measurement}, ${size / 1000}k`,
    on: target.on,
    ...figures,
  })
  /** Maps consecutive numbers to the indexes of invitations that are far apart in the table. */
  const spreadIndex = (n: number) => (n * 7919 + 13) % size
  let scanNumber = 0
  const scanInvitation = (n: number) => backend.scanning.check({ qr_code: invitationIdAt(spreadIndex(n)), nonce: `scan-${scanNumber++}` })

  const rows = [
    toFigureRow('scan by id, one after another', await measureLatencies(REPETITIONS * 10, scanInvitation)),
    toFigureRow(
      'scan by whole name',
      await measureLatencies(REPETITIONS, n => backend.scanning.check({ qr_code: guestNameAt(spreadIndex(n)), source: 'typed' })),
    ),
    toFigureRow(
      'guests by part of a name',
      await measureLatencies(REPETITIONS, n => backend.scanning.candidates({ search: guestNameAt(spreadIndex(n)) })),
    ),
    toFigureRow('first page of 100', await measureLatencies(REPETITIONS, () => backend.invitations.list({ limit: 100 }))),
    toFigureRow(
      'first page of a search',
      await measureLatencies(REPETITIONS, n => backend.invitations.list({ search: guestNameAt(spreadIndex(n)), limit: 100 })),
    ),
    toFigureRow('stats', await measureLatencies(5, () => backend.invitations.stats({}))),
  ]
  let isReading = true
  const reading = downloadWholeList(server.url, cookie).finally(() => {
    isReading = false
  })
  const during: Awaited<ReturnType<typeof measureLatencies>>[] = []
  while (isReading) {
    during.push(await measureLatencies(1, () => scanInvitation(during.length)))
    await wait(2)
  }
  const { took } = await reading
  const waits = during.map(figures => figures['worst ms']).sort((a, b) => a - b)
  rows.push(toFigureRow('whole list, streamed', { 'worst ms': roundToTenth(took) }))
  rows.push(
    toFigureRow('scan meanwhile', {
      'p50 ms': waits[Math.floor(waits.length / 2)]!,
      'p99 ms': waits[Math.floor(waits.length * 0.99)]!,
      'worst ms': waits.at(-1)!,
    }),
  )
  await measureLatencies(PEOPLE_PER_INVITATION, () => scanInvitation(0))
  rows.push(
    toFigureRow(`scan of a code used ${PEOPLE_PER_INVITATION} times`, await measureLatencies(REPETITIONS * 10, () => scanInvitation(0))),
  )
  await server.stop()
  return rows
}
