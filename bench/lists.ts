import { setTimeout as wait } from 'node:timers/promises'
import { addMany, idAt, nameAt } from '../api/testing/many-invitations.ts'
import { startProduct } from '../api/testing/process.ts'
import type { Row, Target } from './api.ts'
import { signIn } from './scans.ts'

/** How often each call is timed. */
const TIMES = 30
/** How many persons the invitation of the last measurement admits; all are admitted, so that a further scan is refused as used. */
const PERSONS = 1_000
const rounded = (ms: number) => Math.round(ms * 10) / 10

/** Sends a call `count` times, one after another, and returns the percentiles of its time (ms). */
export async function timed(count: number, ask: (n: number) => Promise<unknown>) {
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

/** Reads a whole list to its end and discards its rows. Returns the time (ms) and the size (bytes). */
async function readWhole(base: string, cookie: string) {
  const start = performance.now()
  const response = await fetch(`${base}/api/invitations/list.php`, { headers: { cookie } })
  let bytes = 0
  for await (const part of response.body!) bytes += part.length
  return { took: performance.now() - start, bytes }
}

/** Measures scans, searches, lists and figures on a server with `size` invitations. */
export async function figuresOfLists(target: Target, size: number): Promise<Row[]> {
  const server = await startProduct(target.env)
  const { backend, user, cookie } = await signIn(server.url)
  await addMany({ databaseUrl: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR }, user.id, size)
  const row = (measurement: string, figures: Omit<Row, 'what' | 'on'>): Row => ({
    what: `${measurement}, ${size / 1000}k`,
    on: target.on,
    ...figures,
  })
  /** Maps consecutive numbers to invitations that are far apart. */
  const spreadIndex = (n: number) => (n * 7919 + 13) % size
  let scanNumber = 0
  const scan = (n: number) => backend.scanning.check({ qr_code: idAt(spreadIndex(n)), nonce: `scan-${scanNumber++}` })

  const rows = [
    row('scan by id, one after another', await timed(TIMES * 10, scan)),
    row('scan by whole name', await timed(TIMES, n => backend.scanning.check({ qr_code: nameAt(spreadIndex(n)), source: 'typed' }))),
    row('guests by part of a name', await timed(TIMES, n => backend.scanning.candidates({ search: nameAt(spreadIndex(n)) }))),
    row('first page of 100', await timed(TIMES, () => backend.invitations.list({ limit: 100 }))),
    row('first page of a search', await timed(TIMES, n => backend.invitations.list({ search: nameAt(spreadIndex(n)), limit: 100 }))),
    row('stats', await timed(5, () => backend.invitations.stats({}))),
  ]
  let isReading = true
  const reading = readWhole(server.url, cookie).finally(() => {
    isReading = false
  })
  const during: Awaited<ReturnType<typeof timed>>[] = []
  while (isReading) {
    during.push(await timed(1, () => scan(during.length)))
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
  await timed(PERSONS, () => scan(0))
  rows.push(row(`scan of a code used ${PERSONS} times`, await timed(TIMES * 10, () => scan(0))))
  await server.stop()
  return rows
}
