import { Readable } from 'node:stream'
import { normalizeIP } from '@fastify/rate-limit'
import {
  type Access,
  type Actor,
  API,
  type Endpoint,
  formatOfPicture,
  fromRequest,
  type Listing,
  Refusal,
  type Resource,
  readInput,
  type TaggedPicture,
} from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { chunks } from '../database/chunks.ts'
import { caller } from '../database/turns.ts'
import type { Requester, Services, Session } from '../deps.ts'
import { inThread } from '../thread/in-thread.ts'
import { nameOf } from '../thread/tasks.ts'
import { readPictures } from './answers.ts'
import { jsonInput } from './json-input.ts'
import { countValues } from './json-scan.ts'
import { LARGE, type LargeCall, type LargeCalls } from './large-calls.ts'
import type { Limits } from './limits.ts'
import type { refuseWithoutRoom } from './room.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** Set where the headers announced a large body. */
    largeCall: LargeCall | null
  }
}

export type Edge = Limits & {
  largeCalls: LargeCalls
  /** Refuses what can wait while the disk is nearly full. */
  ofRoom: ReturnType<typeof refuseWithoutRoom>
  actorOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Actor | null>
  sessionOf: (request: FastifyRequest, reply: FastifyReply) => Session
}

/** A hook that proves who is asking, and throws what stands between this caller and what it asks for, if anything. */
export const admit = (edge: Edge, access: Access) => async (request: FastifyRequest, reply: FastifyReply) => {
  const actor = await edge.actorOf(request, reply)
  request.actor = actor
  if (access === 'public') return
  if (!actor) throw new Refusal('not-signed-in')
  if (access === 'admin' && !actor.isAdmin) throw new Refusal('not-allowed')
}

/** A longer list is not written in one piece: ten thousand invitations would take 20 ms. */
const LONG = 1_000

/** A JSON array, page by page; between pages others have their turn. */
async function* jsonArray(pages: Iterable<unknown[]> | AsyncIterable<unknown[]>) {
  let opening = '['
  for await (const rows of pages) {
    yield opening + rows.map(row => JSON.stringify(row)).join(',')
    opening = ','
    await new Promise(resolve => setImmediate(resolve))
  }
  yield opening === '[' ? '[]' : ']'
}

/** A JSON object whose long lists are written page by page. */
async function* jsonObject(value: object) {
  let opening = '{'
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue
    yield `${opening}${JSON.stringify(name)}:`
    if (Array.isArray(part)) yield* jsonArray(chunks(part))
    else yield JSON.stringify(part)
    opening = ','
  }
  yield opening === '{' ? '{}' : '}'
}

/** An answer as JSON: whole, or as a stream where it is a list, or has one, of more than a thousand. */
function jsonOf(value: unknown) {
  const isLong = (part: unknown) => Array.isArray(part) && part.length > LONG
  if (Array.isArray(value)) return isLong(value) ? Readable.from(jsonArray(chunks(value))) : JSON.stringify(value)
  const hasLong = typeof value === 'object' && value !== null && Object.values(value).some(isLong)
  return hasLong ? Readable.from(jsonObject(value)) : JSON.stringify(value)
}

/** Whose large calls, and whose slow reads, are counted together: an account's, or a visitor's by address. */
const callerOf = ({ actor, ip }: FastifyRequest) => actor?.id ?? normalizeIP(ip)

/** Begins a large call for the caller of a request. */
const beginLarge = (calls: LargeCalls, request: FastifyRequest) => calls.begin(callerOf(request), { isStranger: !request.actor })

/** A hook that begins a large call as soon as its headers say that it is one; before its body is read, so that no more are held than may be. */
const announce = (calls: LargeCalls) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length ?? 0) <= LARGE.bytes) return
  const call = await beginLarge(calls, request)
  request.largeCall = call
  if (reply.raw.destroyed) call.abandon()
  reply.raw.once('close', call.abandon)
}

/** Gives the input to `answer`. A large body is parsed and checked in a thread, when the caller's earlier large calls are over. */
async function withInput(calls: LargeCalls, endpoint: Endpoint, request: FastifyRequest, answer: (input: unknown) => Promise<unknown>) {
  const [address, body] = [request.query as Record<string, unknown>, request.body as Buffer | undefined]
  const isJson = endpoint.raw === undefined && body !== undefined
  const values = isJson ? await countValues(body) : 0
  const call = request.largeCall ?? (values > LARGE.values ? await beginLarge(calls, request) : undefined)
  if (call && isJson) return call.inTurn(async () => answer(await inThread('jsonInput', nameOf(endpoint), address, body)))
  const act = async () =>
    answer(endpoint.raw === undefined ? jsonInput(endpoint, address, body) : readInput(endpoint, fromRequest(endpoint, address, body)))
  return call ? call.inTurn(act) : act()
}

/** Of which type a picture is, whoever says what about it. */
function typeOfPicture(bytes: Uint8Array) {
  const format = formatOfPicture(bytes)
  if (!format) throw new Error('a stored picture is none')
  return `image/${format}`
}

/** Whether an If-None-Match names this entity tag (RFC 9110, 13.1.2: compared weakly, for a proxy may have weakened it). */
const names = (ifNoneMatch: string | undefined, tag: string) =>
  ifNoneMatch?.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ?? false

/** Gives each endpoint of a resource a route: who may ask, what they sent, what they get back. */
export function serve<R extends Resource>(app: FastifyInstance, edge: Edge, endpoints: R, services: Services<R>) {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const service = services[name] as unknown as (ask: {
      actor: Actor | null
      input: unknown
      session: Session
      requester: Requester | undefined
    }) => Promise<unknown>
    const route: RouteOptions = {
      method: endpoint.method,
      url: API + endpoint.path,
      ...(endpoint.size !== undefined && { bodyLimit: endpoint.size }),
      // Before the body is read: who may not ask learns nothing about its input.
      onRequest: [
        ...edge.ofRoom(endpoint),
        ...edge.ofAddress(endpoint),
        admit(edge, endpoint.access),
        ...edge.ofSession(endpoint),
        announce(edge.largeCalls),
      ],
      handler: async (request, reply) => {
        const given = await withInput(edge.largeCalls, endpoint, request, input => {
          const ask = { request, reply, input }
          const session = edge.sessionOf(request, reply)
          return edge.around(endpoint, ask, requester =>
            caller.run(callerOf(request), () => service({ actor: request.actor, input, session, requester })),
          )
        })
        if (endpoint.media) {
          const { tag, bytes: read } = given as TaggedPicture
          const isKnown = names(request.headers['if-none-match'], `"${tag}"`)
          const bytes = isKnown ? undefined : await read()
          // A browser may store it, but asks at every use: a copy is confirmed only to a caller who would get the picture itself.
          reply.header('cache-control', 'private, no-cache').header('etag', `"${tag}"`)
          if (!bytes) return reply.code(304).send()
          return reply
            .type(endpoint.media === 'image/*' ? typeOfPicture(bytes) : endpoint.media)
            .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        }
        reply.header('cache-control', 'no-store')
        if (!endpoint.paged) return reply.type('application/json; charset=utf-8').send(jsonOf(given))
        const { rows, total } = given as Listing<unknown>
        reply.header('x-total-count', total).type('application/json; charset=utf-8')
        return reply.send(Array.isArray(rows) ? jsonOf(rows) : Readable.from(jsonArray(rows)))
      },
    }
    if (endpoint.raw === undefined) app.route(route)
    else
      void app.register(async scope => {
        readPictures(scope)
        scope.route(route)
      })
  }
}
