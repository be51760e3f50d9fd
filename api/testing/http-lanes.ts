import { Agent, request as send } from 'node:http'

/** A request as it goes over the wire: nothing in it is checked or put right. */
export type HttpRequest = { method: string; url: string; cookie?: string; type?: string; body?: string | Buffer }

export type HttpAnswer = { status: number; type: string; total: string | undefined; body: Buffer; took: number }

/** What a connection says that the other side closed while it lay idle or after it refused a body. */
const CLOSED = ['ECONNRESET', 'EPIPE']

/**
 * Asks over so many connections that stay open. A request over one that the server closed meanwhile is sent once more over a new one, as
 * browsers do. Throws when nobody has answered within `patience` (ms).
 */
export function httpLanes(base: string, { lanes, patience }: { lanes: number; patience: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const { hostname, port } = new URL(base)

  const ask = (request: HttpRequest, isRetry = false): Promise<HttpAnswer> =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const { method, url, cookie, type, body } = request
      const start = performance.now()
      const headers = { ...(cookie !== undefined && { cookie }), ...(type !== undefined && { 'content-type': type }) }
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const asked = send({ agent, hostname, port, method, path: url, headers: { ...headers, ...length } }, response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            total: response.headers['x-total-count'] as string | undefined,
            body: Buffer.concat(parts),
            took: performance.now() - start,
          }),
        )
      })
      asked.setTimeout(patience, () => asked.destroy(new Error(`nobody answered within ${patience} ms`)))
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (asked.reusedSocket && !isRetry && CLOSED.includes(error.code ?? '')) resolve(ask(request, true))
        else reject(error)
      })
      asked.end(body)
    })

  return { ask: (request: HttpRequest) => ask(request), close: () => agent.destroy() }
}
