import http from 'node:http'
import os from 'node:os'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { API, contract, httpBackend, type LiveEvent } from '@hudur/core'
import { follow, type Stream } from '../api/testing/follow.ts'
import { openLink } from '../api/testing/link-device.ts'
import { type ServerProcess, startProduct } from '../api/testing/process.ts'
import { openScannerConnection } from '../api/testing/scanner-connection.ts'
import { browserFetch } from '../api/testing/server.ts'
import { until } from '../drills/drill.ts'
import { openGates, percentile } from '../drills/gates.ts'
import { type Row, type Target, withTarget } from './api.ts'
import { signIn } from './scans.ts'

/** The scans whose time to the screen is measured, and the interval (ms) between two of them. */
const SCANS = 100
const INTERVAL_MS = 100

/** The scan load beside open streams: its connections, the invitations that it scans, and the length (ms) of a round. */
const CONNECTIONS = 64
const GUESTS = 5_000
const ROUND_MS = 5_000
const WARM_UP_MS = 5_000
const STREAMS = 500

/** The interval (ms) at which the server checks the rights of each stream, and how long before it the round of the checks begins. */
const CHECK_INTERVAL_MS = 30_000
const LEAD_MS = 1_000

/** The most streams of one account. A process serves those of two accounts. */
const MAX_OF_ACCOUNT = 1_000

/** What the figures are held to: a scan on a screen of another process (ms), and the share of scans beside the streams. */
const GOALS = { medianMs: 1_000, p95Ms: 2_000, share: 0.9 }
/** The measurements that missed their goal. */
const misses: string[] = []

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

/** Starts a server and stops it after `use`, also when `use` fails. */
async function withServer<T>({ env }: Target, use: (server: ServerProcess) => Promise<T>) {
  const server = await startProduct(env)
  try {
    return await use(server)
  } finally {
    await server.stop()
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

/**
 * Measures the time from a scan at one process to the message with it, for followers at another process and at the same one. The event has
 * as many guests as are scanned, then 5,000, whose figures take longer to read.
 */
async function scanToScreen(on: string, scanning: ServerProcess, showing: ServerProcess) {
  const { backend, cookie } = await signIn(scanning.url)
  const fetchAs = browserFetch(cookiesOf(cookie))

  async function measureEvent(size: number) {
    const guests = Array.from({ length: size }, (_, n) => ({ ...EVENT, eventName: `قياس ${size}`, guestName: `ضيف رقم ${n}` }))
    const created = await backend.invitations.create({ invitations: guests })
    const eventId = created[0]!.eventId!
    const link = await openLink(showing.url, await backend.links.create({ eventId, role: 'live', name: 'شاشة القاعة' }))
    const streams = [
      await follow<LiveEvent>(fetchAs, showing.url, eventId),
      await follow<LiveEvent>(fetchAs, scanning.url, eventId),
      await follow<LiveEvent>(link.fetch, showing.url),
    ] as const
    const [elsewhere, here, byLink] = [recordArrivals(streams[0]), recordArrivals(streams[1]), recordArrivals(streams[2])]
    // The listening connections of both processes are tested before their notifications count.
    await wait(1_000)

    const [sentAt, answeredAt]: [number[], number[]] = [[], []]
    const start = performance.now()
    for (const [n, { id }] of created.slice(0, SCANS).entries()) {
      await wait(Math.max(0, start + n * INTERVAL_MS - performance.now()))
      sentAt.push(performance.now())
      await backend.scanning.check({ qr_code: id, source: 'camera', nonce: `bench-${size}-${n}` })
      answeredAt.push(performance.now())
    }
    await until('every scan is on all screens', () => [elsewhere, here, byLink].every(shownAt => shownAt.length === SCANS))
    for (const stream of streams) stream.close()

    const row = (measurement: string, from: number[], to: number[], { hasGoal = false } = {}) => {
      const took = to.map((time, n) => time - from[n]!)
      const [median, p95, worst] = [0.5, 0.95, 1 - 1e-9].map(share => rounded(percentile(took, share))) as [number, number, number]
      const goal = hasGoal ? `median < ${GOALS.medianMs} ms, p95 < ${GOALS.p95Ms} ms` : undefined
      if (hasGoal && (median >= GOALS.medianMs || p95 >= GOALS.p95Ms))
        misses.push(`${measurement}, ${size} guests: median ${median} ms, p95 ${p95} ms; goal: ${goal}`)
      const figures = { times: took.length, 'median ms': median, 'p95 ms': p95, 'worst ms': worst }
      return { what: measurement, on, guests: size, ...figures, ...(goal !== undefined && { goal }) }
    }
    return [
      row('reference: scan sent to its answer', sentAt, answeredAt),
      row('reference: scan sent to a screen at the same process', sentAt, here),
      row('scan sent to a screen at another process', sentAt, elsewhere, { hasGoal: true }),
      row('scan sent to a link’s screen at another process', sentAt, byLink, { hasGoal: true }),
      row('scan answered to a screen at another process', answeredAt, elsewhere),
    ]
  }

  return [...(await measureEvent(SCANS)), ...(await measureEvent(GUESTS))]
}

/** A row of the scans beside streams: `Row` with what streams may change. */
type LoadRow = Row & {
  'p99 of each round': string
  'p99 of the reference'?: string
  'CPU ms of a scan': number
  'messages per second'?: number
}

/** The latencies (ms) of some rounds, all and of each, their length (ms), the CPU time (s) of the server, and the messages of streams. */
type Rounds = { took: number[]; each: number[][]; ms: number; cpu: number; messages: number }

const emptyRounds = (): Rounds => ({ took: [], each: [], ms: 0, cpu: 0, messages: 0 })

/** Scans the invitations of an event. `scanFor` returns the latencies in milliseconds. */
type Load = { name: string; scanFor: (ms: number) => Promise<number[]>; close: () => void }

/** Scans over all connections as fast as the server answers. */
function fastLoad(url: string, cookie: string, ids: readonly string[]): Load {
  const scanners = Array.from({ length: CONNECTIONS }, () => openScannerConnection(url, cookiesOf(cookie)))
  let scans = 0
  return {
    name: 'scans as fast as possible',
    async scanFor(ms) {
      const took: number[] = []
      const end = performance.now() + ms
      await Promise.all(
        scanners.map(async scanner => {
          while (performance.now() < end) {
            const n = scans++
            const sentAt = performance.now()
            const outcome = await scanner.scan(ids[n % ids.length]!, `bench-${n}`)
            if (outcome !== 'admitted') throw new Error(`a scan was ${outcome}`)
            took.push(performance.now() - sentAt)
          }
        }),
      )
      return took
    },
    close() {
      for (const scanner of scanners) scanner.close()
    },
  }
}

/** Scans four times a second over each connection. */
function steadyLoad(url: string, cookie: string, ids: readonly string[]): Load {
  const gates = openGates(url, cookie, ids.slice(0, CONNECTIONS))
  return {
    name: `${CONNECTIONS} gates with four scans a second`,
    async scanFor(ms) {
      const took = await gates.scanWhile(elapsed => elapsed < ms)
      if (gates.lost.length > 0) throw new Error(`a scan was ${gates.lost[0]}`)
      return took
    },
    close: gates.close,
  }
}

/** Returns the row of some rounds; `reference` is the row to which it is compared. */
function rowOf(measurement: string, on: string, { took, each, ms, cpu, messages }: Rounds, reference?: LoadRow): LoadRow {
  const row = {
    ...{ what: measurement, on, 'per second': Math.round((took.length / ms) * 1_000) },
    ...{ 'p50 ms': rounded(percentile(took, 0.5)), 'p99 ms': rounded(percentile(took, 0.99)) },
    'p99 of each round': each.map(waits => rounded(percentile(waits, 0.99))).join(', '),
    'CPU ms of a scan': Math.round((cpu / took.length) * 1e6) / 1e3,
  }
  const share = row['per second'] / (reference ?? row)['per second']!
  if (share < GOALS.share) misses.push(`${measurement}, ${on}: ${share.toFixed(2)} of the reference; goal: ${GOALS.share}`)
  return {
    ...row,
    'of the reference': share.toFixed(2),
    'p99 of the reference': (row['p99 ms'] / (reference ?? row)['p99 ms']!).toFixed(2),
    ...(reference && { 'messages per second': Math.round((messages / ms) * 1_000) }),
  }
}

/**
 * Measures scans of an event without and with 500 streams of the same event at the same process, in rounds beside each other; of gates at a
 * steady pace also the round in which the server checks the rights of all streams. A server that scans as fast as it can reads the figures
 * slowly and therefore sends few messages; at the steady pace it sends four a second to each stream.
 */
async function scansBesideStreams(on: string, server: ServerProcess): Promise<LoadRow[]> {
  const { backend, cookie } = await signIn(server.url)

  /** Measures the load on an event of its own. */
  async function measureLoad(createLoad: typeof fastLoad, { withChecks }: { withChecks: boolean }) {
    const guest = { ...EVENT, eventName: `قياس ${createLoad.name}`, generationType: 'count' as const, maxScans: 1_000 }
    const created = await backend.invitations.create({ invitations: Array.from({ length: GUESTS }, () => guest) })
    const eventId = created[0]!.eventId!
    const ids = created.map(({ id }) => id)
    const load = createLoad(server.url, cookie, ids)

    async function runRound(rounds: Rounds, messages = () => 0) {
      const [cpuBefore, messagesBefore] = [await readMetric(server.url, 'process_cpu_seconds_total'), messages()]
      const start = performance.now()
      rounds.each.push(await load.scanFor(ROUND_MS))
      rounds.ms += performance.now() - start
      rounds.took = rounds.each.flat()
      rounds.messages += messages() - messagesBefore
      rounds.cpu += (await readMetric(server.url, 'process_cpu_seconds_total')) - cpuBefore
    }

    const [without, beside, checking] = [emptyRounds(), emptyRounds(), emptyRounds()]
    await load.scanFor(WARM_UP_MS)
    for (const isLast of [false, true]) {
      await runRound(without)
      const openedAt = performance.now()
      const crowd = await openCrowd({ url: server.url, cookie, eventId, count: STREAMS })
      await runRound(beside, crowd.messages)
      if (withChecks && isLast) {
        await wait(Math.max(0, openedAt + CHECK_INTERVAL_MS - LEAD_MS - performance.now()))
        await runRound(checking, crowd.messages)
      }
      await crowd.close()
      await until('the server has closed all streams', async () => (await readMetric(server.url, 'hudur_streams')) === 0)
    }
    load.close()
    const reference = rowOf(`reference: ${load.name}`, on, without)
    return [
      reference,
      rowOf(`beside ${STREAMS} streams (goal: ${GOALS.share})`, on, beside, reference),
      ...(withChecks ? [rowOf('and while their rights are checked', on, checking, reference)] : []),
    ]
  }

  return [...(await measureLoad(fastLoad, { withChecks: false })), ...(await measureLoad(steadyLoad, { withChecks: true }))]
}

/**
 * Opens as many streams as a process serves, and one more of an account and of the process. Returns rows with the memory of the process.
 * Throws when a stream has no message, or when one too many is not refused.
 */
async function mostStreams(on: string, server: ServerProcess) {
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
  return rows
}

/**
 * Measures live figures: the time from a scan to a screen at another process on PostgreSQL, scans beside 500 open streams, and the memory
 * of the most streams that a process serves. Each stands beside a reference of the same run. Lists the goals that were missed and lets the
 * process end with 1 then.
 */
export async function bench() {
  // biome-ignore lint/suspicious/noConsole: the tables are what this program is for
  const print = (rows: object[]) => console.table(rows)
  print(
    await withTarget('PostgreSQL', target =>
      withServer(target, scanning => withServer(target, showing => scanToScreen(target.on, scanning, showing))),
    ),
  )
  for (const measure of [scansBesideStreams, mostStreams]) {
    const rows: object[] = []
    for (const engine of ['SQLite', 'PostgreSQL'] as const)
      rows.push(...(await withTarget(engine, target => withServer<object[]>(target, server => measure(target.on, server)))))
    print(rows)
  }
  for (const miss of misses) process.stderr.write(`${miss}\n`)
  if (misses.length > 0) process.exitCode = 1
}
