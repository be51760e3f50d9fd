import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../../testing/server.ts'
import type { Database } from '../../database/database.ts'

const PAGE_TEMPLATE =
  '<link href="{{origin}}/website"><p>{{location}}</p>{{#testimonials}}<q>{{name}}</q>{{/testimonials}}{{#backups}}<i>hourly</i>{{/backups}}' +
  '{{#packageSection}}<ul>{{#packages}}<li>{{name}}: {{invitations}}, {{price}}</li>{{/packages}}</ul>{{/packageSection}}'
const content = { ...SAMPLE_SITE_CONTENT, contact: { ...SAMPLE_SITE_CONTENT.contact, location: '<عدن>' } }

describe.each(['https://hudur.example', undefined])('the public page at %s', publicUrl => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let siteFolder: string
  let current = content
  let figures: { age: number | undefined; failures: number } = { age: undefined, failures: 1 }

  beforeAll(async () => {
    siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-website-'))
    await writeFile(path.join(siteFolder, 'index.html'), '<!doctype html>the shell')
    await writeFile(path.join(siteFolder, 'index.html.br'), '')
    await writeFile(path.join(siteFolder, 'website.html'), PAGE_TEMPLATE)
    db = await startDatabase('sqlite')
    server = await startServer(db, {
      siteFolder,
      content: { read: async () => current },
      backups: () => figures,
      publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
    })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
    await rm(siteFolder, { recursive: true, force: true })
  })

  const get = (place: string, headers = {}) =>
    fetch(server.base + place, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
  const origin = () => publicUrl ?? server.base

  test('the public page contains the owner’s texts, escaped as HTML', async () => {
    current = content
    const response = await get('/website')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const names = SAMPLE_SITE_CONTENT.testimonials.map(({ name }) => `<q>${name}</q>`).join('')
    expect(await response.text()).toBe(`<link href="${origin()}/website"><p>&lt;عدن&gt;</p>${names}`)
  })

  test('the public page is rendered again when the owner’s texts change', async () => {
    current = { ...content, testimonials: [] }
    const expected = `<link href="${origin()}/website"><p>&lt;عدن&gt;</p>`
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (bytes: Buffer) => bytes],
    ] as const) {
      const { rawPayload, headers } = await server.app.inject({
        url: '/website',
        headers: { 'accept-encoding': encoding, host: new URL(server.base).host },
      })
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(decode(rawPayload).toString()).toBe(expected)
    }
    current = content
    expect(await (await get('/website')).text()).toContain('<q>')
  })

  test('the public page offers the packages that are public and not archived', async () => {
    const account = await addAccount(db, { username: 'office', isAdmin: true })
    const { backend } = await server.callerFor(account)
    const create = (name: string, isPublic: boolean) =>
      backend.sales.createPackage({ name, invitations: 100, price: 1_250, currency: 'USD', isPublic })
    const shown = await create('<المئة>', true)
    await create('خاصة', false)
    const page = async () => (await get('/website')).text()
    expect(await page()).toContain('<ul><li>&lt;المئة&gt;: 100 دعوة, \u206612.50\u2069 دولار أمريكي</li></ul>')
    await backend.sales.updatePackage({ id: shown.id, isArchived: true })
    expect(await page()).not.toContain('<ul>')
  })

  test('the public page is rendered once per encoding and then cached', async () => {
    let readCount = 0
    const words = { ...content, contact: { ...content.contact, location: 'صنعاء' } }
    const { contact } = words
    // The cache compares the texts as JSON; only rendering a page reads the property.
    const readContact = () => {
      readCount++
      return contact
    }
    Object.defineProperty(words, 'contact', { get: readContact })
    current = Object.assign(words, { toJSON: () => 'other words' })
    await get('/website', { 'accept-encoding': 'br' })
    const once = readCount
    expect(once).toBeGreaterThan(0)
    for (let n = 0; n < 3; n++)
      for (const encoding of ['br', 'gzip', 'identity']) {
        const response = await get('/website', { 'accept-encoding': encoding })
        expect(await response.text()).toContain('صنعاء')
      }
    expect(readCount).toBe(3 * once)
    current = content
  })

  test.each([
    ['no backup has failed, and none has been made yet', { age: undefined, failures: 0 }, true],
    ['one backup has failed, and the newest is an hour old', { age: 3700, failures: 1 }, true],
    ['nine backups have failed, and the newest is more than two hours old', { age: 7300, failures: 9 }, false],
    ['two backups have failed, and none has been made', { age: undefined, failures: 2 }, false],
  ])('mentions hourly backups only if they work: %s', async (_when, backupFigures, isClaimed) => {
    figures = backupFigures
    expect((await (await get('/website')).text()).includes('hourly')).toBe(isClaimed)
    figures = { age: undefined, failures: 1 }
  })

  test('the public page claims no hourly backups without backups', async () => {
    const other = await startServer(db, { siteFolder, content: { read: async () => current } })
    const page = await fetch(`${other.base}/website`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('hourly')
    await other.close()
  })

  test.each(['/', '/website.html'])('the path %s redirects to the public page /website', async place => {
    const response = await get(place)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/website')
  })

  test('robots.txt and sitemap.xml contain the server’s public origin', async () => {
    expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${origin()}/sitemap.xml`)
    const sitemap = await (await get('/sitemap.xml')).text()
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([`${origin()}/website`])
  })

  test('no URL contains the Host header of the request', async () => {
    for (const url of ['/website', '/robots.txt', '/sitemap.xml']) {
      const { payload } = await server.app.inject({ url, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
      expect(payload, url).not.toContain('evil.example')
      expect(payload, url).toContain(origin())
    }
  })

  test('installation.support returns the public contact data to a user', async () => {
    current = content
    const { backend } = server.caller()
    await addAccount(db, { username: 'hanaa' })
    await backend.accounts.login({ username: 'hanaa', password: PASSWORD })
    expect(await backend.installation.support({})).toEqual({ contact: content.contact, hours: content.hours, social: content.social })
  })
})
