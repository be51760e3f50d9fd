import { createHmac } from 'node:crypto'
import http from 'node:http'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type DatabaseTarget, onEachEngine } from '../api/testing/empty-database.ts'
import { addManyInvitations, invitationIdAt, queueManyMessages } from '../api/testing/many-invitations.ts'
import { percentile } from '../api/testing/percentile.ts'
import { findFreePort } from '../api/testing/postgres-server.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { META, startWhatsAppServer, statusOf, webhookWith, whatsappEnvironment } from '../api/testing/whatsapp-server.ts'
import { type BenchServer, percentilesOf, printTable, roundToTenth, spreadIndex, withSignedInServer } from './figures.ts'

/** The goals of docs/decisions/071-whatsapp.md. */
const GOALS = { handOverSeconds: 10, webhookMs: 1_000, scanRatio: 1.3, memoryMB: 30 }

const MESSAGES = 500
/** How many webhooks Meta sends at the same moment, and how many changes its largest one has. */
const WEBHOOKS = 1_000
const LARGE_PADDING = 2_400
/** Scans begin at this interval (ms) for this time (ms), whether or not earlier ones were answered, as those of several gates do. */
const SCAN_INTERVAL_MS = 25
const DURATION_MS = 20_000
const SCANNED_INVITATIONS = 20_000

const QUEUES = [1_000, 100_000]
const SENDING_MS = 8_000

type Row = { what: string; on: string; seen: string; goal: string; ok: 'yes' | 'NO' | '' }
type Meta = Awaited<ReturnType<typeof startWhatsAppServer>>

/** Returns a row of the table, and prints it at once. */
const rowOf = (on: string, what: string, seen: string, goal = '', isReached?: boolean): Row => {
  process.stdout.write(`${on}: ${what}: ${seen}\n`)
  if (isReached === false) process.exitCode = 1
  return { what, on, seen, goal, ok: isReached === undefined ? '' : isReached ? 'yes' : 'NO' }
}

/** Starts a server whose number is at a stand-in of Meta, without a limit of people. */
async function withOffice<T>(target: DatabaseTarget, use: (server: BenchServer, meta: Meta) => Promise<T>) {
  const meta = await startWhatsAppServer(() => new Date())
  Object.assign(meta.state, { limit: 'TIER_UNLIMITED', people: Number.POSITIVE_INFINITY, delayMs: 100 })
  // The picture would need an address with TLS.
  meta.state.templates.invitation.components.shift()
  const port = await findFreePort()
  const env = { ...target.env, ...whatsappEnvironment(meta.url, `http://127.0.0.1:${port}`), PORT: String(port) }
  try {
    return await withSignedInServer({ on: target.on, env }, server => use(server, meta))
  } finally {
    await meta.stop()
  }
}

type Posts = { url: string; texts: readonly string[] }

/** Posts all webhooks at the same moment, each on a connection of its own. Returns the statuses and times (ms) of the answers. */
async function postAtOnce({ url, texts }: Posts) {
  const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const path = `${url}/api/whatsapp/webhook.php`
  const signed = texts.map(text => ({ text, signature: createHmac('sha256', META.appSecret).update(text).digest('hex') }))
  const answers = await Promise.all(
    signed.map(
      ({ text, signature }) =>
        new Promise<{ status: number; ms: number }>((resolve, reject) => {
          const start = performance.now()
          const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
          const request = http.request(path, { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(text) } })
          request.on('response', response => {
            response.resume()
            response.on('end', () => resolve({ status: response.statusCode!, ms: performance.now() - start }))
          })
          request.on('error', reject)
          request.end(text)
        }),
    ),
  )
  agent.destroy()
  return answers
}

/** Posts webhooks in a worker, so that the scans of this thread are measured without its work. */
const postInWorker = (posts: Posts) =>
  new Promise<Awaited<ReturnType<typeof postAtOnce>>>((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: posts })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

if (!isMainThread) parentPort!.postMessage(await postAtOnce(workerData as Posts))

/** Creates invited guests, each with a number of their own. Returns the ids. */
async function inviteGuests({ backend }: BenchServer, count: number, first: number) {
  const created = await backend.invitations.create({
    invitations: Array.from({ length: count }, (_, n) => ({
      ...{ eventName: `زفاف ${first}`, eventDate: '2097-01-14', guestName: `ضيف ${n}`, generationType: 'names' as const },
      phone: `+9677710${String(first + n).padStart(5, '0')}`,
    })),
  })
  return created.map(({ id }) => id)
}

async function measureSending(server: BenchServer, meta: Meta): Promise<Row[]> {
  const { on, backend } = server
  const ids = await inviteGuests(server, MESSAGES, 0)
  const perSecond = new Map<number, number>()
  let refused = 0
  let limit = Number.POSITIVE_INFINITY
  meta.state.fault = () => {
    const second = Math.floor(performance.now() / 1_000)
    const count = (perSecond.get(second) ?? 0) + 1
    perSecond.set(second, count)
    if (count <= limit) return undefined
    refused++
    return { status: 429, code: 130429, retryAfter: 1 }
  }
  const send = async (some: string[]) => {
    const [start, before] = [performance.now(), meta.accepted.length]
    await backend.whatsapp.send({ ids: some })
    await waitUntil('all messages are accepted', () => meta.accepted.length === before + some.length, 120_000)
    return (performance.now() - start) / 1_000
  }
  const seconds = await send(ids)
  const most = Math.max(...perSecond.values())
  limit = 40
  const slowed = await send(await inviteGuests(server, 400, 1_000))
  meta.state.fault = () => undefined
  const [seen, goal] = [`${seconds.toFixed(1)} s, at most ${most} in a second`, `< ${GOALS.handOverSeconds} s`]
  return [
    rowOf(on, `${MESSAGES} messages handed over, from the press`, seen, goal, seconds < GOALS.handOverSeconds && most <= 90),
    rowOf(on, '400 messages to a Meta that takes 40 a second', `${slowed.toFixed(1)} s, ${refused} refused with 130429`),
  ]
}

async function measureWebhooks(server: BenchServer, meta: Meta): Promise<Row[]> {
  const { on, backend, url } = server
  await addManyInvitations(server.place, server.user.id, SCANNED_INVITATIONS)
  const before = meta.accepted.length
  const ids = await inviteGuests(server, WEBHOOKS, 2_000)
  await backend.whatsapp.send({ ids })
  await waitUntil('all messages are accepted', () => meta.accepted.length === before + WEBHOOKS, 60_000)
  const messages = meta.accepted.slice(before)
  let scanNumber = 0

  async function measureScans(beside: () => Promise<unknown> = async () => {}) {
    const times: number[] = []
    const scans: Promise<unknown>[] = []
    const calls = wait(DURATION_MS / 5).then(beside)
    for (const end = performance.now() + DURATION_MS; performance.now() < end; await wait(SCAN_INTERVAL_MS)) {
      const [n, start] = [scanNumber++, performance.now()]
      const scan = backend.checkIn.check({ qr_code: invitationIdAt(spreadIndex(n, SCANNED_INVITATIONS)), nonce: `scan-${n}` })
      // A scan without an answer counts with the time that it was waited for.
      scans.push(scan.catch(() => undefined).then(() => times.push(performance.now() - start)))
    }
    await Promise.all([...scans, calls])
    return percentilesOf(times)
  }

  const rows: Row[] = []
  async function post(what: string, texts: readonly string[]) {
    const answers = await postInWorker({ url, texts })
    const times = answers.map(({ ms }) => ms)
    const failed = answers.filter(({ status }) => status !== 200).length
    const seen = `p50 ${roundToTenth(percentile(times, 0.5))} ms, worst ${roundToTenth(Math.max(...times))} ms, ${failed} not 200`
    rows.push(rowOf(on, what, seen, `< ${GOALS.webhookMs} ms`, failed === 0 && Math.max(...times) < GOALS.webhookMs))
  }
  const report = (state: string) =>
    messages.map(message => JSON.stringify(webhookWith('messages', { statuses: [statusOf(message, state, new Date())] })))
  const pad = { pad: 'x'.repeat(LARGE_PADDING) }

  const without = await measureScans()
  const beside = await measureScans(async () => {
    await post(`${WEBHOOKS} webhooks at once, first statuses`, report('sent'))
    await wait(DURATION_MS / 3)
    const large = JSON.stringify(webhookWith('messages', { statuses: messages.map(one => statusOf(one, 'delivered', new Date(), pad)) }))
    await post(`one webhook with ${WEBHOOKS} changes, ${(large.length / 2 ** 20).toFixed(1)} MB`, [large])
  })
  await post(`${WEBHOOKS} webhooks at once, repeated`, report('sent'))
  const states = (await backend.invitations.list({})).rows.filter(({ whatsapp }) => whatsapp?.state === 'delivered').length
  rows.push(rowOf(on, 'guests whose state is right afterwards', `${states} of ${WEBHOOKS}`, '', states === WEBHOOKS))
  const ratio = beside['p99 ms'] / without['p99 ms']
  const summaryOf = (one: typeof beside) => `p50 ${one['p50 ms']} ms, p99 ${one['p99 ms']} ms, worst ${one['worst ms']} ms`
  rows.push(rowOf(on, `scans for ${DURATION_MS / 1_000} s without webhooks`, summaryOf(without)))
  const ratioText = `${summaryOf(beside)}: ${ratio.toFixed(2)} ×`
  rows.push(rowOf(on, 'scans beside these webhooks', ratioText, `p99 ≤ ${GOALS.scanRatio} ×`, ratio <= GOALS.scanRatio))
  return rows
}

async function readMemory(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)![1]) / 1e6
}

/** Sends from a queue of `size` messages for a while. Returns the highest memory (MB) of the server. */
async function measureMemory(server: BenchServer, meta: Meta, size: number) {
  await addManyInvitations(server.place, server.user.id, size)
  await queueManyMessages(server.place)
  await waitUntil('messages are sent', () => meta.accepted.length > 0)
  let most = 0
  for (const end = performance.now() + SENDING_MS; performance.now() < end; await wait(500))
    most = Math.max(most, await readMemory(server.url))
  return { most, sent: meta.accepted.length }
}

/**
 * Measures the sending of WhatsApp messages to a stand-in of Meta, its webhooks with scans beside them, and the memory with a long queue, on
 * each database engine. Exits with 1 when a goal is missed.
 */
export async function bench() {
  printTable(
    await onEachEngine(target =>
      withOffice(target, async (server, meta) => [...(await measureSending(server, meta)), ...(await measureWebhooks(server, meta))]),
    ),
  )
  const memory: Row[] = []
  for (const size of QUEUES)
    memory.push(
      ...(await onEachEngine(target =>
        withOffice(target, async (server, meta) => {
          const { most, sent } = await measureMemory(server, meta, size)
          return [{ ...rowOf(target.on, `memory with ${size} queued messages`, `${Math.round(most)} MB, ${sent} sent meanwhile`), most }]
        }),
      )),
    )
  printTable(memory)
}
