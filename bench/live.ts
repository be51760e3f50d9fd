import http from 'node:http'
import os from 'node:os'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { LiveEventFigures } from '@hudur/core/events/contract'
import { API_PREFIX } from '@hudur/core/wire'
import { withDatabase } from '../api/testing/empty-database.ts'
import { type FiguresStream, followFigures } from '../api/testing/follow.ts'
import { createReusableInvitations, openGates } from '../api/testing/gates.ts'
import { openLink } from '../api/testing/link-device.ts'
import { percentile } from '../api/testing/percentile.ts'
import { openScannerConnection } from '../api/testing/scanner-connection.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { type BenchServer, benchOnBothEngines, percentilesOf, printTable, roundToTenth, withSignedInServer } from './figures.ts'

/** The number of scans whose time until they appear on a screen is measured, and the interval (ms) between two of them. */
const SCAN_COUNT = 100
const INTERVAL_MS = 100

/** The load of scans while streams are open: connections, the invitations that they scan, and the length (ms) of a round. */
const CONNECTIONS = 64
const GUESTS = 5_000
const ROUND_MS = 5_000
const WARM_UP_MS = 5_000
const STREAMS = 500

/** The server checks the rights of each stream at this interval (ms). A measured round begins this long (ms) before a check. */
const CHECK_INTERVAL_MS = 30_000
const CHECK_LEAD_MS = 1_000

/** The maximum number of streams of one account. One server process accepts as many streams as two accounts may have. */
const MAX_STREAMS_PER_ACCOUNT = 1_000

/** The time (ms) from a scan to a screen at another process, and the rate of scans with streams as a share of the rate without. */
const GOALS = { medianMs: 1_000, p95Ms: 2_000, share: 0.9 }
/** Descriptions of the measurements that missed their goal. */
const missedGoals: string[] = []

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' } as const

/** The streams of one event that a worker thread opens, and the shared memory in which the thread counts. */
type StreamCrowd = { url: string; cookie: string; eventId: string; count: number; counts: Int32Array }

/** The indexes of the counts: opened streams, refused streams, streams that have received a message, and messages. */
const [OPENED_INDEX, REFUSED_INDEX, SERVED_INDEX, MESSAGES_INDEX] = [0, 1, 2, 3]

const CONCURRENT_OPENINGS = 20

/**
 * Runs in a worker thread. Opens the streams and counts their messages. Real followers have their own machines. Here the thread runs at low
 * priority, so that it takes less CPU time from the server.
 */
async function openStreams({ url, cookie, eventId, count, counts }: StreamCrowd) {
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const headers = { accept: 'text/event-stream', cookie }
  const openStream = () =>
    new Promise<void>((resolve, reject) => {
      const request = http.get(`${url}${API_PREFIX}/events/live.php?id=${eventId}`, { headers }, response => {
        const isStream = response.statusCode === 200
        Atomics.add(counts, isStream ? OPENED_INDEX : REFUSED_INDEX, 1)
        let isServed = false
        response.on('data', (chunk: Buffer) => {
          if (!isStream || !chunk.includes('data: ')) return
          Atomics.add(counts, MESSAGES_INDEX, 1)
          if (!isServed) Atomics.add(counts, SERVED_INDEX, 1)
          isServed = true
        })
        response.on('error', reject)
        resolve()
      })
      request.on('error', reject)
    })
  let next = 0
  await Promise.all(
    Array.from({ length: CONCURRENT_OPENINGS }, async () => {
      while (next++ < count) await openStream()
    }),
  )
}

if (!isMainThread) void openStreams(workerData as StreamCrowd)

/** Opens streams of an event in a worker thread. Resolves when each stream has received its first message or was refused. */
async function openStreamsInWorker(given: Omit<StreamCrowd, 'counts'>) {
  const counts = new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(import.meta.filename, { workerData: { ...given, counts } satisfies StreamCrowd })
  let failure: unknown
  worker.on('error', error => {
    failure = error
  })
  const readCount = (position: number) => Atomics.load(counts, position)
  await waitUntil(`${given.count} streams have their first message or are refused`, () => {
    if (failure) throw failure
    return readCount(SERVED_INDEX) + readCount(REFUSED_INDEX) === given.count
  })
  return {
    served: readCount(SERVED_INDEX),
    refused: readCount(REFUSED_INDEX),
    messages: () => readCount(MESSAGES_INDEX),
    /** Closes the streams. Throws when a stream has failed. */
    async close() {
      await worker.terminate()
      if (failure) throw failure
    },
  }
}

/** Returns the value of a metric of the server process at `url`. */
async function readMetric(url: string, name: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}

/** Records when a screen shows each admission: position n - 1 has the time of the first message that counts at least n people. */
function recordArrivals(stream: FiguresStream<LiveEventFigures>) {
  const shownAt: number[] = []
  async function recordMessages() {
    for (let figures = await stream.next(); figures; figures = await stream.next())
      while (shownAt.length < figures.arrived) shownAt.push(performance.now())
  }
  // Closing the stream rejects the pending read, which needs no handling.
  recordMessages().catch(() => {})
  return shownAt
}

/**
 * Measures the time from a scan at one process until the message about it arrives, for followers at another process and at the same
 * process. Measures first with an event that has only the scanned guests, then with an event of 5,000 guests, whose figures take longer to
 * read.
 */
async function measureScanToScreen({ on, url, backend, fetch: fetchAs }: BenchServer, showing: BenchServer) {
  async function measureEvent(size: number) {
    const guests = Array.from({ length: size }, (_, n) => ({ ...EVENT, eventName: `قياس ${size}`, guestName: `ضيف رقم ${n}` }))
    const created = await backend.invitations.create({ invitations: guests })
    const eventId = created[0]!.eventId!
    const link = await openLink(showing.url, await backend.links.create({ eventId, role: 'live', name: 'شاشة القاعة' }))
    const streams = [
      await followFigures<LiveEventFigures>(fetchAs, showing.url, eventId),
      await followFigures<LiveEventFigures>(fetchAs, url, eventId),
      await followFigures<LiveEventFigures>(link.fetch, showing.url),
    ]
    const [elsewhere, here, byLink] = streams.map(recordArrivals) as [number[], number[], number[]]
    // The processes first test their listening connections to PostgreSQL. Until then they do not use its notifications.
    await wait(1_000)

    const [sentAt, answeredAt]: [number[], number[]] = [[], []]
    const start = performance.now()
    for (const [n, { id }] of created.slice(0, SCAN_COUNT).entries()) {
      await wait(Math.max(0, start + n * INTERVAL_MS - performance.now()))
      sentAt.push(performance.now())
      await backend.checkIn.check({ qr_code: id, source: 'camera', nonce: `bench-${size}-${n}` })
      answeredAt.push(performance.now())
    }
    await waitUntil('every scan is on all screens', () => [elsewhere, here, byLink].every(shownAt => shownAt.length === SCAN_COUNT))
    for (const stream of streams) stream.close()

    const toLatencyRow = (measurement: string, from: number[], to: number[], { hasGoal = false } = {}) => {
      const took = to.map((time, n) => time - from[n]!)
      const [median, p95, worst] = [0.5, 0.95, 1].map(share => roundToTenth(percentile(took, share))) as [number, number, number]
      const goal = hasGoal ? `median < ${GOALS.medianMs} ms, p95 < ${GOALS.p95Ms} ms` : undefined
      if (hasGoal && (median >= GOALS.medianMs || p95 >= GOALS.p95Ms))
        missedGoals.push(`${measurement}, ${size} guests: median ${median} ms, p95 ${p95} ms; goal: ${goal}`)
      const figures = { times: took.length, 'median ms': median, 'p95 ms': p95, 'worst ms': worst }
      return { what: measurement, on, guests: size, ...figures, ...(goal !== undefined && { goal }) }
    }
    return [
      toLatencyRow('reference: scan sent to its answer', sentAt, answeredAt),
      toLatencyRow('reference: scan sent to a screen at the same process', sentAt, here),
      toLatencyRow('scan sent to a screen at another process', sentAt, elsewhere, { hasGoal: true }),
      toLatencyRow('scan sent to a link’s screen at another process', sentAt, byLink, { hasGoal: true }),
      toLatencyRow('scan answered to a screen at another process', answeredAt, elsewhere),
    ]
  }

  return [...(await measureEvent(SCAN_COUNT)), ...(await measureEvent(GUESTS))]
}

/**
 * The figures of several rounds: the latencies (ms) of the scans of each round, and for all rounds together the duration (ms), the CPU time
 * (s) of the server and the number of messages.
 */
type RoundFigures = { each: number[][]; ms: number; cpu: number; messages: number }

const newRoundFigures = (): RoundFigures => ({ each: [], ms: 0, cpu: 0, messages: 0 })

/** A load of scans on the invitations of one event. `scanFor` scans for a given time and returns the latencies (ms). */
type ScanLoad = { name: string; scanFor: (ms: number) => Promise<number[]>; close: () => void }

/** Creates a load that scans over all connections as fast as the server responds. */
function createFastLoad({ url, cookies }: BenchServer, ids: readonly string[]): ScanLoad {
  const scanners = Array.from({ length: CONNECTIONS }, () => openScannerConnection(url, cookies))
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

/** Creates a load that scans four times a second over each connection. */
function createSteadyLoad({ url, cookies }: BenchServer, ids: readonly string[]): ScanLoad {
  const gates = openGates(url, cookies, ids.slice(0, CONNECTIONS))
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

/** Returns the table row for several rounds, compared with those of `reference`. */
function toLoadRow(measurement: string, on: string, { each, ms, cpu, messages }: RoundFigures, reference: RoundFigures) {
  const took = each.flat()
  const { 'p50 ms': p50, 'p99 ms': p99 } = percentilesOf(took)
  const share = took.length / ms / (reference.each.flat().length / reference.ms)
  if (share < GOALS.share) missedGoals.push(`${measurement}, ${on}: ${share.toFixed(2)} of the reference; goal: ${GOALS.share}`)
  return {
    ...{ what: measurement, on, 'per second': Math.round((took.length / ms) * 1_000), 'p50 ms': p50, 'p99 ms': p99 },
    'p99 of each round': each.map(waits => percentilesOf(waits)['p99 ms']).join(', '),
    'CPU ms of a scan': Math.round((cpu / took.length) * 1e6) / 1e3,
    'of the reference': share.toFixed(2),
    'p99 of the reference': (p99 / percentilesOf(reference.each.flat())['p99 ms']).toFixed(2),
    'messages per second': Math.round((messages / ms) * 1_000),
  }
}

/**
 * Measures scans of an event without streams and with 500 streams of the same event at the same process, in alternating rounds. With gates
 * at a steady pace it also measures the round in which the server checks the rights of all streams. At full speed the server reads the
 * figures slowly, so it sends few messages; at the steady pace it sends four messages a second to each stream.
 */
async function measureScansBesideStreams(server: BenchServer) {
  const { on, url, cookie, backend } = server

  /** Measures one kind of load on a new event. */
  async function measureLoad(createLoad: typeof createFastLoad, { withChecks }: { withChecks: boolean }) {
    const created = await createReusableInvitations(backend, GUESTS, `قياس ${createLoad.name}`)
    const eventId = created[0]!.eventId!
    const load = createLoad(
      server,
      created.map(({ id }) => id),
    )

    async function runRound(rounds: RoundFigures, messages = () => 0) {
      const [cpuBefore, messagesBefore] = [await readMetric(url, 'process_cpu_seconds_total'), messages()]
      const start = performance.now()
      rounds.each.push(await load.scanFor(ROUND_MS))
      rounds.ms += performance.now() - start
      rounds.messages += messages() - messagesBefore
      rounds.cpu += (await readMetric(url, 'process_cpu_seconds_total')) - cpuBefore
    }

    const [without, beside, checking] = [newRoundFigures(), newRoundFigures(), newRoundFigures()]
    await load.scanFor(WARM_UP_MS)
    for (const isLast of [false, true]) {
      await runRound(without)
      const openedAt = performance.now()
      const crowd = await openStreamsInWorker({ url, cookie, eventId, count: STREAMS })
      await runRound(beside, crowd.messages)
      if (withChecks && isLast) {
        await wait(Math.max(0, openedAt + CHECK_INTERVAL_MS - CHECK_LEAD_MS - performance.now()))
        await runRound(checking, crowd.messages)
      }
      await crowd.close()
      await waitUntil('the server has closed all streams', async () => (await readMetric(url, 'hudur_streams')) === 0)
    }
    load.close()
    return [
      toLoadRow(`reference: ${load.name}`, on, without, without),
      toLoadRow(`beside ${STREAMS} streams (goal: ${GOALS.share})`, on, beside, without),
      ...(withChecks ? [toLoadRow('and while their rights are checked', on, checking, without)] : []),
    ]
  }

  return [...(await measureLoad(createFastLoad, { withChecks: false })), ...(await measureLoad(createSteadyLoad, { withChecks: true }))]
}

/**
 * Opens as many streams as one process accepts, and one more for each account and for the process. Returns rows with the memory of the
 * process. Throws when a stream receives no message or when a surplus stream is not refused.
 */
async function measureMaxStreams(server: BenchServer) {
  const { on, url, backend } = server

  /** Creates an account and signs it in. */
  async function createAccount(username: string) {
    const credentials = { username, password: 'كلمة-سر طويلة 2' }
    await backend.accounts.create({ ...credentials, fullName: username, generationLimit: 10 })
    return signIn(url, credentials)
  }
  /** Creates an event with one guest. Returns the session of its owner and its id. */
  async function createEvent(owner: Awaited<ReturnType<typeof signIn>>) {
    const [invitation] = await owner.backend.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
    return { ...owner, eventId: invitation!.eventId! }
  }
  const hosts = [await createEvent(server), await createEvent(await createAccount('second'))]
  const late = await createEvent(await createAccount('late'))

  /** Checks that one more stream of the account is refused with 503, while a single request for the figures is answered. */
  async function checkRefusal(host: typeof late) {
    const stream = await followFigures(host.fetch, url, host.eventId)
    if (stream.status !== 503) throw new Error(`one stream too many got ${stream.status}`)
    const { invited } = (await host.backend.events.live({ id: host.eventId })) as LiveEventFigures
    if (invited !== 1) throw new Error('the single request got wrong figures')
  }

  const rows: Record<string, string | number>[] = []
  const addRow = async (measurement: string) => {
    const bytes = await readMetric(url, 'process_resident_memory_bytes')
    rows.push({ what: measurement, on, streams: await readMetric(url, 'hudur_streams'), 'RSS MB': Math.round(bytes / 1e6) })
  }
  await addRow('reference: before the streams')
  const crowds: Awaited<ReturnType<typeof openStreamsInWorker>>[] = []
  for (const host of hosts) {
    const crowd = await openStreamsInWorker({ url, cookie: host.cookie, eventId: host.eventId, count: MAX_STREAMS_PER_ACCOUNT })
    crowds.push(crowd)
    if (crowd.served !== MAX_STREAMS_PER_ACCOUNT) throw new Error(`${crowd.served} streams have a message, ${crowd.refused} were refused`)
    await checkRefusal(host)
    await addRow(`${crowds.length * MAX_STREAMS_PER_ACCOUNT} with a message; the next of the account gets 503, its single request 200`)
  }
  await checkRefusal(late)
  await addRow('the first of another account gets 503, its single request 200')
  for (const crowd of crowds) await crowd.close()
  return rows
}

/**
 * Measures live figures: the time from a scan to a screen at another process on PostgreSQL, scans with 500 open streams, and the memory
 * that the maximum number of streams needs. Each result is compared with a reference of the same run. When goals were missed, prints them
 * and exits with 1.
 */
export async function bench() {
  printTable(
    await withDatabase('PostgreSQL', target =>
      withSignedInServer(target, scanning => withSignedInServer(target, showing => measureScanToScreen(scanning, showing))),
    ),
  )
  await benchOnBothEngines(measureScansBesideStreams)
  await benchOnBothEngines(measureMaxStreams)
  for (const miss of missedGoals) process.stderr.write(`${miss}\n`)
  if (missedGoals.length > 0) process.exitCode = 1
}
