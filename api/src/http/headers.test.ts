import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

/**
 * One path of each kind: app page, SVG picture (which browsers can open as a page), worker script, API call, refused API call, unknown API
 * call, and health check.
 */
const PATHS = [
  '/generator',
  '/assets/picture-1.svg',
  '/assets/worker-1.js',
  '/api/test-connection.php',
  '/api/users/list.php',
  '/no.php',
  '/healthz',
]

/** The import map, the only inline script of a page. */
const IMPORT_MAP = '{"imports":{"/assets/main-0.js":"/assets/main-1.js"}}'

const POLICY = [
  "default-src 'self'",
  `script-src 'self' 'wasm-unsafe-eval' 'sha256-${createHash('sha256').update(IMPORT_MAP).digest('base64')}'`,
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

describe.each(['http://192.168.1.20:3000', 'https://hudur.example', undefined])(
  'security headers of a server with the public URL %s',
  publicUrl => {
    let db: Database
    let server: Awaited<ReturnType<typeof startServer>>
    let siteFolder: string
    const isHttps = publicUrl?.startsWith('https:') ?? false

    beforeAll(async () => {
      siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-site-'))
      await mkdir(path.join(siteFolder, 'assets'))
      await writeFile(path.join(siteFolder, 'index.html'), `<!doctype html><script type="importmap">${IMPORT_MAP}</script>the shell`)
      for (const name of ['main-1.js', 'main-1.js.br', 'worker-1.js', 'picture-1.svg'])
        await writeFile(path.join(siteFolder, 'assets', name), name.endsWith('.br') ? brotliCompressSync('1') : '1')
      db = await startDatabase('sqlite')
      server = await startServer(db, { siteFolder, publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl) })
    })
    afterAll(async () => {
      await server.close()
      await db.close()
      await rm(siteFolder, { recursive: true, force: true })
    })

    test.each(PATHS)('GET %s has the content security policy, and HSTS only over https', async place => {
      const { headers } = await fetch(server.base + place, { headers: { accept: 'text/html' } })
      expect(headers.get('content-security-policy')?.split(';')).toEqual([...POLICY, ...(isHttps ? ['upgrade-insecure-requests'] : [])])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('strict-transport-security')).toBe(isHttps ? 'max-age=31536000; includeSubDomains' : null)
    })

    test.each(['identity', 'br'])('a script with the encoding %s has no headers meant for pages', async encoding => {
      const { headers } = await fetch(`${server.base}/assets/main-1.js`, { headers: { 'accept-encoding': encoding } })
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect([...headers.keys()].filter(name => !['connection', 'content-encoding', 'date', 'keep-alive'].includes(name))).toEqual([
        'cache-control',
        'content-length',
        'content-type',
        'cross-origin-resource-policy',
        'vary',
        'x-content-type-options',
      ])
      expect(headers.get('cache-control')).toContain('immutable')
    })

    test('Cache-Control of a script comes after Content-Type and Vary', async () => {
      const { hostname, port } = new URL(server.base)
      const socket = net.connect(Number(port), hostname)
      socket.write('GET /assets/main-1.js HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
      const answer = (await text(socket)).toLowerCase()
      const headerPosition = (name: string) => answer.indexOf(`\r\n${name}: `)
      for (const name of ['content-type', 'content-length', 'vary']) {
        expect(headerPosition(name), name).toBeGreaterThan(0)
        expect(headerPosition(name), name).toBeLessThan(headerPosition('cache-control'))
      }
    })
  },
)
