import { type Backend, type Contract, type Endpoint, mapContract } from './endpoint.ts'
import { Refusal, type RefusalBody, refusals } from './refusals.ts'
import { toRequest } from './wire.ts'

/**
 * Thrown when no server responded: no network, a timeout, a truncated body, a status of 500 or above, or a response that is not JSON of the
 * contract (such as a captive portal's page). The server may nevertheless have carried the call out.
 */
export class Unreachable extends Error {}

/** Returns whether an error means that no server responded: `Unreachable`, or a device's refusal `offline`. */
export const isUnanswered = (error: unknown) => error instanceof Unreachable || (error instanceof Refusal && error.code === 'offline')

/** The timeout of an endpoint without one, in milliseconds. */
const TIMEOUT_MS = 30_000

const isRefusal = (body: unknown): body is RefusalBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  body.code in refusals &&
  'error' in body &&
  typeof body.error === 'string'

const isOfType = (type: string | null, media: string) => (media === 'image/*' ? type?.startsWith('image/') === true : type === media)

/** Reads the result from a response. Throws a `Refusal` or `Unreachable`. */
async function readResult(endpoint: Endpoint, response: Response) {
  if (response.ok && endpoint.media) {
    if (!isOfType(response.headers.get('content-type'), endpoint.media)) throw new Unreachable('not our answer')
    return new Uint8Array(await response.arrayBuffer())
  }
  const body: unknown = await response.json()
  if (!response.ok) {
    if (response.status >= 500 || !isRefusal(body)) throw new Unreachable(`answered ${response.status}`)
    throw new Refusal(body.code, { text: body.error, fields: body.fields })
  }
  const answer = endpoint.output.safeParse(body)
  if (!answer.success) throw new Unreachable('not our answer', { cause: answer.error })
  return endpoint.paged ? { rows: answer.data, total: Number(response.headers.get('x-total-count')) } : answer.data
}

/** The header in which a request names its link: a browser may have the cookies of several links. */
export const LINK_HEADER = 'x-hudur-link'

/**
 * Returns a backend that calls a server over HTTP. `fetch` is a parameter, so that a test can call a server that has no port. With `linkId`
 * it calls the endpoints of links as a device with this link.
 */
export function httpBackend<C extends Contract>(
  contract: C,
  { base = '', fetch, linkId }: { base?: string; fetch: typeof globalThis.fetch; linkId?: string | undefined },
): Backend<C> {
  const call = (endpoint: Endpoint) => async (input: Record<string, unknown>) => {
    const isOfLink = linkId !== undefined && endpoint.links !== undefined
    const { url, method, type, body } = toRequest(endpoint, input, { withLink: isOfLink })
    const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(endpoint.timeoutMs ?? TIMEOUT_MS) }
    const headers = { ...(type !== undefined && { 'content-type': type }), ...(isOfLink && { [LINK_HEADER]: linkId }) }
    Object.assign(init, { headers, ...(type !== undefined && { body }) })
    try {
      return await readResult(endpoint, await fetch(base + url, init))
    } catch (cause) {
      if (cause instanceof Refusal || cause instanceof Unreachable) throw cause
      throw new Unreachable('no answer', { cause })
    }
  }
  return mapContract(contract, call) as unknown as Backend<C>
}
