import http from 'node:http'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { API, contract, httpBackend, type LiveEvent } from '@hudur/core'
import { follow, type Stream } from '../api/testing/follow.ts'
import { openScannerConnection } from '../api/testing/open-door.ts'
import { startProduct } from '../api/testing/process.ts'
import { browserFetch } from '../api/testing/server.ts'
import { until } from '../drills/drill.ts'
import { percentile } from '../drills/gates.ts'
import { type Row, type Target, withTarget } from './api.ts'
import { signIn } from './scans.ts'

/** The scans whose time to the screen is measured, and the interval (ms) between two of them. */
const SCANS = 100
const INTERVAL_MS = 100

/** The scan load beside open streams: its connections, the invitations that it scans, and the length (ms) of a round. */
const CONNECTIONS = 64
const GUESTS = 5_000
const ROUND_MS = 5_000
const WARM_UP_MS = 2_000
const STREAMS = 500

/** The interval (ms) at which the server checks the rights of each stream, and how long before it the round of the checks begins. */
const CHECK_INTERVAL_MS = 30_000
const LEAD_MS = 1_000

/** The most streams of one account. A process serves those of two accounts. */
const MAX_OF_ACCOUNT = 1_000

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' } as const

const rounded = (value: number) => Math.round(value * 10) / 10

const cookiesOf = (cookie: string) => new Map(cookie.split('; ').map(each => each.split('=', 2) as [string, string]))

/** The streams of one event that a worker thread opens, and the memory in which it counts. */
type Crowd = { url: string; cookie: string; eventId: string; count: number; counts: Int32Array }

/** The positions of the counts: streams, refusals, streams that have a message, and messages. */
const [OPENED, REFUSED, SERVED, MESSAGES] = [0, 1, 2, 3]

/** The number of streams that are being opened at the same time. */
const LANES = 20

/**
 * Runs in a worker thread: opens the streams and counts what arrives. Real followers have their own machines. Here the thread runs at low
 * priority, so that it takes less CPU time from the server.
 */
async function openStreams({ url, cookie, eventId, count, counts }: Crowd) {
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const headers = { accept: 'text/event-stream', cookie }
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const request = http.get(`${url}${API}/events/live.php?id=${eventId}`, { headers }, response => {
        const isStream = response.statusCode === 200
        Atomics.add(counts, isStream ? OPENED : REFUSED, 1)
        let isServed = false
        response.on('data', (chunk: Buffer) => {
          if (!isStream || !chunk.includes('data: ')) return
          Atomics.add(counts, MESSAGES, 1)
          if (!isServed) Atomics.add(counts, SERVED, 1)
          isServed = true
        })
        response.on('error', reject)
        resolve()
      })
      request.on('error', reject)
    })
  let next = 0
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (next++ < count) await open()
    }),
  )
}

if (!isMainThread) void openStreams(workerData as Crowd)

/** Opens streams of an event in a worker thread. Resolves when each has its first message or is refused. */
async function openCrowd(given: Omit<Crowd, 'counts'>) {
  const counts = new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(import.meta.filename, { workerData: { ...given, counts } satisfies Crowd })
  let failure: unknown
  worker.on('error', error => {
    failure = error
  })
  const at = (position: number) => Atomics.load(counts, position)
  await until(`${given.count} streams have their first message or are refused`, () => {
    if (failure) throw failure
    return at(SERVED) + at(REFUSED) === given.count
  })
  return {
    served: at(SERVED),
    refused: at(REFUSED),
    messages: () => at(MESSAGES),
    /** Closes the streams. Throws when a stream has failed. */
    async close() {
      await worker.terminate()
      if (failure) throw failure
    },
  }
}

/** Returns a metric of the server process at `url`. */
async function readMetric(url: string, name: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}

/** Records when each admission was first contained in a message: the number n at position n - 1. */
function recordArrivals(stream: Stream<LiveEvent>) {
  const shownAt: number[] = []
  async function record() {
    for (let figures = await stream.next(); figures; figures = await stream.next())
      while (shownAt.length < figures.arrived) shownAt.push(performance.now())
  }
  // Closing the stream rejects the read that waits.
  record().catch(() => {})
  return shownAt
}

/** Measures the time from a scan at one process to the message with it, for followers at another process and at the same one. */
async function scanToScreen({ on, env }: Target) {
  const [scanning, showing] = [await startProduct(env), await startProduct(env)]
  const { backend, cookie } = await signIn(scanning.url)
  const guests = Array.from({ length: SCANS }, (_, n) => ({ ...EVENT, guestName: `ضيف رقم ${n}` }))
  const created = await backend.invitations.create({ invitations: guests })
  const fetchAs = browserFetch(cookiesOf(cookie))
  const streamAt = (url: string) => follow<LiveEvent>(fetchAs, url, created[0]!.eventId!)
  const streams = [await streamAt(showing.url), await streamAt(scanning.url)] as const
  const [elsewhere, here] = [recordArrivals(streams[0]), recordArrivals(streams[1])]
  // The listening connections of both processes are tested before their notifications count.
  await wait(1_000)

  const [sentAt, answeredAt]: [number[], number[]] = [[], []]
  const start = performance.now()
  for (const [n, { id }] of created.entries()) {
    await wait(Math.max(0, start + n * INTERVAL_MS - performance.now()))
    sentAt.push(performance.now())
    await backend.scanning.check({ qr_code: id, source: 'camera', nonce: `bench-${n}` })
    answeredAt.push(performance.now())
  }
  await until('every scan is on both screens', () => elsewhere.length === SCANS && here.length === SCANS)
  for (const stream of streams) stream.close()
  await Promise.all([scanning.stop(), showing.stop()])

  const row = (measurement: string, from: number[], to: number[], goal?: string) => {
    const took = to.map((time, n) => time - from[n]!)
    return {
      ...{ what: measurement, on, times: took.length },
      ...{ 'median ms': rounded(percentile(took, 0.5)), 'p95 ms': rounded(percentile(took, 0.95)), 'worst ms': rounded(Math.max(...took)) },
      ...(goal !== undefined && { goal }),
    }
  }
  return [
    row('reference: scan sent to its answer', sentAt, answeredAt),
    row('reference: scan sent to a screen at the same process', sentAt, here),
    row('scan sent to a screen at another process', sentAt, elsewhere, 'median < 1,000 ms, p95 < 2,000 ms'),
    row('scan answered to a screen at another process', answeredAt, elsewhere),
  ]
}

/** A row of a round of scans: `Row` with what streams may change. */
type RoundRow = Row & { 'p99 of the reference'?: string; 'CPU ms of a scan': number; 'messages per second'?: number }

/** The latencies (ms) of some rounds, their length (ms), the CPU time (s) of the server, and the messages of streams. */
type Rounds = { took: number[]; ms: number; cpu: number; messages: number }

const emptyRounds = (): Rounds => ({ took: [], ms: 0, cpu: 0, messages: 0 })

/**
 * Measures scans as fast as the server answers, without and with 500 streams of the same event at the same process, in rounds beside each
 * other; then while the server checks the rights of all streams.
 */
async function scansBesideStreams({ on, env }: Target): Promise<RoundRow[]> {
  const server = await startProduct(env)
  const { backend, cookie } = await signIn(server.url)
  const created = await backend.invitations.create({
    invitations: Array.from({ length: GUESTS }, () => ({ ...EVENT, generationType: 'count' as const, maxScans: 1_000 })),
  })
  const eventId = created[0]!.eventId!
  const scanners = Array.from({ length: CONNECTIONS }, () => openScannerConnection(server.url, cookiesOf(cookie)))
  let scans = 0

  async function runRound(rounds: Rounds, crowd?: { messages: () => number }, ms = ROUND_MS) {
    const cpuBefore = await readMetric(server.url, 'process_cpu_seconds_total')
    const messagesBefore = crowd?.messages() ?? 0
    const start = performance.now()
    await Promise.all(
      scanners.map(async scanner => {
        while (performance.now() < start + ms) {
          const n = scans++
          const sentAt = performance.now()
          const outcome = await scanner.scan(created[n % GUESTS]!.id, `bench-${n}`)
          if (outcome !== 'admitted') throw new Error(`a scan was ${outcome}`)
          rounds.took.push(performance.now() - sentAt)
        }
      }),
    )
    rounds.ms += performance.now() - start
    rounds.messages += (crowd?.messages() ?? 0) - messagesBefore
    rounds.cpu += (await readMetric(server.url, 'process_cpu_seconds_total')) - cpuBefore
  }

  const open = () => openCrowd({ url: server.url, cookie, eventId, count: STREAMS })
  async function close(crowd: Awaited<ReturnType<typeof open>>) {
    await crowd.close()
    await until('the server has closed all streams', async () => (await readMetric(server.url, 'hudur_streams')) === 0)
  }

  const [without, beside, checking] = [emptyRounds(), emptyRounds(), emptyRounds()]
  await runRound(emptyRounds(), undefined, WARM_UP_MS)
  await runRound(without)
  const first = await open()
  await runRound(beside, first)
  await close(first)
  await runRound(without)
  const openedAt = performance.now()
  const second = await open()
  await runRound(beside, second)
  await wait(Math.max(0, openedAt + CHECK_INTERVAL_MS - LEAD_MS - performance.now()))
  await runRound(checking, second)
  await close(second)
  for (const scanner of scanners) scanner.close()
  await server.stop()

  const figures = ({ took, ms, cpu }: Rounds) => ({
    'per second': Math.round((took.length / ms) * 1_000),
    'p50 ms': rounded(percentile(took, 0.5)),
    'p99 ms': rounded(percentile(took, 0.99)),
    'CPU ms of a scan': Math.round((cpu / took.length) * 1e6) / 1e3,
  })
  const reference = figures(without)
  const row = (measurement: string, rounds: Rounds): RoundRow => {
    const measured = figures(rounds)
    return {
      ...{ what: measurement, on, ...measured },
      'of the reference': (measured['per second'] / reference['per second']).toFixed(2),
      'p99 of the reference': (measured['p99 ms'] / reference['p99 ms']).toFixed(2),
      'messages per second': Math.round((rounds.messages / rounds.ms) * 1_000),
    }
  }
  return [
    { what: 'reference: scans without streams', on, ...reference, 'of the reference': '1.00', 'p99 of the reference': '1.00' },
    row(`scans beside ${STREAMS} streams (goal: 0.90)`, beside),
    row(`scans while the rights of ${STREAMS} streams are checked`, checking),
  ]
}

/**
 * Opens as many streams as a process serves, and one more of an account and of the process. Returns rows with the memory of the process.
 * Throws when a stream has no message, or when one too many is not refused.
 */
async function mostStreams({ on, env }: Target) {
  const server = await startProduct(env)
  const { backend, cookie } = await signIn(server.url)

  /** Returns the cookie of a new account and its event. */
  async function newAccount(username: string) {
    const password = 'كلمة-سر طويلة 2'
    await backend.accounts.create({ fullName: username, username, password, generationLimit: 10 })
    const cookies = new Map<string, string>()
    const account = httpBackend(contract, { base: server.url, fetch: browserFetch(cookies) })
    await account.accounts.login({ username, password })
    const [invitation] = await account.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
    return { backend: account, eventId: invitation!.eventId!, cookie: [...cookies].map(each => each.join('=')).join('; ') }
  }
  const [invitation] = await backend.invitations.create({ invitations: [{ ...EVENT, guestName: 'علي' }] })
  const hosts = [{ backend, eventId: invitation!.eventId!, cookie }, await newAccount('second')]
  const late = await newAccount('late')

  /** Checks that another stream of the account is refused with 503 while its single request is answered. */
  async function checkRefusal({ backend: account, eventId, cookie: session }: typeof late) {
    const stream = await follow(browserFetch(cookiesOf(session)), server.url, eventId)
    if (stream.status !== 503) throw new Error(`one stream too many got ${stream.status}`)
    const { invited } = (await account.events.live({ id: eventId })) as LiveEvent
    if (invited !== 1) throw new Error('the single request got wrong figures')
  }

  const rows: Record<string, string | number>[] = []
  const note = async (measurement: string) => {
    const bytes = await readMetric(server.url, 'process_resident_memory_bytes')
    rows.push({ what: measurement, on, streams: await readMetric(server.url, 'hudur_streams'), 'RSS MB': Math.round(bytes / 1e6) })
  }
  await note('reference: before the streams')
  const crowds: Awaited<ReturnType<typeof openCrowd>>[] = []
  for (const host of hosts) {
    const crowd = await openCrowd({ url: server.url, cookie: host.cookie, eventId: host.eventId, count: MAX_OF_ACCOUNT })
    crowds.push(crowd)
    if (crowd.served !== MAX_OF_ACCOUNT) throw new Error(`${crowd.served} streams have a message, ${crowd.refused} were refused`)
    await checkRefusal(host)
    await note(`${crowds.length * MAX_OF_ACCOUNT} with a message; the next of the account gets 503, its single request 200`)
  }
  await checkRefusal(late)
  await note('the first of another account gets 503, its single request 200')
  for (const crowd of crowds) await crowd.close()
  await server.stop()
  return rows
}

/**
 * Measures live figures: the time from a scan to a screen at another process on PostgreSQL, scans beside 500 open streams, and the memory
 * of the most streams that a process serves. Each stands beside a reference of the same run.
 */
export async function bench() {
  const toScreen = await withTarget('PostgreSQL', scanToScreen)
  const besideStreams: RoundRow[] = []
  const most: Record<string, string | number>[] = []
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    besideStreams.push(...(await withTarget(engine, scansBesideStreams)))
    most.push(...(await withTarget(engine, mostStreams)))
  }
  // biome-ignore lint/suspicious/noConsole: the tables are what this program is for
  for (const rows of [toScreen, besideStreams, most]) console.table(rows)
}
