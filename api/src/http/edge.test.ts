import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createJpeg, createPng, createWebp } from '@hudur/core/testing/pictures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

let db: Database
let server: Awaited<ReturnType<typeof startServer>>
let siteFolder: string

beforeAll(async () => {
  siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-site-'))
  await mkdir(path.join(siteFolder, 'assets'))
  await writeFile(path.join(siteFolder, 'index.html'), '<!doctype html>the shell')
  await writeFile(path.join(siteFolder, 'assets', 'main-1.js'), '1')
  db = await startDatabase('sqlite')
  server = await startServer(db, { siteFolder, publicUrl: new URL('https://hudur.example') })
  await addAccount(db, { username: 'hanaa' })
})
afterAll(async () => {
  await server.close()
  await db.close()
  await rm(siteFolder, { recursive: true, force: true })
})

const post = (url: string, body: string | undefined, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(server.base + url, { method: 'POST', headers, ...(body !== undefined && { body }) })
const loginBody = JSON.stringify({ username: 'hanaa', password: PASSWORD })

test('a sign-in returns the user and sets an HttpOnly session cookie', async () => {
  const response = await post('/api/auth/login.php', loginBody)
  expect(await response.json()).toMatchObject({ username: 'hanaa', generationLimit: 100, usedGenerations: 0 })
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-hudur=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test.each([
  ['a wrong password', { username: 'hanaa', password: 'wrong-password' }, 401, 'اسم المستخدم أو كلمة المرور غير صحيحة'],
  ['an unknown username', { username: 'nobody', password: PASSWORD }, 401, 'اسم المستخدم أو كلمة المرور غير صحيحة'],
  ['a blank username', { username: '  ', password: PASSWORD }, 400, 'يرجى إدخال اسم المستخدم وكلمة المرور'],
  ['no username and no password', {}, 400, 'يرجى إدخال اسم المستخدم وكلمة المرور'],
  ['a username that is a number', { username: 5, password: true }, 400, 'يرجى إدخال اسم المستخدم وكلمة المرور'],
  ['a password of 201 characters', { username: 'hanaa', password: 'x'.repeat(201) }, 400, 'اسم المستخدم أو كلمة المرور غير صحيحة'],
])('a sign-in with %s is refused with an Arabic text and sets no cookie', async (_, credentials, status, error) => {
  const response = await post('/api/auth/login.php', JSON.stringify(credentials))
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ success: false, error })
  expect(response.headers.getSetCookie()).toEqual([])
})

test('a sign-in ignores letter case and spaces around the username', async () => {
  expect((await post('/api/auth/login.php', JSON.stringify({ username: ' HANAA ', password: PASSWORD }))).status).toBe(200)
})

test('a sign-out ends only the current session of the account', async () => {
  const signIn = async () => (await post('/api/auth/login.php', loginBody)).headers.getSetCookie()[0]!.split(';')[0]!
  const getOwnAccount = async (cookie: string) => (await fetch(`${server.base}/api/auth/me.php`, { headers: { cookie } })).json()
  const [here, there] = [await signIn(), await signIn()]
  expect(await getOwnAccount(here)).toMatchObject({ username: 'hanaa' })
  await fetch(`${server.base}/api/auth/logout.php`, { method: 'POST', headers: { cookie: here } })
  expect(await getOwnAccount(here)).toBeNull()
  expect(await getOwnAccount(there)).toMatchObject({ username: 'hanaa' })
})

test('a session expires thirty days after its last use', async () => {
  let at = Date.parse('2026-12-01T12:00:00Z')
  const clocked = await startServer(db, { now: () => new Date(at) })
  const { backend, fetch } = clocked.caller()
  await backend.accounts.login({ username: 'hanaa', password: PASSWORD })
  const getAccountAfterDays = async (count: number) => {
    at += count * 86_400_000
    return backend.accounts.me({})
  }
  expect(await getAccountAfterDays(29)).toMatchObject({ username: 'hanaa' })
  // The cookie is renewed with the session. Otherwise the browser would delete the cookie after thirty days.
  at += 86_400_000
  const renewed = await fetch(`${clocked.base}/api/auth/me.php`)
  expect(renewed.headers.getSetCookie()[0]).toMatch(/^hudur=[\w-]{43}; Max-Age=2592000;/)
  expect((await fetch(`${clocked.base}/api/auth/me.php`)).headers.getSetCookie()).toEqual([])
  expect(await getAccountAfterDays(29)).toMatchObject({ username: 'hanaa' })
  expect(await getAccountAfterDays(31)).toBeNull()
  await clocked.close()
})

test.each(['/api/api/test-connection.php', '/test-connection.php', '/api/test-connection.php'])(
  'the connection test answers at the path %s',
  async url => {
    expect(await (await fetch(server.base + url)).json()).toMatchObject({ success: true })
  },
)

test.each(['/api/nothing.php', '/nothing.php', '/api', '/api/', '/api/data', '/api/../api/x.php?y=.html'])(
  'the unknown path %s returns 404 as JSON, not the app shell',
  async url => {
    const response = await fetch(server.base + url, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ success: false, error: 'العنصر المطلوب غير موجود', code: 'not-found' })
  },
)

test.each(['/generator?next=/a.php', '/requests/generate'])(
  'the path of the app screen %s returns 200 for GET and HEAD requests',
  async url => {
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(server.base + url, { method, headers: { accept: 'text/html' } })).status).toBe(200)
  },
)

test.each(['*/*', 'application/json', undefined])('app screens return the app shell for a request with Accept: %s', async accept => {
  for (const url of ['/generator', '/DeletedAccounts', '/data?search=a.b', '/requests/generate', '/login/', '/not-yet'])
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await server.app.inject({ url, method, headers: accept === undefined ? {} : { accept } })
      expect([response.statusCode, response.headers['content-type']], `${method} ${url}`).toEqual([200, 'text/html; charset=utf-8'])
      if (method === 'GET') expect(response.body).toContain('the shell')
    }
})

test.each(['/assets/gone-1.js', '/favicon.ico', '/.env', '/users/'])(
  'a missing file or a POST to a screen returns no app shell: %s',
  async url => {
    const isFile = url.includes('.')
    const response = await fetch(server.base + url, { method: isFile ? 'GET' : 'POST', headers: { accept: '*/*' } })
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('the shell')
  },
)

test('app pages are revalidated, and files with a hash cached for a year', async () => {
  const page = await fetch(`${server.base}/generator`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('the shell')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const file = await fetch(`${server.base}/assets/main-1.js`)
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('an HTML page has a content security policy and nosniff', async () => {
  const { headers } = await fetch(`${server.base}/`, { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy')!
  for (const rule of ["script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a POST from another origin returns 403', async () => {
  const headers = { 'content-type': 'application/json' }
  const loginStatusWith = async (extra: Record<string, string>) =>
    (await post('/api/auth/login.php', loginBody, { ...headers, ...extra })).status
  expect(await loginStatusWith({ origin: 'https://evil.example' })).toBe(403)
  expect(await loginStatusWith({ origin: 'null' })).toBe(403)
  expect(await loginStatusWith({ 'sec-fetch-site': 'Cross-Site' })).toBe(403)
  expect(await loginStatusWith({ origin: server.base })).toBe(200)
  expect(await loginStatusWith({ origin: 'https://hudur.example' })).toBe(200)
  expect(await loginStatusWith({})).toBe(200)
})

test('accepts an empty body of any content type', async () => {
  expect((await post('/api/auth/logout.php', undefined, {})).status).toBe(200)
  expect((await post('/api/auth/logout.php', '', { 'content-type': 'application/json' })).status).toBe(200)
  expect((await post('/api/auth/logout.php', '', { 'content-type': 'text/plain' })).status).toBe(200)
  expect((await post('/api/auth/login.php', 'username=hanaa', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
  expect((await post('/api/auth/login.php', '{')).status).toBe(400)
  expect((await post('/api/auth/login.php', '{"__proto__":{"isAdmin":true}}')).status).toBe(400)
})

test.each(['[]', '[{}]', 'null', 'true', '0', '"x"', `[${loginBody}]`])(
  'a request with the body %s, which is no JSON object, returns 400',
  async body => {
    for (const url of ['/api/auth/login.php', '/api/auth/logout.php']) {
      const response = await post(url, body)
      expect([response.status, await response.json()]).toMatchObject([400, { success: false, code: 'bad-input' }])
    }
  },
)

test('a body above the size limit returns 413 with an Arabic error text', async () => {
  const response = await post('/api/auth/login.php', JSON.stringify({ username: 'x'.repeat(100_000), password: 'y' }))
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'too-large', error: 'حجم البيانات المرسلة أكبر من المسموح' })
})

test('a QR code image is returned only to the owner of the invitation', async () => {
  const { fetch: owner, backend } = server.caller()
  await backend.accounts.login({ username: 'hanaa', password: PASSWORD })
  const [invitation] = await backend.invitations.create({
    invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة' }],
  })
  const response = await owner(server.base + invitation!.qrCode)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24]]).toEqual([300, 300, 1])
  expect((await fetch(server.base + invitation!.qrCode)).status).toBe(401)

  await addAccount(db, { username: 'stranger' })
  const stranger = server.caller()
  await stranger.backend.accounts.login({ username: 'stranger', password: PASSWORD })
  expect((await stranger.fetch(server.base + invitation!.qrCode)).status).toBe(404)
})

test('a picture upload needs a picture’s content type and a session', async () => {
  const { fetch: owner, backend } = server.caller()
  await backend.accounts.login({ username: 'hanaa', password: PASSWORD })
  const address = `${server.base}/api/invitations/upload-picture.php`
  const uploadPicture = (body: BodyInit, type: string) => owner(address, { method: 'POST', body, headers: { 'content-type': type } })
  for (const type of ['application/octet-stream', 'image/png', 'image/jpeg', 'image/webp'])
    expect((await uploadPicture(createPng(), type)).status).toBe(200)
  for (const type of ['application/json', 'text/plain', 'image/svg+xml', 'multipart/form-data; boundary=x']) {
    const refused = await uploadPicture(createPng(), type)
    expect([refused.status, await refused.json()]).toEqual([415, { success: false, error: 'صيغة الطلب غير مدعومة', code: 'not-json' }])
  }
  expect((await owner(address, { method: 'POST' })).status).toBe(400)
  expect((await post('/api/auth/login.php', 'x', { 'content-type': 'image/png' })).status).toBe(415)
  // Without a session the bytes are not read.
  expect((await fetch(address, { method: 'POST', body: 'x'.repeat(6_000_000), headers: { 'content-type': 'image/png' } })).status).toBe(401)
})

test('a picture is served with the media type detected from its bytes', async () => {
  const { fetch: owner, backend } = server.caller()
  await backend.accounts.login({ username: 'hanaa', password: PASSWORD })
  const readPictureHeaders = async (picture: Uint8Array<ArrayBuffer>) => {
    const { id } = await backend.invitations.uploadPicture({ picture })
    const { headers } = await owner(`${server.base}/api/invitations/picture.php?id=${id}`)
    return [headers.get('content-type'), headers.get('x-content-type-options'), headers.get('cache-control')]
  }
  const expectedHeaders = ['nosniff', 'private, no-cache']
  expect(await readPictureHeaders(createPng())).toEqual(['image/png', ...expectedHeaders])
  expect(await readPictureHeaders(createJpeg())).toEqual(['image/jpeg', ...expectedHeaders])
  expect(await readPictureHeaders(createWebp())).toEqual(['image/webp', ...expectedHeaders])
})
