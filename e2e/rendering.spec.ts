import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { chooseBackgroundPicture, createPhotograph, downloadZippedCards, generateInvitations, pixelsOf } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { download, generatorPage } from './generator-page.ts'
import { FORTY_GUEST_NAMES } from './guests.ts'

const EVENT = 'زفاف أحمد'

/** Removes `OffscreenCanvas` from the page, so that the product assumes that workers in this browser cannot draw. */
const disableWorkerDrawing = (page: Page) => page.evaluate(() => Object.assign(globalThis, { OffscreenCanvas: undefined }))

/** Delays the encoding of cards that the page draws. Returns a function that ends the delay. */
async function delayCardEncoding(page: Page) {
  const resume = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (...args) {
      void promise.then(() => toBlob.apply(this, args))
    }
    return resolve
  })
  return () => resume.evaluate(release => release())
}

// Drawing takes long while other tests use the processor.
test.describe.configure({ timeout: 300_000 })

test.beforeEach(({ signIn }) => signIn())

const WORKER_SCRIPT_URL = '**/card-worker-*.js'

const replaceWorkerScript = (page: Page, body: string) =>
  page.route(WORKER_SCRIPT_URL, route => route.fulfill({ contentType: 'text/javascript', body }))

/** Returns the script of a worker that reports that it is ready, and runs the code `onCard` when it receives a card. */
const createWorkerScript = (onCard: string) => `
  onmessage = ({ data }) => {
    if (data.is === 'open') postMessage({ is: 'open' })
    else { ${onCard} }
  }`

/** Returns the largest difference between two images in any channel of any pixel, from 0 to 255. */
const maxChannelDifference = (a: Buffer, b: Buffer) => a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0)

test('workers and the page draw the same cards', async ({ page }) => {
  await page.goto('/generator')
  await generateInvitations(page, EVENT, ['سارة', 'علي'])
  await generateInvitations(page, 'زفاف احمد', ['هدى'])
  const workerCards = await downloadZippedCards(page)
  await disableWorkerDrawing(page)
  const pageCards = await downloadZippedCards(page)
  expect(workerCards.map(({ name }) => name)).toEqual(['دعوة_هدى_زفاف أحمد.png', 'دعوة_سارة_زفاف أحمد.png', 'دعوة_علي_زفاف أحمد.png'])
  // Chromium rounds the edges of ornaments differently in a worker and in a document, by up to 4 of 256 shades.
  for (const [n, { name, file }] of workerCards.entries())
    expect(maxChannelDifference(await pixelsOf(file), await pixelsOf(pageCards[n]!.file)), name).toBeLessThanOrEqual(8)
})

test('a card saved as JPEG is less than half as large as a PNG', async ({ page, axe }) => {
  await page.goto('/generator')
  await generateInvitations(page, EVENT, ['علي'])
  await expect(page.getByText('م.ب للصورة')).toHaveCount(0)
  await chooseBackgroundPicture(page, await createPhotograph({ noise: 24 }))
  await expect(page.getByText('نحو 3 م.ب للصورة')).toBeVisible()
  const [png] = await downloadZippedCards(page)
  await page.getByRole('group', { name: 'صيغة الصورة' }).getByRole('radio', { name: 'JPEG' }).check()
  await expect(page.getByText('نحو 0.7 م.ب للصورة')).toBeVisible()
  await axe()
  const [jpeg] = await downloadZippedCards(page)
  expect(jpeg!.name).toBe('دعوة_علي_زفاف أحمد.jpg')
  const { format, width, height } = await sharp(jpeg!.file).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 1800 })
  expect(jpeg!.file.length).toBeLessThan(png!.file.length / 2)
  const [a, b] = [await pixelsOf(png!.file), await pixelsOf(jpeg!.file)]
  const difference = a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length
  expect(difference).toBeLessThan(6)

  const one = await download(page.getByRole('button', { name: 'تحميل بطاقة علي' }))
  expect(one.suggestedFilename()).toBe('دعوة_علي_زفاف أحمد.jpg')
})

test('the workers that draw cards end when the download ends', async ({ page }) => {
  await page.goto('/generator')
  await generateInvitations(
    page,
    EVENT,
    Array.from({ length: 60 }, (_, n) => `ضيف ${n}`),
  )
  // The workers with the replacement script draw no card, so the test has time to press the button.
  await replaceWorkerScript(page, createWorkerScript(''))
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await expect.poll(() => page.workers().length).toBe(2)
  await page.getByRole('button', { name: 'إيقاف' }).click()
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(0)
  await page.unroute(WORKER_SCRIPT_URL)

  const progressReading = page.evaluate(async () => {
    const progressValues: string[] = []
    const findProgressBar = () => document.querySelector('[role=progressbar][aria-valuemax="60"]')
    const isProgressOver = () => !findProgressBar() && progressValues.length > 0
    while (!isProgressOver()) {
      const now = findProgressBar()?.getAttribute('aria-valuenow')
      if (now && now !== progressValues.at(-1)) progressValues.push(now)
      await new Promise(resolve => setTimeout(resolve))
    }
    return progressValues.map(Number)
  })
  const cards = await downloadZippedCards(page)
  expect(cards).toHaveLength(60)
  // For sixty cards only the changed rows are compressed, so the files have no alpha channel.
  expect((await sharp(cards[0]!.file).metadata()).channels).toBe(3)
  const shownProgress = await progressReading
  // Cards that are drawn between two frames are one step.
  expect(shownProgress.length).toBeGreaterThan(5)
  expect(shownProgress).toEqual([...shownProgress].sort((a, b) => a - b))
  expect(Math.max(...shownProgress)).toBeLessThanOrEqual(60)
  await expect.poll(() => page.workers().length).toBe(0)
})

test('in a browser without OffscreenCanvas the page itself draws the cards', async ({ page }) => {
  await page.goto('/generator')
  await disableWorkerDrawing(page)
  await generateInvitations(page, EVENT, FORTY_GUEST_NAMES.slice(0, 20))
  const resume = await delayCardEncoding(page)
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await expect(page.getByText('من 20')).toBeVisible()
  await expect.poll(() => page.workers()).toHaveLength(0)
  await page.getByRole('button', { name: 'إيقاف' }).click()
  await resume()
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toBeVisible()
  expect(await downloadZippedCards(page)).toHaveLength(20)
})

test.describe('when a worker fails', () => {
  const FAILED_MESSAGE = 'حدث خطأ أثناء تحميل الدعوات'
  test('a failed worker shows an error, and the next download succeeds', async ({ page, expectedErrors }) => {
    await page.goto('/generator')
    await generateInvitations(page, EVENT, ['سارة', 'علي'])
    const failed = page.getByText(FAILED_MESSAGE)
    for (const script of [
      'throw new Error("no start")',
      createWorkerScript('setTimeout(() => { throw new Error("gone") })'),
      createWorkerScript('postMessage({ is: "failed", why: "no memory" })'),
    ]) {
      expectedErrors.allow(/no start|gone/)
      await replaceWorkerScript(page, script)
      await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
      await expect(failed).toBeVisible()
      await expect.poll(() => page.workers()).toHaveLength(0)
      await page.unroute(WORKER_SCRIPT_URL)
      expect(await downloadZippedCards(page)).toHaveLength(2)
      await expect(failed).toHaveCount(0)
    }
  })

  test('workers that have not responded for a minute cause an error', async ({ page }) => {
    await page.goto('/generator')
    await page.clock.install()
    await replaceWorkerScript(page, createWorkerScript(''))
    await generateInvitations(page, EVENT, ['سارة', 'علي', 'هدى'])
    await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
    await expect(page.getByText('0 من 3')).toBeVisible()
    await expect.poll(() => page.workers().length).toBe(2)
    await page.clock.runFor(61_000)
    await expect(page.getByText(FAILED_MESSAGE)).toBeVisible()
    await expect.poll(() => page.workers()).toHaveLength(0)
  })
})

test('the card preview shows the name although font files are missing', async ({ page, expectedErrors }) => {
  expectedErrors.allow(/ERR_FAILED/)
  const preview = page.getByRole('img', { name: 'مثال للبطاقة' })
  const countColours = () =>
    preview.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0.6 * canvas.height, canvas.width, 0.07 * canvas.height)
      return new Set(new Uint32Array(data.buffer)).size
    })
  /** Returns a digest of the preview's pixels. */
  const digestPreview = () =>
    preview.evaluate(async (canvas: HTMLCanvasElement) => {
      const file = new TextEncoder().encode(canvas.toDataURL())
      return new Uint32Array(await crypto.subtle.digest('SHA-256', file)).join()
    })
  // The part of the card with the name has more than 40 colours only when the name is drawn.
  const waitForName = (message: string) => expect.poll(() => countColours().catch(() => 0), message).toBeGreaterThan(40)
  await page.goto('/generator')
  await waitForName('all files')
  const complete = await digestPreview()
  for (const missingFile of ['**/*.ttf', '**/harfbuzz*.wasm']) {
    await page.route(missingFile, route => route.abort())
    await page.reload()
    await waitForName(missingFile)
    const incomplete = await digestPreview()
    expect(incomplete, missingFile).not.toBe(complete)
    await page.unroute(missingFile)
    // Only the change of the event's name draws the preview again.
    await generatorPage(page).eventName.fill(EVENT)
    await expect.poll(digestPreview, missingFile).not.toBe(incomplete)
    await generatorPage(page).eventName.fill('')
    await expect.poll(digestPreview, missingFile).toBe(complete)
  }
})

test('exactly the font faces with Arabic letters contain the space', async ({ page }) => {
  await page.goto('/generator')
  await expect(page.getByRole('img', { name: 'مثال للبطاقة' })).toBeVisible()
  const readFontFaces = () =>
    page.evaluate(() =>
      [...document.fonts].map(({ family, unicodeRange }) => {
        const parts = unicodeRange.split(',').map(part => part.trim().slice(2).split('-'))
        const coversCodePoint = (sign: number) =>
          parts.some(([from = '', to = from]) => Number.parseInt(from, 16) <= sign && sign <= Number.parseInt(to, 16))
        return { family: family.replaceAll('"', ''), isArabic: coversCodePoint(0x627), hasSpace: coversCodePoint(0x20) }
      }),
    )
  await expect.poll(async () => new Set((await readFontFaces()).map(({ family }) => family)).size).toBeGreaterThanOrEqual(2)
  expect((await readFontFaces()).filter(({ isArabic, hasSpace }) => isArabic !== hasSpace)).toEqual([])
})
