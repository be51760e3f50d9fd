import { type Backend, type Endpoint, mapContract, type Resources } from './endpoint.ts'
import { Refusal, type RefusalBody, refusals } from './refusals.ts'
import { toWireRequest } from './wire.ts'

/**
 * Thrown when no server responded: no network, a timeout, a truncated body, a status of 500 or above, or a response that is not JSON of the
 * contract (such as a captive portal's page). The server may nevertheless have carried the call out.
 */
export class UnreachableError extends Error {}

/** Returns whether an error means that no server responded: `UnreachableError`, or a device's refusal `offline`. */
export const isUnansweredError = (error: unknown) =>
  error instanceof UnreachableError || (error instanceof Refusal && error.code === 'offline')

/** The timeout of an endpoint without one, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 30_000

/**
 * Returns a signal that aborts when the server has sent nothing for `timeout` ms. `restart` restarts the timer: a long response on a slow
 * connection takes minutes, but its parts arrive at short intervals.
 */
function startIdleTimeout(timeout: number) {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = () => clearTimeout(timer)
  const restartTimer = () => {
    stopTimer()
    timer = setTimeout(() => controller.abort(), timeout)
  }
  restartTimer()
  return { signal: controller.signal, restart: restartTimer, end: stopTimer }
}

/** Reads the body of a response. Calls `onPart` for each part that arrives. */
async function readBody({ body }: Response, onPart: () => void) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const reader = body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    onPart()
    parts.push(value)
  }
  return new Blob(parts)
}

const isRefusalBody = (body: unknown): body is RefusalBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  body.code in refusals &&
  'error' in body &&
  typeof body.error === 'string'

const hasMediaType = (type: string | null, media: string) => (media === 'image/*' ? type?.startsWith('image/') === true : type === media)

/** Reads the result from a response. Throws a `Refusal` or `UnreachableError`. */
async function readResult(endpoint: Endpoint, response: Response, onPart: () => void) {
  if (response.ok && endpoint.media) {
    if (!hasMediaType(response.headers.get('content-type'), endpoint.media)) throw new UnreachableError('not our answer')
    return new Uint8Array(await (await readBody(response, onPart)).arrayBuffer())
  }
  const body: unknown = JSON.parse(await (await readBody(response, onPart)).text())
  if (!response.ok) {
    if (response.status >= 500 || !isRefusalBody(body)) throw new UnreachableError(`answered ${response.status}`)
    throw new Refusal(body.code, { text: body.error, fields: body.fields })
  }
  const answer = endpoint.output.safeParse(body)
  if (!answer.success) throw new UnreachableError('not our answer', { cause: answer.error })
  return endpoint.paged ? { rows: answer.data, total: Number(response.headers.get('x-total-count')) } : answer.data
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
export function createHttpBackend<C extends Resources>(contract: C, { base = '', fetch, linkId, onPart }: HttpBackendOptions): Backend<C> {
  const createCall = (endpoint: Endpoint) => async (input: Record<string, unknown>) => {
    const isOfLink = linkId !== undefined && endpoint.links !== undefined
    const { url, method, type, body } = toWireRequest(endpoint, input, { withLink: isOfLink })
    const { signal, restart, end } = startIdleTimeout(endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS)
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
  return mapContract(contract, createCall) as unknown as Backend<C>
}
