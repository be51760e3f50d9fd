import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The maximum size in bytes of all first-load scripts of the public page, compressed with gzip. */
const BUDGET = 100 * 1024

test('the first-load scripts of the public page stay within their budget, without a router, query, schema or component library', async ({
  page,
  product,
}) => {
  const responses: Response[] = []
  page.on('response', response => {
    if (response.request().resourceType() === 'script') responses.push(response)
  })
  await page.goto('/website', { waitUntil: 'networkidle' })
  const scripts = new Map<string, string>()
  for (const response of responses) scripts.set(response.url(), await response.text())
  expect(scripts.size).toBeGreaterThan(2)
  const bytes = [...scripts.values()].reduce((sum, source) => sum + gzipSync(source, { level: 6 }).byteLength, 0)
  expect(bytes).toBeLessThan(BUDGET)
  // Names from these libraries that no bundler removes.
  for (const source of scripts.values())
    expect(source).not.toMatch(/useSyncExternalStore|react\.element|ZodError|invalid_type|QueryClient|data-focus-visible/)
  for (const url of scripts.keys()) expect(url).toContain(product.url)
})

test('a screen without cards loads no script, font or WebAssembly that shapes the texts of cards', async ({ page, product, signIn }) => {
  const requested = new Set<string>()
  page.on('request', request => requested.add(new URL(request.url()).pathname))
  const SHAPER = /harfbuzz|font-file|card-worker|[.]ttf$/
  await page.goto('/website', { waitUntil: 'networkidle' })
  await signIn()
  // Streams of live figures stay open, so the network of these screens is never idle.
  for (const path of ['/Scanner', '/users', '/reports', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    let before = 0
    const isSettled = () => {
      const settled = requested.size === before
      before = requested.size
      return settled
    }
    await expect.poll(isSettled, { intervals: [500] }).toBe(true)
  }
  const scripts = [...requested].filter(path => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  expect([...requested].filter(path => SHAPER.test(path))).toEqual([])
  // A name from the bidirectional algorithm that no bundler removes.
  const isBidi = async (path: string) => (await (await fetch(product.url + path)).text()).includes('getEmbeddingLevels')
  for (const path of scripts) expect(await isBidi(path), path).toBe(false)

  await page.goto('/generator')
  await expect.poll(() => [...requested].join(' ')).toMatch(/(?=.*harfbuzz)(?=.*amiri-arabic)/)
  const others = [...requested].filter(path => path.endsWith('.js') && !scripts.includes(path))
  expect(await Promise.all(others.map(isBidi))).toContain(true)
})

for (const file of ['index-*.js', 'index-*.css', 'react-*.js', 'start-backend-*.js', 'show-product-*.js', 'login-screen-*.js'])
  test(`a page that lacks ${file} fetches it again, and shows the sign-in by itself once it has arrived`, async ({
    page,
    expectedErrors,
  }) => {
    // A step of the start whose file is missing also reports the failed import.
    expectedErrors.allow(/ERR_(?:FAILED|ABORTED)|Failed to fetch dynamically imported module/)
    let requests = 0
    await page.route(`**/assets/${file}`, route => (requests++ < 2 ? route.abort() : route.continue()))
    await page.goto('/login')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await expect(heading).toHaveCSS('font-family', /Amiri/)
    expect(requests).toBeGreaterThan(2)
  })

test('while the style sheet is missing, the pauses between reloads grow, although the scripts arrive', async ({ page, expectedErrors }) => {
  expectedErrors.allow(/404|ERR_ABORTED/)
  await page.route('**/assets/*.css', route => route.fulfill({ status: 404 }))
  await page.goto('/login')
  // Each failed start counts, and the next pause is twice as long.
  const failedStarts = () => page.evaluate(() => Number(sessionStorage.getItem('starts'))).catch(() => 0)
  await expect.poll(failedStarts).toBeGreaterThanOrEqual(2)
})

test('serves pages and scripts compressed with Brotli', async ({ product }) => {
  const answer = await fetch(`${product.url}/website`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  const [script] = /\/assets\/website-[\w-]+\.js/.exec(await answer.text()) ?? []
  for (const path of [script!, '/login']) {
    const { headers } = await fetch(product.url + path, { headers: { 'accept-encoding': 'br, gzip', accept: 'text/html, */*' } })
    expect(headers.get('content-encoding'), path).toBe('br')
  }
})
