import http from 'node:http'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { ID_BYTES, idFrom } from '@hudur/core'
import { startProduct } from '../api/testing/process.ts'
import { openGates, percentile } from '../drills/gates.ts'
import { type Target, withTarget } from './api.ts'
import { signIn } from './scans.ts'

/** The codes that are tried, how many at the same time, and how many in a second. */
const TRIES = 50_000
const LANES = 8
const PER_SECOND = 1_000

/**
 * Gates that scan four times a second, and the length (ms) of the rounds without tries. With the limits on, the session of all gates may send
 * 200 requests a second.
 */
const GATES = { off: 64, on: 32 } as const
const ROUND_MS = 20_000

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' } as const

/** The kinds of codes that no invitation has, in the order in which they are tried. */
const KINDS = ['random', 'one character off', 'deleted', 'another length'] as const
type Kind = (typeof KINDS)[number]

type Guesser = { url: string; existing: readonly string[]; deleted: readonly string[] }

/** What a sender of codes learns: the kind of each code, and status, length (bytes) and time (ms) of its answer. */
type Learnt = { kind: Kind; status: number; bytes: number; ms: number }

const randomCode = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

function madeUp(n: number, { existing, deleted }: Guesser) {
  const kind = KINDS[n % KINDS.length]!
  const code = existing[n % existing.length]!
  if (kind === 'one character off') return { kind, code: code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A') }
  if (kind === 'deleted') return { kind, code: deleted[n % deleted.length]! }
  return { kind, code: kind === 'random' ? randomCode() : randomCode().slice(0, 1 + (n % 19)) }
}

/** Runs in a worker thread, at low priority: a guesser has a machine of its own. */
async function guess(given: Guesser): Promise<Learnt[]> {
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const agent = new http.Agent({ keepAlive: true, maxSockets: LANES })
  const learnt: Learnt[] = []
  const ask = (kind: Kind, code: string) =>
    new Promise<void>((resolve, reject) => {
      const sentAt = performance.now()
      const request = http.get(`${given.url}/i/${code}`, { agent }, response => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () => {
          learnt.push({ kind, status: response.statusCode!, bytes, ms: performance.now() - sentAt })
          resolve()
        })
        response.on('error', reject)
      })
      request.on('error', reject)
    })
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let n = next++; n < TRIES; n = next++) {
        const { kind, code } = madeUp(n, given)
        await wait(Math.max(0, start + (n * 1_000) / PER_SECOND - performance.now()))
        await ask(kind, code)
      }
    }),
  )
  agent.destroy()
  return learnt
}

if (!isMainThread) void guess(workerData as Guesser).then(learnt => parentPort!.postMessage(learnt))

const rounded = (value: number) => Math.round(value * 100) / 100
const rowOf = (measurement: string, on: string, took: readonly number[]) => ({
  ...{ what: measurement, on, times: took.length },
  ...{ 'p50 ms': rounded(percentile(took, 0.5)), 'p99 ms': rounded(percentile(took, 0.99)) },
})

/**
 * Scans at a steady pace without and beside 50,000 requests for pages of codes that no invitation has. With the limits off, it is as if each
 * request came from another address; with the limits on, all come from one. Throws when an answer differs by the kind of its code.
 */
async function guessesBesideScans({ on, env }: Target, limits: keyof typeof GATES) {
  const server = await startProduct({ ...env, RATE_LIMIT: limits })
  const { backend, cookie } = await signIn(server.url)
  const guest = { ...EVENT, generationType: 'count' as const, maxScans: 1_000 }
  const created = await backend.invitations.create({ invitations: Array.from({ length: 1_000 }, () => guest) })
  const codes = created.map(({ code }) => code)
  const deleted = codes.splice(0, 100)
  for (const id of deleted) await backend.invitations.remove({ id })
  const gates = openGates(server.url, cookie, codes.slice(0, GATES[limits]))
  const scanFor = (ms: number) => gates.scanWhile(elapsed => elapsed < ms)
  await scanFor(5_000)
  const before = await scanFor(ROUND_MS)

  const worker = new Worker(import.meta.filename, { workerData: { url: server.url, existing: codes, deleted } satisfies Guesser })
  let isOver = false
  const ended = new Promise<Learnt[]>((resolve, reject) => {
    worker.on('message', resolve)
    worker.on('error', reject)
  }).finally(() => {
    isOver = true
  })
  const [learnt, beside] = await Promise.all([ended, gates.scanWhile(() => !isOver)])
  await worker.terminate()
  const after = await scanFor(ROUND_MS)
  if (gates.lost.length > 0) throw new Error(`a scan was ${gates.lost[0]}`)
  gates.close()
  await server.stop()

  const found = learnt.filter(({ status }) => status !== 429)
  const answers = new Set(found.map(({ status, bytes }) => `${status}, ${bytes} bytes`))
  if (answers.size !== 1) throw new Error(`the answers differ: ${[...answers].join('; ')}`)
  const reference = rowOf(`reference: scans at ${GATES[limits]} gates, limits ${limits}`, on, [...before, ...after])
  const scans = rowOf(`scans beside ${TRIES} made-up codes, ${learnt.length - found.length} refused by limits`, on, beside)
  const timesOf = (kind: Kind) => learnt.filter(each => each.kind === kind).map(({ ms }) => ms)
  const random = rowOf(`a random code (${[...answers][0]})`, on, timesOf('random'))
  const compared = [reference, { ...scans, 'p99 of the reference': rounded(scans['p99 ms'] / reference['p99 ms']) }]
  if (limits === 'on') return compared
  return [
    ...compared,
    random,
    ...KINDS.slice(1).map(kind => {
      const row = rowOf(`a code: ${kind}`, on, timesOf(kind))
      return { ...row, 'p50 of a random code': rounded(row['p50 ms'] / random['p50 ms']) }
    }),
  ]
}

export async function bench() {
  const rows = []
  for (const engine of ['SQLite', 'PostgreSQL'] as const)
    for (const limits of ['off', 'on'] as const) rows.push(...(await withTarget(engine, target => guessesBesideScans(target, limits))))
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
}
