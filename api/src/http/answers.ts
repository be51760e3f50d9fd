import { STATUS_CODES } from 'node:http'
import { Refusal, type RefusalCode } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify'
import { isUnable } from '../database/database.ts'
import { LINGER } from './connections.ts'

/** The framework's own refusals, by their status, as ours. */
const BY_STATUS: Record<number, RefusalCode> = {
  400: 'bad-input',
  404: 'not-found',
  413: 'too-large',
  414: 'too-large',
  415: 'not-json',
  429: 'busy',
  431: 'too-large',
  503: 'unavailable',
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isUnable(error)) return new Refusal('unavailable', { cause: error })
  const { statusCode = 500 } = error as { statusCode?: number }
  return new Refusal(BY_STATUS[statusCode] ?? 'failed', { cause: error })
}

const bodyOf = (status: number) => JSON.stringify(new Refusal(BY_STATUS[status] ?? 'bad-input').toBody())

/** What cannot be read as a request at all is refused in our shape too, with the headers that every answer carries. */
export const unreadableRequests = (
  headers: Record<string, string>,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> => ({
  frameworkErrors: (_error, _request, reply) => {
    const answer: FastifyReply = reply
    answer.code(400).headers(headers).header('cache-control', 'no-store').send(new Refusal('bad-input').toBody())
  },
  clientErrorHandler: (error, socket) => {
    if (!socket.writable) return
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const body = bodyOf(status)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // Its sender may never close it.
    setTimeout(() => socket.destroy(), LINGER).unref()
  },
})

/** Refuses HTTP/1.1 without a `Host`, as RFC 9112 wants; Node itself would without our headers. */
export function refuseWithoutHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new Refusal('bad-input')
  })
}

/** When to come again (s) where nobody knows better. */
const SOON = 2

/** Every error leaves as `{ success: false, error, code, fields? }` with a real status; what we did not mean is logged. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    // Its sender went away in the middle of the body: nobody reads the answer, and it is no fault of the server.
    const isAbandoned = request.raw.destroyed && !request.raw.complete
    const refusal = isAbandoned ? new Refusal('bad-input') : refusalOf(error)
    if (refusal.status >= 500) request.log.error(refusal.cause ?? error)
    if ((refusal.status === 429 || refusal.status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', SOON)
    // Fastify closes the connection when it refuses a body. A sender that has not finished then gets a reset instead of the answer; without the
    // header Node reads the rest and drops it, within the limits that every body has.
    reply.removeHeader('connection')
    return reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.toBody())
  })
}

/** What no other parser reads: nothing at all, whatever its content type, or something we do not take. */
function refuseOthers(app: FastifyInstance) {
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined)
    else done(new Refusal('not-json'))
  })
}

/** The content types under which a picture's bytes may come; what they are is found by looking at them. */
export const PICTURE_TYPES = ['application/octet-stream', 'image/png', 'image/jpeg', 'image/webp']

/** Only JSON is read, and left as its bytes; an empty body is none, whatever its content type. */
export function readJsonOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length === 0 ? undefined : body),
  )
  refuseOthers(app)
}

/** In this scope bytes are read as they are, and nothing else. */
export function readPictures(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  refuseOthers(scope)
}
