import { STATUS_CODES } from 'node:http'
import { Refusal, type RefusalCode } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { isUnable } from '../database/database.ts'
import { LINGER } from './connections.ts'

/** The refusal codes that replace the framework's own errors, by HTTP status. */
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

/** Returns Fastify options that answer unreadable requests with a refusal as JSON, and with `headers`, which every response has. */
export const unreadableRequests = (
  headers: Record<string, string>,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> => ({
  frameworkErrors: (_error, _request, reply) => {
    const plainReply: FastifyReply = reply
    plainReply.code(400).headers(headers).header('cache-control', 'no-store').send(new Refusal('bad-input').toBody())
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
    // The sender may never close the connection.
    setTimeout(() => socket.destroy(), LINGER).unref()
  },
})

/** Refuses HTTP/1.1 requests without `Host` with `bad-input`, as RFC 9112 demands. Node's own refusal would lack our headers. */
export function refuseWithoutHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new Refusal('bad-input')
  })
}

/** The `Retry-After` (s) of a refusal that has not set one. */
const RETRY_AFTER_S = 2

/**
 * Answers every error as `{ success: false, error, code, fields? }` with its HTTP status. Errors with a status of 500 or above are logged.
 */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    // The sender closed the connection in the middle of the body: nobody reads the response, and it is not an error of the server.
    const isAbandoned = request.raw.destroyed && !request.raw.complete
    const refusal = isAbandoned ? new Refusal('bad-input') : refusalOf(error)
    if (refusal.status >= 500) request.log.error(refusal.cause ?? error)
    if ((refusal.status === 429 || refusal.status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_S)
    // Fastify closes the connection when it refuses a body. A sender that is still sending then gets a reset instead of the response.
    // Without the header, Node reads and drops the rest of the body, within the limits of every body.
    reply.removeHeader('connection')
    return reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.toBody())
  })
}

/** Accepts an empty body of any content type. Refuses every other body that no parser reads, with the code `not-json`. */
function refuseOthers(app: FastifyInstance) {
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined)
    else done(new Refusal('not-json'))
  })
}

/** The content types with which a picture may be uploaded. Its format is read from its bytes. */
export const PICTURE_TYPES = ['application/octet-stream', 'image/png', 'image/jpeg', 'image/webp']

/** Accepts only JSON bodies and leaves them as bytes. An empty body of any content type counts as no body. */
export function readJsonOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length === 0 ? undefined : body),
  )
  refuseOthers(app)
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Returns whether a request carries the fields of a form. */
export const isForm = (request: FastifyRequest) => request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM_TYPE

/** Accepts forms in this scope too, and passes their fields on as JSON. Of a repeated field the last value counts. */
export function readFormsToo(scope: FastifyInstance) {
  scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) =>
    // A browser sends a line break as two characters, and counts it as one.
    done(null, Buffer.from(JSON.stringify(Object.fromEntries(new URLSearchParams(String(body).replaceAll('%0D%0A', '%0A')))))),
  )
}

/** Accepts only pictures and empty bodies in this scope, and leaves pictures as bytes. */
export function readPictures(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  refuseOthers(scope)
}
