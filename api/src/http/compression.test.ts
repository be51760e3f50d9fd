import http from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { dayInAden } from '@hudur/core/testing/days'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { addAccount, cookieHeader, startServer } from '../../testing/server.ts'
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

/** Sends a GET request. Unlike `fetch`, it returns the bytes of the response as they were sent, without decompressing them. */
const get = (path: string, headers: http.OutgoingHttpHeaders) =>
  new Promise<{ headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const request = http.get(server.base + path, { headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }))
    })
    request.on('error', reject)
  })

/** Adds an account with this many invitations. Returns the cookie of a session of the account. */
async function addHostWithInvitations(guests: number) {
  const account = await addAccount(db, { username: `host${guests}`, limit: guests })
  const cookies = new Map<string, string>()
  const { backend } = await server.callerFor(account, cookies)
  const eventDate = dayInAden()
  const invitations = Array.from({ length: guests }, (_, n) => ({
    eventName: 'زفاف محمّد وسارة',
    eventDate,
    guestName: `أحمد الحكيمي ${n}`,
  }))
  await backend.invitations.create({ invitations })
  return cookieHeader(cookies)
}

test.each([500, 1_200])('the changes of %i guests are compressed to less than a fifth', async guests => {
  const cookie = await addHostWithInvitations(guests)
  const path = '/api/invitations/changes.php'
  const plain = await get(path, { cookie })
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, bytes } = await get(path, { cookie, 'accept-encoding': encoding })
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringMatching(/accept-encoding/i) })
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5)
    expect(JSON.parse(String(decode(bytes))).invitations).toEqual(JSON.parse(String(plain.bytes)).invitations)
  }
})

test('a small JSON response is not compressed', async () => {
  const { headers } = await get('/api/test-connection.php', { 'accept-encoding': 'br, gzip' })
  expect(headers['content-encoding']).toBeUndefined()
})

test('a request with a gzip-compressed body returns 400', async () => {
  const body = gzipSync(JSON.stringify({ username: 'admin', password: 'x'.repeat(100) }))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const response = await fetch(`${server.base}/api/auth/login.php`, { method: 'POST', headers, body })
  expect(response.status).toBe(400)
})
