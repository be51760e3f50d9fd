import { type Actor, API, type Endpoint, type FieldTexts, fromRequest, type Handlers, type Page, Refusal, type Resource } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

/** What every service is handed besides the input: the caller's session. */
export type Services<R extends Resource> = Handlers<R, { session: Session }>

type Edge = {
  actorOf: (request: FastifyRequest) => Promise<Actor | null>
  sessionOf: (request: FastifyRequest, reply: FastifyReply) => Session
}

/** Throws what stands between this caller and the endpoint, if anything. */
function admit({ access }: Endpoint, actor: Actor | null) {
  if (access === 'public') return
  if (!actor) throw new Refusal('not-signed-in')
  if (access === 'admin' && !actor.isAdmin) throw new Refusal('not-allowed')
}

/** The input of a request, checked. Throws `bad-input` with the text of the first fault and a text for each field. */
function parse(endpoint: Endpoint, request: FastifyRequest) {
  const read = endpoint.input.safeParse(fromRequest(endpoint, request.query as Record<string, unknown>, request.body))
  if (read.success) return read.data
  const fields: FieldTexts = {}
  for (const { path, message } of read.error.issues) fields[path.join('.')] ??= message
  throw new Refusal('bad-input', { text: read.error.issues[0]!.message, fields })
}

/** Gives each endpoint of a resource a route: who may ask, what they sent, what they get back. */
export function serve<R extends Resource>(app: FastifyInstance, edge: Edge, endpoints: R, services: Services<R>) {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const service = services[name] as unknown as (ask: { actor: Actor | null; input: unknown; session: Session }) => Promise<unknown>
    app.route({
      method: endpoint.method,
      url: API + endpoint.path,
      ...(endpoint.size !== undefined && { bodyLimit: endpoint.size }),
      // Before the body is read: who may not ask learns nothing about its input.
      onRequest: async request => {
        request.actor = await edge.actorOf(request)
        admit(endpoint, request.actor)
      },
      handler: async (request, reply) => {
        const given = await service({ actor: request.actor, input: parse(endpoint, request), session: edge.sessionOf(request, reply) })
        if (endpoint.media) {
          // The bytes of an id never change; they are the owner's, so only their own browser keeps them.
          return reply
            .type(endpoint.media)
            .header('cache-control', 'private, max-age=31536000, immutable')
            .send(Buffer.from(given as Uint8Array))
        }
        reply.header('cache-control', 'no-store')
        if (!endpoint.paged) return reply.type('application/json; charset=utf-8').send(JSON.stringify(given))
        const { rows, total } = given as Page<unknown>
        return reply.header('x-total-count', total).send(rows)
      },
    })
  }
}
