import { Readable } from 'node:stream'
import { type Actor, usageCounterId } from '@hudur/core/actor'
import { formatOfPicture } from '@hudur/core/cards/picture'
import type { AccessLevel, Endpoint, ListResult, LiveValue, PictureWithETag, Resource } from '@hudur/core/endpoint'
import { readInput } from '@hudur/core/read-input'
import { Refusal } from '@hudur/core/refusals'
import { API_PREFIX, inputFromRequest, linkEndpointPath } from '@hudur/core/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { toChunks } from '../../database/chunks.ts'
import { currentCallerStorage } from '../../database/fair-queue.ts'
import type { Requester, Services, Session } from '../../deps.ts'
import { inThread } from '../../thread/in-thread.ts'
import type { refuseWhenDiskIsLow } from '../abuse/disk-space.ts'
import { countJsonValues } from '../abuse/json-scan.ts'
import { LARGE_CALL_THRESHOLD, type LargeCall, type LargeCalls } from '../abuse/large-calls.ts'
import type { Limits } from '../abuse/limits.ts'
import type { ListAnswer, LongAnswers } from '../abuse/long-answers.ts'
import { widestNetworkOf } from '../abuse/networks.ts'
import { acceptForms, acceptPictures, isForm } from '../errors-and-bodies.ts'
import { asksForStream, type Streams } from '../streams.ts'
import { readJsonInput, readJsonInputOf } from './json-input.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** The large call that began because the headers announced a large body; otherwise null. */
    largeCall: LargeCall | null
    /** When the caller's access was last checked, in ms of `performance.now`. */
    accessCheckedAt: number
  }
}

export type RouteGuards = Limits & {
  largeCalls: LargeCalls
  longAnswers: LongAnswers
  /** Returns the hooks that refuse calls of endpoints with `needsDiskSpace` while the disk is nearly full. */
  diskSpaceHooks: ReturnType<typeof refuseWhenDiskIsLow>
  actorOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Actor | null>
  /** Returns the actor of a request with a link. */
  linkActorOf: (request: FastifyRequest, endpoint: Endpoint) => Promise<Actor | null>
  sessionOf: (request: FastifyRequest, reply: FastifyReply) => Session
  streams: Streams
}

/** Returns a hook that sets `request.actor` from the session. It throws `not-signed-in` or `not-allowed`. */
export const requireAccess = (guards: RouteGuards, access: AccessLevel) => async (request: FastifyRequest, reply: FastifyReply) => {
  const actor = await guards.actorOf(request, reply)
  request.actor = actor
  if (access === 'public') return
  if (!actor) throw new Refusal('not-signed-in')
  if (access === 'admin' && !actor.isAdmin) throw new Refusal('not-allowed')
}

/**
 * Returns a hook that sets `request.actor` from the link that the request names, and from nothing else. It throws `link-ended` or
 * `not-signed-in` without an open link, and `not-allowed` for another role.
 */
const requireLinkAccess = (guards: RouteGuards, endpoint: Endpoint) => async (request: FastifyRequest) => {
  const actor = await guards.linkActorOf(request, endpoint)
  request.actor = actor
  if (!actor?.link) throw new Refusal('not-signed-in')
  if (!endpoint.links?.includes(actor.link.role)) throw new Refusal('not-allowed')
}

/**
 * After this time (ms) the caller's access is checked again, because it may have ended while the body was sent or an earlier call was
 * answered.
 */
const MAX_ACCESS_AGE_MS = 1_000

/** Returns a function that checks the access of a caller, and one that checks it again if the last check is old. */
function createAccessCheck(check: ReturnType<typeof requireAccess>) {
  async function checkAccess(request: FastifyRequest, reply: FastifyReply) {
    await check(request, reply)
    request.accessCheckedAt = performance.now()
  }
  async function checkAccessAgain(request: FastifyRequest, reply: FastifyReply) {
    if (performance.now() - request.accessCheckedAt > MAX_ACCESS_AGE_MS) await checkAccess(request, reply)
  }
  return { checkAccess, checkAccessAgain }
}

/** The maximum number of rows serialized at once. 10,000 invitations would block the event loop for 20 ms. */
const MAX_ROWS_AT_ONCE = 1_000

/**
 * Writes a JSON array page by page, each on a line of its own, so that a client can parse them one after another. Between two pages the event
 * loop runs other tasks.
 */
async function* jsonArrayChunks(pages: Iterable<unknown[]> | AsyncIterable<unknown[]>) {
  let opening = '\n['
  for await (const rows of pages) {
    yield opening + rows.map(row => JSON.stringify(row)).join(',')
    opening = '\n,'
    await new Promise(resolve => setImmediate(resolve))
  }
  yield opening === '\n[' ? '[]' : '\n]'
}

/** Writes a JSON object whose arrays are written page by page. */
async function* jsonObjectChunks(value: object) {
  let opening = '{'
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue
    yield `${opening}${JSON.stringify(name)}:`
    if (Array.isArray(part)) yield* jsonArrayChunks(toChunks(part))
    else yield JSON.stringify(part)
    opening = ','
  }
  yield opening === '{' ? '{}' : '}'
}

/** Serializes a response: into a string, or into parts when the value or one of its fields is an array of more than 1,000 items. */
function serializeJson(value: unknown): string | AsyncGenerator<string> {
  const isLong = (part: unknown) => Array.isArray(part) && part.length > MAX_ROWS_AT_ONCE
  if (Array.isArray(value)) return isLong(value) ? jsonArrayChunks(toChunks(value)) : JSON.stringify(value)
  const hasLong = typeof value === 'object' && value !== null && Object.values(value).some(isLong)
  return hasLong ? jsonObjectChunks(value) : JSON.stringify(value)
}

/** Serializes the result of a service; for a paged list only its rows. */
function toListAnswer({ paged }: Endpoint, result: unknown): ListAnswer<string> {
  if (!paged) return { json: serializeJson(result) }
  const { rows, total } = result as ListResult<unknown>
  return { total, json: Array.isArray(rows) ? serializeJson(rows) : jsonArrayChunks(rows) }
}

/** Returns whether the response may have thousands of rows: a list that is not limited to a page. */
const asksForLongList = ({ method, longList, paged }: Endpoint, query: unknown) =>
  method === 'GET' && (longList !== undefined || (paged === true && !('limit' in (query as object))))

async function sendJson(reply: FastifyReply, { total, json }: ListAnswer<string | Buffer>) {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (total !== undefined) reply.header('x-total-count', total)
  return reply.send(typeof json === 'object' && 'next' in json ? Readable.from({ [Symbol.asyncIterator]: () => json }) : json)
}

/** Returns the caller whose large calls and slow reads are counted together: the account, the link, or the network of a visitor. */
const callerOf = ({ actor, ip }: FastifyRequest) => (actor ? usageCounterId(actor) : widestNetworkOf(ip))

/** Begins a large call for the caller of a request. */
const beginLargeCall = (calls: LargeCalls, request: FastifyRequest) => calls.begin(callerOf(request), { isStranger: !request.actor })

/** Returns a hook that begins a large call before a large body, or one of unknown length, is read into memory. */
const beginAnnouncedLargeCall = (calls: LargeCalls) => (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length ?? 0) <= LARGE_CALL_THRESHOLD.bytes) return done()
  beginLargeCall(calls, request).then(call => {
    request.largeCall = call
    if (reply.raw.destroyed) call.abandon()
    reply.raw.once('close', call.abandon)
    done()
  }, done)
}

const readLargeJsonInput = inThread(new URL('./json-input.ts', import.meta.url).href, readJsonInputOf)

/** Passes the input of a request to `answer`. The JSON of a large call is read in a thread, after earlier large calls. */
async function answerWithInput(
  calls: LargeCalls,
  endpoint: Endpoint,
  request: FastifyRequest,
  answer: (input: unknown) => Promise<unknown>,
) {
  const [address, body] = [request.query as Record<string, unknown>, request.body as Buffer | undefined]
  const isJson = endpoint.raw === undefined && body !== undefined
  const values = isJson ? await countJsonValues(body) : 0
  const call = request.largeCall ?? (values > LARGE_CALL_THRESHOLD.values ? await beginLargeCall(calls, request) : undefined)
  const { method, path } = endpoint
  if (call && isJson) return call.runInOrder(async () => answer(await readLargeJsonInput({ method, path }, address, body)))
  const answerCall = async () =>
    answer(
      endpoint.raw === undefined ? readJsonInput(endpoint, address, body) : readInput(endpoint, inputFromRequest(endpoint, address, body)),
    )
  return call ? call.runInOrder(answerCall) : answerCall()
}

/** Returns the media type of a picture, read from its bytes. Throws an `Error` when they are no picture. */
function pictureMediaType(bytes: Uint8Array) {
  const format = formatOfPicture(bytes)
  if (!format) throw new Error('a stored picture is none')
  return `image/${format}`
}

/** Compares an entity tag weakly (RFC 9110, 13.1.2), because a proxy may have weakened it. */
const containsEntityTag = (ifNoneMatch: string | undefined, tag: string) =>
  ifNoneMatch?.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ?? false

/**
 * Answers a submitted form. Returns the path of the guest's page, to which the browser is redirected. After a refusal, its query string has
 * the refusal's code and first invalid field.
 */
async function redirectPathAfterForm(request: FastifyRequest, respond: () => Promise<unknown>) {
  const { code } = JSON.parse(String(request.body ?? '{}')) as { code?: unknown }
  const page = `/i/${encodeURIComponent(String(code ?? ''))}`
  try {
    await respond()
    return `${page}#answer`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [field] = Object.keys(error.fields ?? {})
    return `${page}?refused=${error.code}${field === undefined ? '' : `&field=${encodeURIComponent(field)}`}#answer`
  }
}

/** Adds a route for each endpoint: access, rate limits, input, service, response. */
export function serveEndpoints<R extends Resource>(app: FastifyInstance, guards: RouteGuards, endpoints: R, services: Services<R>) {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const service = services[name] as unknown as (ask: {
      actor: Actor | null
      input: unknown
      session: Session
      requester: Requester | undefined
    }) => Promise<unknown>
    const routeFor = (url: string, { checkAccess, checkAccessAgain }: ReturnType<typeof createAccessCheck>): RouteOptions => ({
      method: endpoint.method,
      url,
      ...(endpoint.size !== undefined && { bodyLimit: endpoint.size }),
      // These hooks run before the body is read, so a caller without access does not learn whether its input is valid.
      onRequest: [
        ...guards.diskSpaceHooks(endpoint),
        ...guards.addressHooks(endpoint),
        checkAccess,
        ...guards.sessionHooks(endpoint),
        beginAnnouncedLargeCall(guards.largeCalls),
      ],
      handler: async (request, reply) => {
        const respond = () =>
          answerWithInput(guards.largeCalls, endpoint, request, async input => {
            await checkAccessAgain(request, reply)
            const limitedRequest = { request, reply, input }
            const session = guards.sessionOf(request, reply)
            return guards.limitAttempts(endpoint, limitedRequest, requester =>
              currentCallerStorage.run(callerOf(request), () => service({ actor: request.actor, input, session, requester })),
            )
          })
        if (endpoint.acceptsForms && isForm(request)) return reply.redirect(await redirectPathAfterForm(request, respond), 303)
        if (asksForLongList(endpoint, request.query)) {
          const produce = async () => toListAnswer(endpoint, await respond())
          return sendJson(reply, await guards.longAnswers.read(callerOf(request), JSON.stringify([request.actor, request.url]), produce))
        }
        let result = await respond()
        if (endpoint.stream) {
          const followed = result as LiveValue<unknown>
          // The check asks the service again: it throws when the actor has lost the session or the rows have left the scope.
          if (asksForStream(request))
            return guards.streams.send(
              request,
              reply,
              followed,
              () => checkAccess(request, reply).then(respond) as Promise<LiveValue<unknown>>,
            )
          result = await followed.read()
        }
        if (endpoint.media) {
          const { tag, bytes: read } = result as PictureWithETag
          const isKnown = containsEntityTag(request.headers['if-none-match'], `"${tag}"`)
          const bytes = isKnown ? undefined : await read()
          // A browser may cache the picture, but must revalidate it at every use: 304 goes only to a caller who may read the picture.
          reply.header('cache-control', 'private, no-cache').header('etag', `"${tag}"`)
          if (!bytes) return reply.code(304).send()
          return reply
            .type(endpoint.media === 'image/*' ? pictureMediaType(bytes) : endpoint.media)
            .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        }
        return sendJson(reply, toListAnswer(endpoint, result))
      },
    })
    const routes = [
      ...(endpoint.access === 'link'
        ? []
        : [routeFor(API_PREFIX + endpoint.path, createAccessCheck(requireAccess(guards, endpoint.access)))]),
      ...(endpoint.links ? [routeFor(linkEndpointPath(endpoint), createAccessCheck(requireLinkAccess(guards, endpoint)))] : []),
    ]
    for (const route of routes) {
      if (endpoint.raw === undefined && !endpoint.acceptsForms) app.route(route)
      else
        void app.register(async scope => {
          if (endpoint.acceptsForms) acceptForms(scope)
          else acceptPictures(scope)
          scope.route(route)
        })
    }
  }
}
