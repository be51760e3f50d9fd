import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** The proxies whose forwarding headers are trusted: the number of proxies in front of this server, or a list of their addresses. */
export type TrustedProxies = number | string[]

/** Returns the `trustProxy` option of Fastify. When Fastify gets a number, it trusts no proxy, so a number becomes a function. */
export const trustProxyOption = (proxies: TrustedProxies | undefined) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false)

/** Returns whether a proxy has forwarded this request. */
export const isForwarded = ({ headers }: FastifyRequest) => FORWARDING_HEADERS.some(name => headers[name] !== undefined)

/** Logs one warning when a proxy forwards requests although none is configured. Rate limits then count all its visitors as one. */
export function warnOfUnknownProxy(app: FastifyInstance) {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isForwarded(request)) {
      isWarned = true
      request.log.warn('a request carries a forwarding header, but TRUST_PROXY is not set: limits count all visitors of a proxy as one')
    }
    done()
  })
}

/** Removes the port from an entry of `X-Forwarded-For` such as `203.0.113.7:51234` or `[2001:db8::1]:443`. */
function removePort(hop: string) {
  const address = /^"?\[([^\]]*)\](?::\d+)?"?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1]
  return address ?? hop
}

/** Removes ports from `X-Forwarded-For`: rate limits would count each connection of a visitor as another visitor. */
export function removeForwardedPorts(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const forwarded = raw.headers['x-forwarded-for']
    if (forwarded !== undefined)
      raw.headers['x-forwarded-for'] = String(forwarded)
        .split(',')
        .map(hop => removePort(hop.trim()))
        .join(', ')
    done()
  })
}
