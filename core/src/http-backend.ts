import { type CallOptions, type Endpoint, mapContract, type Resources, type ServerBackend } from './endpoint.ts'
import { Refusal, type RefusalBody, refusals } from './refusals.ts'
import { toWireRequest } from './wire.ts'

/**
 * Thrown when no server responded: no network, a timeout, a truncated body, a status of 500 or above, or a response that is not JSON of the
 * contract (such as a captive portal's page). The server may nevertheless have carried the call out.
 */
export class UnreachableError extends Error {
  /** After how many milliseconds the server, or a proxy in front of it, asks to repeat the call. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause })
    this.retryAfterMs = retryAfterMs
  }
}

/** Returns after how many milliseconds a refused or unanswered call should be repeated; undefined when no server has asked for that. */
export const retryAfterMsOf = (error: unknown) =>
  error instanceof Refusal || error instanceof UnreachableError ? error.retryAfterMs : undefined

/** Reads `Retry-After` in seconds from a response with the status 429 or 503. */
function readRetryAfterMs({ status, headers }: Response) {
  const value = status === 429 || status === 503 ? headers.get('retry-after') : null
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined
}

/** Returns whether an error means that no server responded: `UnreachableError`, or a device's refusal `offline`. */
export const isUnansweredError = (error: unknown) =>
  error instanceof UnreachableError || (error instanceof Refusal && error.code === 'offline')

/** The timeout of an endpoint without one, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000

/**
 * Returns a signal that aborts with `ending`, and when the server has sent nothing for `timeout` ms. `restart` restarts the timer: a long response on a slow
 * connection takes minutes, but its parts arrive at short intervals.
 */
function startIdleTimeout(timeout: number, ending?: AbortSignal) {
  const controller = new AbortController()
  ending?.addEventListener('abort', () => controller.abort())
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = () => clearTimeout(timer)
  const restartTimer = () => {
    stopTimer()
    timer = setTimeout(() => controller.abort(), timeout)
  }
  restartTimer()
  return { signal: controller.signal, restart: restartTimer, end: stopTimer }
}

/** Reads the body of a response. Calls `onPart` with each part that arrives. */
async function readBody({ body }: Response, onPart: (part: Uint8Array<ArrayBuffer>) => void) {
  for (const reader = body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    onPart(value)
  }
}

const isRefusalBody = (body: unknown): body is RefusalBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  body.code in refusals &&
  'error' in body &&
  typeof body.error === 'string'

/** Parses the body of a refusal. Returns undefined for any other text, such as a proxy's page. */
function parseRefusalBody(text: string) {
  try {
    const body: unknown = JSON.parse(text)
    return isRefusalBody(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** Returns the HTTP request for an input. An input that cannot be sent is a fault of the program: it is reported as an unhandled error. */
function createRequest(...parameters: Parameters<typeof toWireRequest>) {
  try {
    return toWireRequest(...parameters)
  } catch (error) {
    globalThis.reportError?.(error)
    throw error
  }
}

type LongAnswer = typeof import('./long-answer.ts')

const hasMediaType = (type: string | null, media: string) => (media === 'image/*' ? type?.startsWith('image/') === true : type === media)

/** Parses an answer and checks it against the contract; a long list with `longAnswer`, in parts. */
async function parseAnswer({ output, longList }: Endpoint, longAnswer: LongAnswer | undefined, sent: string) {
  try {
    return longAnswer && longList !== undefined ? await longAnswer.parseLongAnswer(output, longList, sent) : output.parse(JSON.parse(sent))
  } catch (cause) {
    throw new UnreachableError('not our answer', { cause })
  }
}

/** Reads the result from a response. Throws a `Refusal` or `UnreachableError`. */
async function readResult(endpoint: Endpoint, response: Response, onPart: () => void) {
  // The code is downloaded before the answer, so that a failure costs no long answer.
  const longAnswer = endpoint.longList === undefined ? undefined : await import('./long-answer.ts')
  if (response.ok && endpoint.media) {
    if (!hasMediaType(response.headers.get('content-type'), endpoint.media)) throw new UnreachableError('not our answer')
    const parts: Uint8Array<ArrayBuffer>[] = []
    await readBody(response, part => {
      onPart()
      parts.push(part)
    })
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  }
  // A blob would be sent to another process and back.
  const decoder = new TextDecoder()
  let sent = ''
  await readBody(response, part => {
    onPart()
    sent += decoder.decode(part, { stream: true })
  })
  sent += decoder.decode()
  if (!response.ok) {
    const retryAfterMs = readRetryAfterMs(response)
    const refusal = response.status >= 500 ? undefined : parseRefusalBody(sent)
    if (!refusal) throw new UnreachableError(`answered ${response.status}`, { retryAfterMs })
    throw new Refusal(refusal.code, { text: refusal.error, fields: refusal.fields, retryAfterMs })
  }
  const answer = await parseAnswer(endpoint, longAnswer, sent)
  return endpoint.paged ? { rows: answer, total: Number(response.headers.get('x-total-count')) } : answer
}

/** The request header with the id of the link. It is needed because a browser may have the cookies of several links. */
export const LINK_ID_HEADER = 'x-hudur-link'

type HttpBackendOptions = {
  base?: string
  fetch: typeof globalThis.fetch
  linkId?: string | undefined
  onPart?: ((endpoint: Endpoint) => void) | undefined
}

/**
 * Returns a backend that calls a server over HTTP. `fetch` is a parameter, so that a test can call a server that has no port. With `linkId`
 * the backend calls the endpoints of links as a device with this link. `onPart` is called for each part after the first of a successful
 * JSON response.
 */
export function createHttpBackend<C extends Resources>(
  contract: C,
  { base = '', fetch, linkId, onPart }: HttpBackendOptions,
): ServerBackend<C> {
  const createCall =
    (endpoint: Endpoint) =>
    async (input: Record<string, unknown>, options: CallOptions = {}) => {
      const isOfLink = linkId !== undefined && endpoint.links !== undefined
      const { url, method, type, body } = createRequest(endpoint, input, { withLink: isOfLink })
      const { signal, restart, end } = startIdleTimeout(options.timeoutMs ?? endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal)
      const init: RequestInit = { method, credentials: 'same-origin', signal }
      const headers = { ...(type !== undefined && { 'content-type': type }), ...(isOfLink && { [LINK_ID_HEADER]: linkId }) }
      Object.assign(init, { headers, ...(type !== undefined && { body }), ...(endpoint.outlivesPage && { keepalive: true }) })
      try {
        const response = await fetch(base + url, init)
        let parts = 0
        return await readResult(endpoint, response, () => {
          restart()
          parts += 1
          if (parts > 1 && response.ok && response.headers.get('content-type')?.startsWith('application/json')) onPart?.(endpoint)
        })
      } catch (cause) {
        if (cause instanceof Refusal || cause instanceof UnreachableError) throw cause
        throw new UnreachableError('no answer', { cause })
      } finally {
        end()
      }
    }
  return mapContract(contract, createCall) as unknown as ServerBackend<C>
}
