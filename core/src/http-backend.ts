import { type Backend, type Contract, type Endpoint, mapContract } from './endpoint.ts'
import { Refusal, type RefusalBody, refusals } from './refusals.ts'
import { toRequest } from './wire.ts'

/**
 * Nobody answered: no network, too late, a body cut short, a gateway's 500–504, or anything that is not our own JSON (a captive
 * portal's page). Whether the call was carried out is unknown.
 */
export class Unreachable extends Error {}

/** Whether no server answered: also where a device alone said that only a server can. */
export const isUnanswered = (error: unknown) => error instanceof Unreachable || (error instanceof Refusal && error.code === 'offline')

/** How long a call waits where its endpoint does not say, in milliseconds. */
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

/** Turns an answer into what was asked for, a `Refusal`, or `Unreachable`. */
async function read(endpoint: Endpoint, response: Response) {
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

/** A backend that asks over HTTP. `fetch` is given, so a test can hand it a server that never listens. */
export function httpBackend<C extends Contract>(
  contract: C,
  { base = '', fetch }: { base?: string; fetch: typeof globalThis.fetch },
): Backend<C> {
  const call = (endpoint: Endpoint) => async (input: Record<string, unknown>) => {
    const { url, method, type, body } = toRequest(endpoint, input)
    const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(endpoint.timeoutMs ?? TIMEOUT_MS) }
    if (type !== undefined) Object.assign(init, { body, headers: { 'content-type': type } })
    try {
      return await read(endpoint, await fetch(base + url, init))
    } catch (cause) {
      if (cause instanceof Refusal || cause instanceof Unreachable) throw cause
      throw new Unreachable('no answer', { cause })
    }
  }
  return mapContract(contract, call) as unknown as Backend<C>
}
