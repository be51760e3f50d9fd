import { STATUS_CODES } from 'node:http'
import { Refusal, type RefusalCode } from '@hudur/core/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { isDatabaseUnavailable } from '../database/database.ts'
import { CLOSE_DELAY_MS } from './abuse/connections.ts'

/** The refusal codes that replace the framework's own errors, by HTTP status. */
const REFUSAL_CODES_BY_STATUS: Record<number, RefusalCode> = {
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
  if (isDatabaseUnavailable(error)) return new Refusal('unavailable', { cause: error })
  const { statusCode = 500 } = error as { statusCode?: number }
  return new Refusal(REFUSAL_CODES_BY_STATUS[statusCode] ?? 'failed', { cause: error })
}

const refusalBody = (status: number) => JSON.stringify(new Refusal(REFUSAL_CODES_BY_STATUS[status] ?? 'bad-input').toBody())

/** Returns the Fastify options that answer unreadable requests with a refusal as JSON and with these headers. */
export const unreadableRequestOptions = (
  headers: Record<string, string>,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> => ({
  frameworkErrors: (_error, _request, reply) => {
    const plainReply: FastifyReply = reply
    plainReply.code(400).headers(headers).header('cache-control', 'no-store').send(new Refusal('bad-input').toBody())
  },
  clientErrorHandler: (error, socket) => {
    if (!socket.writable) return
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const body = refusalBody(status)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // The client may never close the connection, so the server closes it after a while.
    setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref()
  },
})

/** Refuses HTTP/1.1 requests without `Host` (RFC 9112). The response of Node itself would lack the security headers. */
export function refuseRequestsWithoutHost(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    done(raw.headers.host === undefined && raw.httpVersion === '1.1' ? new Refusal('bad-input') : undefined)
  })
}

/** The `Retry-After` (s) of refusals with the status 429 or 503 that have not set another one. */
const DEFAULT_RETRY_AFTER_S = 2

/**
 * Answers errors with their status and `{ success: false, error, code, fields? }`. Logs those with 500 or above. Calls `onUnavailable` when
 * the database is unavailable.
 */
export function sendErrorsAsRefusals(app: FastifyInstance, onUnavailable = () => {}) {
  app.setErrorHandler((error, request, reply) => {
    // The client has closed the connection in the middle of the body. Nobody reads the response, and the error is not one of the server.
    const isAbandoned = request.raw.destroyed && !request.raw.complete
    const refusal = isAbandoned ? new Refusal('bad-input') : refusalOf(error)
    if (refusal.code === 'unavailable') onUnavailable()
    if (refusal.status >= 500) request.log.error(refusal.cause ?? error)
    if ((refusal.status === 429 || refusal.status === 503) && !reply.hasHeader('retry-after'))
      reply.header('retry-after', DEFAULT_RETRY_AFTER_S)
    // Fastify sets `connection: close` when it refuses a body. A client that is still sending would then get a connection reset instead of
    // the response. Without the header, Node reads and discards the rest of the body, within the limits of all bodies.
    reply.removeHeader('connection')
    return reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.toBody())
  })
}

/** Accepts an empty body of any content type. Refuses every other body that no parser reads, with the code `not-json`. */
function refuseOtherContentTypes(app: FastifyInstance) {
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined)
    else done(new Refusal('not-json'))
  })
}

/** The content types with which a picture may be uploaded. Its format is read from its bytes. */
export const PICTURE_TYPES = ['application/octet-stream', 'image/png', 'image/jpeg', 'image/webp']

/** Accepts only JSON bodies and passes them on as bytes. An empty body of any content type counts as no body. */
export function acceptOnlyJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length === 0 ? undefined : body),
  )
  refuseOtherContentTypes(app)
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Returns whether a request carries the fields of a form. */
export const isForm = (request: FastifyRequest) => request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM_TYPE

/**
 * Makes the routes of a Fastify instance also accept forms. Their fields are passed on as JSON; the last value of a repeated field counts.
 */
export function acceptForms(instance: FastifyInstance) {
  instance.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) =>
    // Browsers send a line break as two characters, but count it as one character for the length limit of a field.
    done(null, Buffer.from(JSON.stringify(Object.fromEntries(new URLSearchParams(String(body).replaceAll('%0D%0A', '%0A')))))),
  )
}

/** Accepts only pictures and empty bodies on the routes of this Fastify instance, and passes pictures on as bytes. */
export function acceptPictures(instance: FastifyInstance) {
  instance.removeAllContentTypeParsers()
  instance.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  refuseOtherContentTypes(instance)
}
