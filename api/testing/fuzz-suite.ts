import { randomInt } from 'node:crypto'
import { inspectPicture } from '@hudur/core/cards/picture'
import { contract } from '@hudur/core/contract'
import type { Endpoint } from '@hudur/core/endpoint'
import { refusals } from '@hudur/core/refusals'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { createStorageFromTemplate, type DatabaseStorage, ENGINES, type Engine } from './engines.ts'
import { requestsFor } from './fuzz-requests.ts'
import { createFuzzWorld } from './fuzz-world.ts'
import { type HttpAnswer, type HttpRequest, openConnectionPool } from './http-lanes.ts'
import { QUICK_PASSWORDS_ENVIRONMENT, type ServerProcess, startProduct } from './process.ts'

/**
 * The seed of the requests. Every run has a new one; `FUZZ_SEED=…` repeats the requests of an earlier run. Each engine adds its index in
 * `ENGINES`, so that the engines get different requests.
 */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))

/** The factor by which the number of requests is multiplied: `FUZZ_ROUNDS=10` sends ten times as many as `npm test` does. */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1)

/**
 * The number of requests generated for an endpoint on each database engine; refused ones are sent again. Every run has other requests, so a
 * rare fault is found by many short runs as well as by a long one.
 */
const REQUESTS_PER_ENDPOINT = 25 * ROUNDS
/** The number of requests for an endpoint that hashes a password, which is slow on purpose. */
const PASSWORD_REQUESTS = 10 * ROUNDS
const CONNECTION_COUNT = 16
/** The timeout (ms) of a request: long enough for a busy machine, so that only a request that hangs fails. */
const TIMEOUT_MS = 30_000
/** The timeout (ms) of all requests of an endpoint together. */
const ENDPOINT_TIMEOUT_MS = 120_000 * ROUNDS

const endpoints = Object.entries(contract).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${noun}.${name}`, endpoint })),
)

const ARABIC = /[\u0600-\u06FF]/
const hasPassword = ({ input }: Endpoint) => Object.keys(input._zod.def.shape).some(field => /password/i.test(field))
const isRefused = ({ status }: HttpAnswer) => status >= 400

/** Returns what is wrong with a refusal; undefined when it has the documented shape, a known code and a text in Arabic. */
function faultOfRefusal({ status, type, body }: HttpAnswer) {
  if (status >= 500) return 'a fault of the server'
  if (!type.startsWith('application/json')) return `a refusal of type ${type}`
  const refusal = JSON.parse(body.toString()) as { success?: unknown; error?: unknown; code?: string; fields?: Record<string, unknown> }
  if (refusal.success !== false || !Object.hasOwn(refusals, refusal.code ?? '')) return 'a refusal in another shape'
  const texts = [refusal.error, ...Object.values(refusal.fields ?? {})]
  return texts.every(text => typeof text === 'string' && ARABIC.test(text)) ? undefined : 'a refusal that is not in Arabic'
}

/** Returns what is wrong with a successful answer; undefined when it matches the contract. */
function faultOfAnswer({ output, media, paged, acceptsForms }: Endpoint, { status, type, total, body }: HttpAnswer) {
  // A form is redirected to a page, also when it was refused.
  if (acceptsForms && status === 303) return undefined
  if (media) {
    const picture = inspectPicture(body)
    const isExpectedPicture = picture.ok && type === `image/${picture.format}` && (media === 'image/*' || type === media)
    return isExpectedPicture ? undefined : 'not the picture'
  }
  if (!type.startsWith('application/json')) return `an answer of type ${type}`
  const read = output.safeParse(JSON.parse(body.toString()))
  if (!read.success) return `not the contract's answer: ${JSON.stringify(read.error.issues.slice(0, 3))}`
  return paged && !(Number(total) >= 0) ? 'no total' : undefined
}

/**
 * Describes the tests that send generated requests to every endpoint of a server on `engine`. Each engine has a file of its own, so that
 * Vitest runs both at the same time.
 */
export const describeFuzz = (engine: Engine) =>
  describe(`generated requests to every endpoint on ${engine}`, () => {
    let storage: DatabaseStorage
    let db: Database
    /** A server in a process of its own, so that it has its own event loop. */
    let server: ServerProcess
    let lanes: ReturnType<typeof openConnectionPool>
    let world: Awaited<ReturnType<typeof createFuzzWorld>>
    let requestCount = 0
    let comparedCount = 0

    beforeAll(async () => {
      process.stdout.write(`generated requests on ${engine}: FUZZ_SEED=${SEED}\n`)
      storage = await createStorageFromTemplate(engine)
      const { databaseUrl, dataDir } = storage
      server = await startProduct({
        ...QUICK_PASSWORDS_ENVIRONMENT,
        DATA_DIR: dataDir,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      })
      db = await openDatabase(storage)
      lanes = openConnectionPool(server.url, { lanes: CONNECTION_COUNT, timeoutMs: TIMEOUT_MS })
      world = await createFuzzWorld(db, server.url)
    })
    afterAll(async () => {
      lanes?.close()
      await server?.stop()
      await db?.close()
      await storage?.remove()
    })

    /** Sends the requests over all connections and checks every answer. Returns each request with its answer. */
    async function sendAllRequests(endpoint: Endpoint, requests: HttpRequest[]) {
      const waiting = [...requests]
      const answered: { request: HttpRequest; answer: HttpAnswer }[] = []
      const sendOverOneConnection = async () => {
        for (let request = waiting.pop(); request; request = waiting.pop()) {
          const answer = await lanes.ask(request).catch((cause: unknown) => Promise.reject(new Error(describeRequest(request), { cause })))
          const isOfOthers = request.method !== endpoint.method
          const fault = isRefused(answer) ? faultOfRefusal(answer) : isOfOthers ? undefined : faultOfAnswer(endpoint, answer)
          if (fault !== undefined)
            expect.fail(`${fault}\n${describeRequest(request)}\n→ ${answer.status} ${answer.body.toString().slice(0, 600)}`)
          answered.push({ request, answer })
        }
      }
      // Waits for every connection, also when one fails: requests over the others would change rows during the next test.
      const lanesDone = await Promise.allSettled(Array.from({ length: CONNECTION_COUNT }, sendOverOneConnection))
      for (const laneResult of lanesDone) if (laneResult.status === 'rejected') throw laneResult.reason
      return answered
    }

    test.each(endpoints)(
      '$name answers generated requests as the contract states',
      async ({ endpoint }) => {
        const requestsWithCaller = fc.tuple(
          requestsFor(endpoint, world.words),
          fc.constantFrom('nobody', 'user', 'administrator'),
          fc.nat(2),
        )
        const requests = fc
          .sample(requestsWithCaller, {
            seed: SEED + ENGINES.indexOf(engine),
            numRuns: hasPassword(endpoint) ? PASSWORD_REQUESTS : REQUESTS_PER_ENDPOINT,
          })
          .map(([request, caller, n]) => {
            const cookie = world.cookies[caller].at(n % world.cookies[caller].length)
            return cookie === undefined ? request : { ...request, cookie }
          })
        requestCount += requests.length
        await world.reset()
        let refused = (await sendAllRequests(endpoint, requests)).filter(({ answer }) => isRefused(answer))
        // Refused requests may succeed after the other requests. They are sent again, at most three times, until all of them are refused.
        for (let round = 0; round < 3; round++) {
          const before = await world.digest()
          const repeatedCalls = await sendAllRequests(
            endpoint,
            refused.map(({ request }) => request),
          )
          refused = repeatedCalls.filter(({ answer }) => isRefused(answer))
          if (refused.length < repeatedCalls.length) continue
          comparedCount += refused.length
          expect(await world.digest(), `rows were changed by refused calls; FUZZ_SEED=${SEED}`).toBe(before)
          return
        }
        expect.fail(`refused calls that pass every time they are sent again; FUZZ_SEED=${SEED}`)
      },
      ENDPOINT_TIMEOUT_MS,
    )

    test('at least 1,000 generated requests were refused', () => {
      expect(requestCount).toBeGreaterThanOrEqual(3_000 * ROUNDS)
      expect(comparedCount).toBeGreaterThanOrEqual(1_000 * ROUNDS)
    })
  })

const shortenText = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}… (${text.length})` : text)

function describeRequest({ method, url, type, body, cookie }: HttpRequest) {
  const text = typeof body === 'string' ? shortenText(JSON.stringify(body)) : body?.toString('hex')
  return `${method} ${shortenText(url)} ${type ?? ''} ${cookie === undefined ? 'nobody' : 'somebody'} ${text ?? ''}  (FUZZ_SEED=${SEED})`
}
