import type { Endpoint } from './endpoint.ts'

/** Every path of the contract stands under this. */
export const API = '/api'

export type WireRequest = { method: Endpoint['method']; url: string; body?: string }

/** How an input travels: the fields of `query` in the address, all others in a JSON body. */
export function toRequest({ method, path, query = [] }: Endpoint, input: Record<string, unknown>): WireRequest {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const address = new URLSearchParams(given.filter(([name]) => query.includes(name)).map(([name, value]) => [name, String(value)]))
  const body = given.filter(([name]) => !query.includes(name))
  const url = `${API}${path}${address.size ? `?${address}` : ''}`
  return body.length ? { method, url, body: JSON.stringify(Object.fromEntries(body)) } : { method, url }
}

/** The other way round: one input of what came in the address and in the body; the address wins, and only for its own fields. */
export function fromRequest({ query = [] }: Endpoint, address: Record<string, unknown>, body: unknown): Record<string, unknown> {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...(body as Record<string, unknown>) } : {}
  for (const name of query) {
    delete fields[name]
    if (Object.hasOwn(address, name)) fields[name] = address[name]
  }
  return fields
}
