import { Agent, request as send } from 'node:http'

/** A request that is sent exactly as given, even if it is invalid. */
export type HttpRequest = { method: string; url: string; cookie?: string; type?: string; body?: string | Buffer }

export type HttpAnswer = { status: number; type: string; total: string | undefined; body: Buffer; took: number }

/** Sends requests over at most `lanes` connections, which stay open. `ask` rejects when a connection is silent for `timeoutMs`. */
export function openConnectionPool(base: string, { lanes, timeoutMs }: { lanes: number; timeoutMs: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const { hostname, port } = new URL(base)

  const sendRequest = ({ method, url, cookie, type, body }: HttpRequest) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const start = performance.now()
      const headers = { ...(cookie !== undefined && { cookie }), ...(type !== undefined && { 'content-type': type }) }
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const clientRequest = send({ agent, hostname, port, method, path: url, headers: { ...headers, ...length } }, response => {
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
      clientRequest.setTimeout(timeoutMs, () => clientRequest.destroy(new Error(`nobody answered within ${timeoutMs} ms`)))
      clientRequest.on('error', reject)
      clientRequest.end(body)
    })

  return { ask: sendRequest, close: () => agent.destroy() }
}
