import type { Endpoint } from './endpoint.ts'

/** The prefix of every path of the contract. */
export const API_PREFIX = '/api'

export type WireRequest = { method: Endpoint['method']; url: string; type?: string; body?: string | Blob | Uint8Array<ArrayBuffer> }

/** The prefix of every path at which a device with a link calls an endpoint. */
export const LINK_API_PREFIX = `${API_PREFIX}/link`

/** Returns the path at which a device with a link calls an endpoint. */
export const linkEndpointPath = ({ access, path }: Pick<Endpoint, 'access' | 'path'>) =>
  access === 'link' ? API_PREFIX + path : LINK_API_PREFIX + path

/**
 * Returns the HTTP request for an input: the fields of `query` in the query string, the field `raw` as the body, all others as JSON.
 * `withLink` is true for the request of a device with a link. Throws a `TypeError` if a GET request would need a body, which no browser sends.
 */
export function toWireRequest(endpoint: Endpoint, input: Record<string, unknown>, { withLink = false } = {}): WireRequest {
  const { method, path, query = [], raw } = endpoint
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const inQuery = given.filter(([name]) => query.includes(name))
  const queryString = new URLSearchParams(
    inQuery.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)]),
  )
  const body = given.filter(([name]) => !query.includes(name))
  if (method === 'GET' && body.length > 0) throw new TypeError(`GET ${path} has no field ${body.map(([name]) => name).join(', ')}`)
  const url = `${withLink ? linkEndpointPath(endpoint) : API_PREFIX + path}${queryString.size ? `?${queryString}` : ''}`
  if (raw !== undefined) return { method, url, type: 'application/octet-stream', body: input[raw] as Blob | Uint8Array<ArrayBuffer> }
  return body.length ? { method, url, type: 'application/json', body: JSON.stringify(Object.fromEntries(body)) } : { method, url }
}

const bodyFieldsOf = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...(body as Record<string, unknown>) } : {}

/** Returns the input that a request carries. The fields of `query` are read from the query string alone, all others from the body. */
export function inputFromRequest(
  { query = [], raw }: Endpoint,
  queryFields: Record<string, unknown>,
  body: unknown,
): Record<string, unknown> {
  const fields: Record<string, unknown> = raw !== undefined ? { [raw]: body } : bodyFieldsOf(body)
  for (const name of query) {
    delete fields[name]
    if (Object.hasOwn(queryFields, name)) fields[name] = queryFields[name]
  }
  return fields
}
