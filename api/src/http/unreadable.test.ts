import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

let db: Database
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  db = await startDatabase('sqlite')
  server = await startServer(db)
})
afterAll(async () => {
  await server.close()
  await db.close()
})

/** Sends raw bytes and returns the status, headers and body of the response. */
const send = (bytes: string) =>
  new Promise<{ status: number; headers: Headers; body: unknown }>((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      const [status = '', ...lines] = head.split('\r\n')
      const headers = new Headers(lines.map((line): [string, string] => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1).trim()]))
      resolve({ status: Number(status.split(' ')[1]), headers, body: JSON.parse(body) })
    })
  })

function expectSecurityHeaders(headers: Headers) {
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
}

const expectedRefusalBody = { success: false, error: expect.stringMatching(/[\u0600-\u06FF]/) }

test.each(['/%', '/%ff', '/api/%E0%A4%A'])('the malformed URL %s returns 400 as JSON with security headers', async path => {
  const response = await fetch(server.base + path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ ...expectedRefusalBody, code: 'bad-input' })
  expectSecurityHeaders(response.headers)
})

test.each([
  ['text that is not HTTP', 'hello\r\n\r\n', 400, 'bad-input'],
  ['a call without Host', 'GET /api/auth/me.php HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad-input'],
  ['/healthz without Host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad-input'],
  ['a header line without a colon', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400, 'bad-input'],
  ['a negative content-length', 'POST /api/auth/login.php HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n', 400, 'bad-input'],
  ['a header of 100,000 bytes', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431, 'too-large'],
])('a malformed request gets a JSON error with security headers: %s', async (_, bytes, status, code) => {
  const { headers, ...answer } = await send(bytes)
  expect(answer).toEqual({ status, body: { ...expectedRefusalBody, code } })
  expectSecurityHeaders(headers)
})

test('an unknown Expect header is ignored, as RFC 9110 allows', async () => {
  const body = '{"username":"","password":""}'
  const head = ['POST /api/auth/login.php HTTP/1.1', 'host: x', 'expect: a miracle', 'content-type: application/json', 'connection: close']
  const { headers, ...answer } = await send([...head, `content-length: ${body.length}`, '', body].join('\r\n'))
  expect(answer).toMatchObject({ status: 400, body: { ...expectedRefusalBody, code: 'bad-input' } })
  expectSecurityHeaders(headers)
})

test('an HTTP/1.0 request without a Host header returns 200', async () => {
  expect(await send('GET /api/auth/me.php HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: null })
})
