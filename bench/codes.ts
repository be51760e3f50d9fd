import { type DatabaseTarget, onEachEngine } from '../api/testing/empty-database.ts'
import { createReusableInvitations, openGates } from '../api/testing/gates.ts'
import { percentile } from '../api/testing/percentile.ts'
import { startProcess, startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { printTable } from './figures.ts'
import { CODE_KINDS, type CodeResponse, requestUnknownCodes } from './guesser.ts'

/** The total number of codes that are requested, and the number of rounds among which they are divided. */
const CODE_COUNT = 50_000
const ROUNDS = 5

/** The number of gates, each with four scans a second. With rate limits, the session that they share may send 200 requests a second. */
const GATE_COUNTS = { off: 64, on: 32 } as const

/** The minimum number of requests a second in a round; the sender aims at 1,000. Rounds with fewer would compare different loads. */
const MIN_PER_SECOND = 900

const roundToHundredth = (value: number) => Math.round(value * 100) / 100
const toTableRow = (measurement: string, on: string, took: readonly number[]) => ({
  ...{ what: measurement, on, times: took.length },
  ...{ 'p50 ms': roundToHundredth(percentile(took, 0.5)), 'p99 ms': roundToHundredth(percentile(took, 0.99)) },
})

/**
 * Measures scans at a steady pace while 50,000 requests ask for the guest pages of codes that no invitation has. The reference is scans
 * while a bare server gets as many requests, because the senders and the server share the processors of this machine. Rounds of both
 * alternate. Without rate limits the result is as if each request came from another IP address; with rate limits all requests come from
 * one. Throws when the responses to different kinds of codes differ.
 */
async function measureScansBesideGuesses({ on, env }: DatabaseTarget, limits: keyof typeof GATE_COUNTS) {
  const server = await startProduct({ ...env, RATE_LIMIT: limits })
  const { backend, cookies } = await signIn(server.url)
  const existing = (await createReusableInvitations(backend, 1_000)).map(({ code }) => code)
  const deleted = existing.splice(0, 100)
  for (const id of deleted) await backend.invitations.remove({ id })
  const unknown = await fetch(`${server.url}/i/${'A'.repeat(20)}`)
  const bare = await startProcess('bench/bare-page-server.ts', [`${(await unknown.arrayBuffer()).byteLength}`], {})
  const gates = openGates(server.url, cookies, existing.slice(0, GATE_COUNTS[limits]))
  await gates.scanWhile(elapsed => elapsed < 5_000)

  /** Returns the latencies of scans during one round of codes, and the responses that the sender of the codes received. */
  async function scanBesideGuesses(url: string) {
    let isOver = false
    const guesses = requestUnknownCodes({ url, tries: CODE_COUNT / ROUNDS, existing, deleted }).finally(() => {
      isOver = true
    })
    const start = performance.now()
    const [learnt, waits] = await Promise.all([guesses, gates.scanWhile(() => !isOver)])
    const perSecond = (learnt.length * 1_000) / (performance.now() - start)
    if (perSecond < MIN_PER_SECOND) throw new Error(`only ${Math.round(perSecond)} codes a second were sent`)
    return { learnt, waits }
  }
  const [alone, besideBare, beside, learnt] = [[] as number[], [] as number[], [] as number[], [] as CodeResponse[]]
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await gates.scanWhile(elapsed => elapsed < 5_000)))
    besideBare.push(...(await scanBesideGuesses(bare.url)).waits)
    const product = await scanBesideGuesses(server.url)
    beside.push(...product.waits)
    learnt.push(...product.learnt)
  }
  if (gates.lost.length > 0) throw new Error(`a scan was ${gates.lost[0]}`)
  gates.close()
  await Promise.all([server.stop(), bare.stop()])

  const found = learnt.filter(({ status }) => status !== 429)
  const answers = new Set(found.map(({ status, bytes }) => `${status}, ${bytes} bytes`))
  if (answers.size !== 1) throw new Error(`the answers differ: ${[...answers].join('; ')}`)
  const reference = toTableRow(`reference: scans beside ${CODE_COUNT} requests to a bare server, limits ${limits}`, on, besideBare)
  const scans = toTableRow(`scans beside ${CODE_COUNT} made-up codes, ${learnt.length - found.length} refused by limits`, on, beside)
  const compared = [
    toTableRow(`scans at ${GATE_COUNTS[limits]} gates alone`, on, alone),
    reference,
    { ...scans, 'p99 of the reference': roundToHundredth(scans['p99 ms'] / reference['p99 ms']) },
  ]
  if (limits === 'on') return compared
  const latenciesOf = (kind: CodeResponse['kind']) => learnt.filter(each => each.kind === kind).map(({ ms }) => ms)
  const random = toTableRow(`a random code (${[...answers][0]})`, on, latenciesOf('random'))
  return [
    ...compared,
    random,
    ...CODE_KINDS.slice(1).map(kind => {
      const row = toTableRow(`a code: ${kind}`, on, latenciesOf(kind))
      return { ...row, 'p50 of a random code': roundToHundredth(row['p50 ms'] / random['p50 ms']) }
    }),
  ]
}

export async function bench() {
  for (const limits of ['off', 'on'] as const) printTable(await onEachEngine(target => measureScansBesideGuesses(target, limits)))
}
