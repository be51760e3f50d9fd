import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { chooseBackgroundPicture, createPhotograph, generateInvitations } from '../e2e/card-files.ts'
import { addSession, CHROMIUM_PATH } from './browser.ts'
import { printTable, roundToTenth } from './figures.ts'
import { measureMessengers } from './messengers.ts'

/** The number of cards of the second measurement; the first draws 200. The environment variable `BENCH_CARDS` sets it. */
const MAX_CARDS = Number(process.env.BENCH_CARDS || 1_000)
const CARD_COUNTS = [...new Set([Math.min(200, MAX_CARDS), MAX_CARDS])]
const ARCHIVE_TIMEOUT_MS = 600_000
/** The folder of another checkout, installed and built. Measurements of it alternate with those of this checkout. */
const OTHER_CHECKOUT = process.env.BENCH_BEFORE
/** How many times each variant draws the cards. The table shows the median. */
const ROUNDS = OTHER_CHECKOUT ? 3 : 1

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

const toMegabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

type ArchiveFigures = Awaited<ReturnType<typeof saveArchive>>

/**
 * Measures the time from pressing the download button to the complete archive of cards, the size of the archive, and the memory of the
 * browser. The references are the same page without web workers and, with `BENCH_BEFORE`, another checkout, which is measured in
 * alternation.
 */
export async function bench() {
  printTable(await withTemporaryFolder(measureArchives))
  printTable(await measureMessengers())
}

async function measureArchives(folder: string) {
  const server = await startProduct({ DATA_DIR: path.join(folder, 'data') })
  const before = OTHER_CHECKOUT
    ? await startProduct({ DATA_DIR: path.join(folder, 'before') }, {}, path.resolve(OTHER_CHECKOUT))
    : undefined
  const rows: Record<string, string | number>[] = []
  try {
    for (const count of CARD_COUNTS) {
      const product = await openGeneratorWithCards(server.url, path.join(folder, `profile-${count}`), count)
      const other = before && (await openGeneratorWithCards(before.url, path.join(folder, `before-${count}`), count))
      for (const ground of ['flat', 'photograph'] as const) {
        if (ground === 'photograph')
          for (const { page } of other ? [product, other] : [product])
            await chooseBackgroundPicture(page, await createPhotograph({ noise: 24 }))
        const ways: Record<string, () => Promise<ArchiveFigures>> = {
          product: () => saveArchive(product),
          'plain toBlob': () => saveArchiveWithoutWorkers(product),
          ...(other && { before: () => saveArchive(other) }),
        }
        const archives = new Map<string, ArchiveFigures[]>(Object.keys(ways).map(way => [way, []]))
        for (let round = 0; round < ROUNDS; round++) for (const [how, make] of Object.entries(ways)) archives.get(how)!.push(await make())
        const middle = new Map([...archives].map(([how, made]) => [how, made.toSorted((a, b) => a.ms - b.ms)[ROUNDS >> 1]!]))
        for (const [how, { ms, bytes, memory }] of middle)
          rows.push({
            cards: count,
            ground,
            how,
            's in all': roundToTenth(ms / 1000),
            'ms a card': roundToTenth(ms / count),
            'cards a second': roundToTenth((count * 1000) / ms),
            'ZIP MB': toMegabytes(bytes),
            'memory over base MB': memory,
            'of plain time': (ms / middle.get('plain toBlob')!.ms).toFixed(2),
            ...(other && { 'of time before': (ms / middle.get('before')!.ms).toFixed(2) }),
          })
      }
      for (const { context } of other ? [product, other] : [product]) await context.close()
    }
    return rows
  } finally {
    await server.stop()
    await before?.stop()
  }
}

type OpenedGenerator = { context: BrowserContext; page: Page; profile: string }

/** Opens the generator screen in a browser of its own and creates invitations for `count` guests. */
async function openGeneratorWithCards(baseURL: string, profile: string, count: number): Promise<OpenedGenerator> {
  // The browser profile is stored on disk, because a browser without a profile keeps archives in memory.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM_PATH,
    args: BROWSER_FLAGS,
    locale: 'ar',
    baseURL,
    env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
  })
  const { cookies } = await signIn(baseURL)
  await addSession(context, { url: baseURL, cookies })
  const page = context.pages()[0] ?? (await context.newPage())
  // The page records the size of each saved file instead of storing the file.
  await page.addInitScript(() => {
    URL.createObjectURL = (saved: Blob) => {
      Object.assign(globalThis, { saved: [...((globalThis as { saved?: number[] }).saved ?? []), saved.size] })
      return '#'
    }
    HTMLAnchorElement.prototype.click = () => undefined
  })
  await page.goto('/generator')
  await generateInvitations(
    page,
    // Each call uses a new event name. For an existing event the page would open the saved design.
    `زفاف محمّد وسارة ${count}`,
    Array.from({ length: count }, (_, n) => `الأستاذ خالد سعيد ${n}`),
  )
  return { context, page, profile }
}

/**
 * Presses the button that saves an archive of the cards, and waits until all its files are saved. Returns the time (ms), the size (bytes)
 * and the growth of the browser's memory (MB), which is 0 where the system does not report memory.
 */
async function saveArchive({ page, profile }: OpenedGenerator) {
  await page.evaluate(() => Object.assign(globalThis, { saved: [] }))
  const base = await readBrowserMemory(profile)
  let peak = base
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      peak = Math.max(peak, await readBrowserMemory(profile))
      await new Promise(resolve => setTimeout(resolve, 400))
    }
  })()
  const start = performance.now()
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  const stop = page.getByRole('button', { name: 'إيقاف' })
  await stop.waitFor()
  await stop.waitFor({ state: 'hidden', timeout: ARCHIVE_TIMEOUT_MS })
  const ms = performance.now() - start
  const saved = await page.evaluate(() => (globalThis as { saved?: number[] }).saved ?? [])
  if (saved.length === 0) throw new Error('the archive was not saved')
  isRunning = false
  await watching
  return { ms, bytes: saved.reduce((sum, size) => sum + size, 0), memory: toMegabytes((peak - base) * 1024) }
}

/** Saves the archive without OffscreenCanvas: workers cannot draw, so the page calls canvas.toBlob for one card after another. */
async function saveArchiveWithoutWorkers(opened: OpenedGenerator) {
  await opened.page.evaluate(() => Object.assign(globalThis, { removedOffscreenCanvas: OffscreenCanvas, OffscreenCanvas: undefined }))
  const archived = await saveArchive(opened)
  await opened.page.evaluate(() =>
    Object.assign(globalThis, { OffscreenCanvas: (globalThis as { removedOffscreenCanvas?: unknown }).removedOffscreenCanvas }),
  )
  return archived
}

/** Returns the memory (KB) of all processes of a browser, shared memory counted once; 0 on systems without `/proc`. */
async function readBrowserMemory(profile: string): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const commands = await Promise.all(ids.map(async id => ({ id, line: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') })))
  const root = commands.find(({ line }) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='))
  if (!root) return 0
  const parents = new Map<string, string>()
  for (const { id } of commands)
    parents.set(id, (await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ')[1] ?? '')
  const isBrowserProcess = (id: string | undefined): boolean =>
    id !== undefined && (id === root.id || (parents.has(id) && isBrowserProcess(parents.get(id))))
  let sum = 0
  for (const { id } of commands)
    if (isBrowserProcess(id))
      sum += Number(/^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => ''))?.[1] ?? 0)
  return sum
}
