import http from 'node:http'
import { cookieHeader } from './server.ts'

/** Returns a client whose only connection stays open between its calls, like that of a phone with a scanner. */
export function openScannerConnection(base: string, cookies: ReadonlyMap<string, string>) {
  let opened = 0
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    opened++
    return connect(options, callback)
  }
  const cookie = cookieHeader(cookies)

  /** Sends a call and returns its parsed response. Rejects when there is no response. */
  const sendRequest = (method: string, path: string, body?: unknown) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const request = http.request(base + path, { agent, method, headers }, response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          try {
            resolve(JSON.parse(text))
          } catch (cause) {
            reject(cause)
          }
        })
      })
      request.on('error', reject)
      request.end(body === undefined ? undefined : JSON.stringify(body))
    })

  return {
    get: (path: string) => sendRequest('GET', path),
    /** Scans a code. Returns the outcome, or the code of the refusal. */
    async scan(code: string, nonce: string) {
      const answer = await sendRequest('POST', '/api/invitations.php', { qr_code: code, nonce, source: 'camera' })
      return answer.outcome ?? answer.code
    },
    /** Returns how many connections were opened so far. */
    connections: () => opened,
    close: () => agent.destroy(),
  }
}
