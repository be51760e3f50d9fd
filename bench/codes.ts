import { startProcess, startProduct } from '../api/testing/process.ts'
import { openGates, percentile } from '../drills/gates.ts'
import { type Target, withTarget } from './api.ts'
import { guess, KINDS, type Learnt } from './guesser.ts'
import { signIn } from './scans.ts'

/** The codes that are tried in all, and in how many rounds. */
const TRIES = 50_000
const ROUNDS = 5

/** Gates that scan four times a second. With the limits on, the session of all gates may send 200 requests a second. */
const GATES = { off: 64, on: 32 } as const

/** A round with fewer requests a second than this would compare loads of different size; the sender aims at 1,000. */
const LEAST_PER_SECOND = 900

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' } as const

const rounded = (value: number) => Math.round(value * 100) / 100
const rowOf = (measurement: string, on: string, took: readonly number[]) => ({
  ...{ what: measurement, on, times: took.length },
  ...{ 'p50 ms': rounded(percentile(took, 0.5)), 'p99 ms': rounded(percentile(took, 0.99)) },
})

/**
 * Scans at a steady pace beside 50,000 requests for pages of codes that no invitation has. The reference is scans beside as many requests
 * to a bare server, because the senders and the server share this machine's processors; the rounds of both alternate. With the limits off,
 * it is as if each request came from another address; with the limits on, all come from one. Throws when an answer differs by the kind of
 * its code.
 */
async function guessesBesideScans({ on, env }: Target, limits: keyof typeof GATES) {
  const server = await startProduct({ ...env, RATE_LIMIT: limits })
  const { backend, cookie } = await signIn(server.url)
  const guest = { ...EVENT, generationType: 'count' as const, maxScans: 1_000 }
  const created = await backend.invitations.create({ invitations: Array.from({ length: 1_000 }, () => guest) })
  const existing = created.map(({ code }) => code)
  const deleted = existing.splice(0, 100)
  for (const id of deleted) await backend.invitations.remove({ id })
  const unknown = await fetch(`${server.url}/i/${'A'.repeat(20)}`)
  const bare = await startProcess('bench/bare-page-server.ts', [`${(await unknown.arrayBuffer()).byteLength}`], {})
  const gates = openGates(server.url, cookie, existing.slice(0, GATES[limits]))
  await gates.scanWhile(elapsed => elapsed < 5_000)

  /** Returns the latencies of scans while one round of codes is sent to a server, and what their sender learnt. */
  async function besideGuesses(url: string) {
    let isOver = false
    const guesses = guess({ url, tries: TRIES / ROUNDS, existing, deleted }).finally(() => {
      isOver = true
    })
    const start = performance.now()
    const [learnt, waits] = await Promise.all([guesses, gates.scanWhile(() => !isOver)])
    const perSecond = (learnt.length * 1_000) / (performance.now() - start)
    if (perSecond < LEAST_PER_SECOND) throw new Error(`only ${Math.round(perSecond)} codes a second were sent`)
    return { learnt, waits }
  }
  const [alone, besideBare, beside, learnt] = [[] as number[], [] as number[], [] as number[], [] as Learnt[]]
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await gates.scanWhile(elapsed => elapsed < 5_000)))
    besideBare.push(...(await besideGuesses(bare.url)).waits)
    const product = await besideGuesses(server.url)
    beside.push(...product.waits)
    learnt.push(...product.learnt)
  }
  if (gates.lost.length > 0) throw new Error(`a scan was ${gates.lost[0]}`)
  gates.close()
  await Promise.all([server.stop(), bare.stop()])

  const found = learnt.filter(({ status }) => status !== 429)
  const answers = new Set(found.map(({ status, bytes }) => `${status}, ${bytes} bytes`))
  if (answers.size !== 1) throw new Error(`the answers differ: ${[...answers].join('; ')}`)
  const reference = rowOf(`reference: scans beside ${TRIES} requests to a bare server, limits ${limits}`, on, besideBare)
  const scans = rowOf(`scans beside ${TRIES} made-up codes, ${learnt.length - found.length} refused by limits`, on, beside)
  const compared = [
    rowOf(`scans at ${GATES[limits]} gates alone`, on, alone),
    reference,
    { ...scans, 'p99 of the reference': rounded(scans['p99 ms'] / reference['p99 ms']) },
  ]
  if (limits === 'on') return compared
  const timesOf = (kind: Learnt['kind']) => learnt.filter(each => each.kind === kind).map(({ ms }) => ms)
  const random = rowOf(`a random code (${[...answers][0]})`, on, timesOf('random'))
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
