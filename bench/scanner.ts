import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { qrCodeText } from '@hudur/core'
import { chromium, type Page } from '@playwright/test'
import { startProduct } from '../api/testing/process.ts'
import { renderFrame } from '../e2e/frames.ts'
import { createFakeCameraFlags, writeCameraVideo } from '../e2e/phone.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { signIn } from './scans.ts'

const CODE_COUNT = 30
/** The number of video frames that show a code, and of the empty frames before the next code: 1.4 s each at 30 frames a second. */
const FRAMES_PER_CODE = 42

/**
 * Runs in the page. Records when a code came into view, which is when the camera's image became bright, and when the result of a scan
 * appeared.
 */
function watchScanner() {
  const recordedTimes: { inView: number[]; verdicts: number[] } = { inView: [], verdicts: [] }
  Object.assign(window, { seen: recordedTimes })
  const context = Object.assign(document.createElement('canvas'), { width: 32, height: 18 }).getContext('2d', { willReadFrequently: true })
  let wasBright = false
  function checkBrightness(video: HTMLVideoElement) {
    context?.drawImage(video, 0, 0, 32, 18)
    const pixels = context?.getImageData(0, 0, 32, 18).data ?? new Uint8ClampedArray()
    const isBright = pixels.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0) / (32 * 18 * 3) > 60
    if (isBright && !wasBright) recordedTimes.inView.push(performance.now())
    wasBright = isBright
    video.requestVideoFrameCallback(() => checkBrightness(video))
  }
  new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue
      if (node.matches('[data-verdict]') || node.querySelector('[data-verdict]')) recordedTimes.verdicts.push(performance.now())
      const video = node.matches('video') ? (node as HTMLVideoElement) : node.querySelector('video')
      video?.requestVideoFrameCallback(() => checkBrightness(video))
    }
  }).observe(document, { childList: true, subtree: true })
}

const percentileOf = (sorted: number[], part: number) =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10
const toFigureRow = (measurement: string, took: number[]) => {
  const sorted = took.toSorted((one, other) => one - other)
  return { what: measurement, times: took.length, 'median ms': percentileOf(sorted, 0.5), 'p95 ms': percentileOf(sorted, 0.95) }
}

/** Measures the reference: the time (ms) of the code reader alone, for the same kind of frames in the same browser. */
const measureReaderAlone = (page: Page, frames: string[]) =>
  page.evaluate(async pictures => {
    const script = performance.getEntriesByType('resource').find(({ name }) => name.includes('qr-worker'))?.name ?? ''
    const worker = new Worker(script, { type: 'module' })
    const nextWorkerMessage = () =>
      new Promise<unknown>(resolve => worker.addEventListener('message', ({ data }) => resolve(data), { once: true }))
    await nextWorkerMessage()
    const took: number[] = []
    for (const picture of pictures) {
      const bitmap = await createImageBitmap(await (await fetch(picture)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height)
      const start = performance.now()
      const next = nextWorkerMessage()
      worker.postMessage(pixels)
      await next
      took.push(performance.now() - start)
    }
    return took
  }, frames)

/**
 * Measures the time from a code in view of the camera to the result of the scan, for thirty codes that a real browser's camera shows one
 * after another. The references are the time of reading one frame and the time of the scan call.
 */
export async function bench() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-bench-'))
  const server = await startProduct({ DATA_DIR: folder })
  const { backend, cookie } = await signIn(server.url)
  const newGuest = (n: number) => ({ eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', guestName: `ضيف رقم ${n}` })
  const createdInvitations = await backend.invitations.create({
    invitations: Array.from({ length: CODE_COUNT * 2 }, (_, n) => newGuest(n)),
  })
  const texts = createdInvitations.slice(0, CODE_COUNT).map(qrCodeText)
  const filmed = path.join(folder, 'camera.mjpeg')
  await writeCameraVideo(
    filmed,
    texts.flatMap(text => [
      { text: null, frames: FRAMES_PER_CODE },
      { text, frames: FRAMES_PER_CODE },
    ]),
  )

  const browser = await chromium.launch({ executablePath: String(findChromium()), args: createFakeCameraFlags(filmed) })
  const context = await browser.newContext({ locale: 'ar', baseURL: server.url, viewport: { width: 390, height: 844 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  await page.addInitScript(watchScanner)
  await page.goto('/Scanner')
  await page.locator('summary').click()
  await page.getByRole('switch').first().press('Space')
  await page.getByRole('button', { name: 'مسح بالكاميرا' }).click()
  await page.waitForTimeout((CODE_COUNT + 2) * FRAMES_PER_CODE * 2 * (1000 / 30))
  const recordedTimes = await page.evaluate(() => (window as unknown as { seen: { inView: number[]; verdicts: number[] } }).seen)
  // A result belongs to the code that came into view last before it.
  const took = recordedTimes.verdicts.slice(0, CODE_COUNT).flatMap(verdict => {
    const inView = recordedTimes.inView.findLast(view => view < verdict)
    return inView === undefined ? [] : [verdict - inView]
  })

  const callTimes: number[] = []
  for (const [n, { id }] of createdInvitations.slice(CODE_COUNT).entries()) {
    const start = performance.now()
    await backend.scanning.check({ qr_code: id, source: 'camera', nonce: `bench-${n}` })
    callTimes.push(performance.now() - start)
  }
  const frames = await Promise.all(texts.map(async (text, n) => (await renderFrame(text, { size: 420 }, n)).toString('base64')))
  await page.route('**/frame/*', route =>
    route.fulfill({
      body: Buffer.from(frames[Number(route.request().url().split('/').at(-1))] ?? '', 'base64'),
      contentType: 'image/jpeg',
    }),
  )
  const alone = await measureReaderAlone(
    page,
    frames.map((_, n) => `${server.url}/frame/${n}`),
  )
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table([
    toFigureRow('code in view to verdict', took),
    toFigureRow('reference: reading a frame alone', alone),
    toFigureRow('reference: the scan call alone', callTimes),
  ])
}
