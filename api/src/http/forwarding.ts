import type { FastifyInstance, FastifyRequest } from 'fastify'

const HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Proxies whose forwarding headers are believed: so many before this server, or those with these addresses. */
export type Proxies = number | string[]

/** As Fastify wants it; by itself it believes no count. */
export const believed = (proxies: Proxies | undefined) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false)

/** Whether somebody passed this request on for another. */
export const isForwarded = ({ headers }: FastifyRequest) => HEADERS.some(name => headers[name] !== undefined)

/** Says once that there is a proxy nobody told this server of: it takes every visitor for the proxy. */
export function warnOfUnknownProxy(app: FastifyInstance) {
  let isWarned = false
  app.addHook('onRequest', async request => {
    if (isWarned || !isForwarded(request)) return
    isWarned = true
    request.log.warn('a request carries a forwarding header, but TRUST_PROXY is not set: limits count all visitors of a proxy as one')
  })
}

/** `203.0.113.7:51234` and `[2001:db8::1]:443` as addresses. */
function withoutPort(hop: string) {
  const address = /^"?\[([^\]]*)\](?::\d+)?"?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1]
  return address ?? hop
}

/** Some proxies forward `address:port`. Every connection has another port, so that each would count as a visitor of its own. */
export function readAddressesWithPorts(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    const forwarded = raw.headers['x-forwarded-for']
    if (forwarded === undefined) return
    raw.headers['x-forwarded-for'] = String(forwarded)
      .split(',')
      .map(hop => withoutPort(hop.trim()))
      .join(', ')
  })
}
