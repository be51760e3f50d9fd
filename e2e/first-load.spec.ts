import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

/** Gzip, in bytes: what the public page's script is held to. */
const BUDGET = 100 * 1024

test('the first-load script of the public page stays within its budget, and knows no router, query, schema or component library', async ({
  page,
  product,
}) => {
  const scripts = new Map<string, string>()
  page.on('response', async response => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), await response.text())
  })
  await page.goto('/website', { waitUntil: 'networkidle' })
  expect(scripts.size).toBeGreaterThan(2)
  const bytes = [...scripts.values()].reduce((sum, source) => sum + gzipSync(source, { level: 6 }).byteLength, 0)
  expect(bytes).toBeLessThan(BUDGET)
  // Words of theirs that no bundler takes out.
  for (const source of scripts.values())
    expect(source).not.toMatch(/useSyncExternalStore|react\.element|ZodError|invalid_type|QueryClient|data-focus-visible/)
  for (const url of scripts.keys()) expect(url).toContain(product.url)
})

test('a screen without cards loads nothing of what shapes their texts', async ({ page, signIn }) => {
  const requested: { path: string; isShaper: boolean }[] = []
  page.on('response', async response => {
    const path = new URL(response.url()).pathname
    // Names of the algorithm for two directions, which no bundler takes out.
    const isBidi = response.status() === 200 && path.endsWith('.js') && (await response.text()).includes('getEmbeddingLevels')
    requested.push({ path, isShaper: isBidi || /harfbuzz|font-file|card-worker|[.]ttf$/.test(path) })
  })
  const shaper = () => requested.filter(({ isShaper }) => isShaper).map(({ path }) => path)
  await page.goto('/website', { waitUntil: 'networkidle' })
  await signIn()
  for (const path of ['/Scanner', '/users', '/reports', '/profile']) await page.goto(path, { waitUntil: 'networkidle' })
  expect(shaper()).toEqual([])
  expect(requested.length).toBeGreaterThan(20)
  await page.goto('/generator')
  await expect.poll(() => shaper().join(' ')).toMatch(/(?=.*harfbuzz)(?=.*amiri-arabic)/)
})

test('what is served is compressed', async ({ product }) => {
  const answer = await fetch(`${product.url}/website`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  const [script] = /\/assets\/website-[\w-]+\.js/.exec(await answer.text()) ?? []
  for (const path of [script!, '/login']) {
    const { headers } = await fetch(product.url + path, { headers: { 'accept-encoding': 'br, gzip', accept: 'text/html, */*' } })
    expect(headers.get('content-encoding'), path).toBe('br')
  }
})
