import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createInvitations } from './offline-devices.ts'
import { scannerPage } from './scanner-page.ts'

/** The maximum total size in bytes of the scripts that the public page loads first, compressed with gzip. */
const MAX_SCRIPT_BYTES = 100 * 1024

test('the first scripts of the public page are smaller than 100 KB', async ({ page, product }) => {
  const responses: Response[] = []
  page.on('response', response => {
    if (response.request().resourceType() === 'script') responses.push(response)
  })
  await page.goto('/website', { waitUntil: 'networkidle' })
  const scripts = new Map<string, string>()
  for (const response of responses) scripts.set(response.url(), await response.text())
  expect(scripts.size).toBeGreaterThan(2)
  const bytes = [...scripts.values()].reduce((sum, source) => sum + gzipSync(source, { level: 6 }).byteLength, 0)
  expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES)
  // The pattern has names from React, Zod, TanStack Query and React Aria that a bundler does not shorten.
  for (const source of scripts.values())
    expect(source).not.toMatch(/useSyncExternalStore|react\.element|ZodError|invalid_type|QueryClient|data-focus-visible/)
  for (const url of scripts.keys()) expect(url).toContain(product.url)
})

test('screens without cards load no files for text shaping', async ({ page, product, signIn }) => {
  const requested = new Set<string>()
  page.on('request', request => requested.add(new URL(request.url()).pathname))
  const TEXT_SHAPING_FILES = /harfbuzz|font-file|card-worker|[.]ttf$/
  await page.goto('/website', { waitUntil: 'networkidle' })
  await signIn()
  // These screens keep a stream of live figures open, so their network is never idle. The test waits until no new request is sent.
  for (const path of ['/Scanner', '/users', '/reports', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    let before = 0
    const haveRequestsSettled = () => {
      const settled = requested.size === before
      before = requested.size
      return settled
    }
    await expect.poll(haveRequestsSettled, { intervals: [500] }).toBe(true)
  }
  const scripts = [...requested].filter(path => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  expect([...requested].filter(path => TEXT_SHAPING_FILES.test(path))).toEqual([])
  // `getEmbeddingLevels` is a name from the library of the bidirectional algorithm that a bundler does not shorten.
  const containsBidiLibrary = async (path: string) => (await (await fetch(product.url + path)).text()).includes('getEmbeddingLevels')
  for (const path of scripts) expect(await containsBidiLibrary(path), path).toBe(false)

  await page.goto('/generator')
  await expect.poll(() => [...requested].join(' ')).toMatch(/(?=.*harfbuzz)(?=.*amiri-arabic)/)
  const generatorScripts = [...requested].filter(path => path.endsWith('.js') && !scripts.includes(path))
  expect(await Promise.all(generatorScripts.map(containsBidiLibrary))).toContain(true)
})

for (const file of ['index-*.js', 'index-*.css', 'react-*.js', 'start-backend-*.js', 'show-product-*.js', 'login-screen-*.js'])
  test(`the sign-in screen requests ${file} again after two failed requests`, async ({ page, expectedErrors }) => {
    // When the missing file is a dynamic import, the page also logs the failed import.
    expectedErrors.allow(/ERR_(?:FAILED|ABORTED)|Failed to fetch dynamically imported module/)
    let requests = 0
    await page.route(`**/assets/${file}`, route => (requests++ < 2 ? route.abort() : route.continue()))
    await page.goto('/login')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await expect(heading).toHaveCSS('font-family', /Amiri/)
    expect(requests).toBeGreaterThan(2)
  })

test('a dialog opens after two failed requests for its script', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.allow(/ERR_FAILED/)
  let requests = 0
  await page.route('**/assets/logout-dialog-*.js', route => (requests++ < 2 ? route.abort() : route.continue()))
  await signIn()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'تسجيل الخروج' }).first().click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'تسجيل الخروج' })).toBeVisible()
  expect(requests).toBeGreaterThan(2)
})

test('the scanner shows an admission although its storage script is missing', async ({ page, admin, signIn, expectedErrors }) => {
  expectedErrors.allow(/404/)
  const [guest] = await createInvitations(admin, ['سميّة الإرياني'])
  await page.route('**/assets/local-part-*.js', route => route.fulfill({ status: 404 }))
  await signIn()
  await page.goto('/Scanner')
  await scannerPage(page).field.fill(guest!.id)
  await scannerPage(page).verify.click()
  await expect(scannerPage(page).verdict('admitted')).toContainText('سميّة الإرياني')
})

test('a start of the page without its style sheet is counted as failed', async ({ page, expectedErrors }) => {
  expectedErrors.allow(/404|ERR_ABORTED/)
  await page.route('**/assets/*.css', route => route.fulfill({ status: 404 }))
  await page.goto('/login')
  // `web/public/start.js` doubles the pause before the next reload with each failed start that is counted.
  const readFailedStartCount = () => page.evaluate(() => Number(sessionStorage.getItem('starts'))).catch(() => 0)
  await expect.poll(readFailedStartCount).toBeGreaterThanOrEqual(2)
})

test('a screen whose script was missing opens once the script is back', async ({ page, expectedErrors }) => {
  expectedErrors.allow(/404|ERR_ABORTED|dynamically imported module/)
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let isMissing = true
  await page.route('**/assets/login-screen-*.js', async route => {
    if (!isMissing) return route.continue()
    // The response arrives when the app has started.
    await new Promise(resolve => setTimeout(resolve, 1_000))
    return route.fulfill({ status: 404 })
  })
  await page.goto('/login')
  await expect.poll(() => page.evaluate(() => Number(sessionStorage.getItem('starts'))).catch(() => 0)).toBeGreaterThanOrEqual(3)
  isMissing = false
  await expect(page.getByRole('textbox', { name: 'اسم المستخدم' })).toBeVisible()
})

test('the sign-in screen requests each preloaded script once', async ({ page, product }) => {
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const preloaded = await page.locator('link[rel=modulepreload]').evaluateAll(links => links.map(link => link.getAttribute('href')!))
  expect(preloaded.join(' ')).toMatch(/(?=.*start-backend-)(?=.*login-screen-)/)
  for (const path of preloaded) {
    expect(requested.filter(other => other === path).length, path).toBe(1)
    expect(await (await fetch(product.url + path)).text(), path).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

test('the server compresses pages and scripts with Brotli', async ({ product }) => {
  const answer = await fetch(`${product.url}/website`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  const [script] = /\/assets\/website-[\w-]+\.js/.exec(await answer.text()) ?? []
  for (const path of [script!, '/login']) {
    const { headers } = await fetch(product.url + path, { headers: { 'accept-encoding': 'br, gzip', accept: 'text/html, */*' } })
    expect(headers.get('content-encoding'), path).toBe('br')
  }
})
