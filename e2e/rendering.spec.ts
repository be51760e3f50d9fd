import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { choosePicture, generate, photograph, pixelsOf, zippedCards } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { FORTY_GUESTS } from './guests.ts'

const EVENT = 'زفاف أحمد'

const TALL_NAMES = ['ﷲ', 'آلُ إِيـلَـافٍ', 'هٰذَا ٱلرَّحْمٰنُ', 'محـــــــــمد']

const GUESTS = [...TALL_NAMES, 'قسم 3 (5 أشخاص)']

/** Removes `OffscreenCanvas` from the page, so that the product assumes that workers of this browser cannot draw. */
const forgetWorkers = (page: Page) => page.evaluate(() => Object.assign(globalThis, { OffscreenCanvas: undefined }))

/** Holds back the files of the cards that the page draws, so that a test can press a button meanwhile. Returns a function that lets them go. */
async function holdCardFiles(page: Page) {
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

const WORKER = '**/card-worker-*.js'

/** Returns the script of a worker that reports that it is ready, and runs the code `then` when it receives a card. */
const workerScript = (then: string) => `
  onmessage = ({ data }) => {
    if (data.is === 'open') postMessage({ is: 'open' })
    else { ${then} }
  }`

/** Replaces a text in the script of workers that start afterwards. Fails when the text does not occur exactly once. */
async function changeWorkers(page: Page, text: string, replacement: string) {
  await page.unroute(WORKER)
  await page.route(WORKER, async route => {
    const response = await route.fetch()
    const [before, after, ...more] = (await response.text()).split(text)
    expect([typeof after, more.length], 'the replaced text occurs once in the script of the worker').toEqual(['string', 0])
    await route.fulfill({ response, body: `${before}${replacement}${after}` })
  })
}

/** Creates one more card, which has a number of persons on it. */
async function addFamily(page: Page) {
  // This button appears above «توليد الدعوات» when the first cards' design is saved, and shifts the elements that are clicked next.
  await expect(page.getByRole('button', { name: 'من تصاميم مناسباتك السابقة' })).toBeVisible()
  await page.getByText(/^مخصص/).click()
  await page.getByRole('textbox', { name: 'اسم الضيف' }).fill('عائلة صالح')
  await page.getByRole('textbox', { name: 'عدد الأشخاص' }).fill('5')
  await page.getByRole('button', { name: 'توليد الدعوات' }).click()
  await expect(page.getByRole('img', { name: 'بطاقة عائلة صالح' })).toBeVisible()
}

/** Returns the largest difference between two images in any channel of any pixel, from 0 to 255. */
const distance = (a: Buffer, b: Buffer) => a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0)

for (const { ground, picture, guests } of [
  { ground: 'a photograph', picture: () => photograph({ noise: 24 }), guests: GUESTS.slice(0, 2) },
  { ground: 'a built-in template', picture: undefined, guests: GUESTS },
])
  test(`cards on ${ground} have the same pixels and order whether only their changed rows or whole cards are compressed`, async ({
    page,
  }) => {
    await page.goto('/generator')
    await generate(page, EVENT, guests)
    await addFamily(page)
    if (picture) await choosePicture(page, await picture())
    // The product compresses only changed rows from 60 cards on.
    await changeWorkers(page, 'length>=60', 'length>=3')
    const byRows = await zippedCards(page)
    await changeWorkers(page, 'savesRows:!0', 'savesRows:!1')
    const whole = await zippedCards(page)

    expect(byRows).toHaveLength(guests.length + 1)
    expect(byRows.map(({ name }) => name)).toEqual(whole.map(({ name }) => name))
    for (const [n, { name, file }] of byRows.entries())
      expect((await pixelsOf(file)).equals(await pixelsOf(whole[n]!.file)), name).toBe(true)
    // Files that are compressed by rows have no alpha channel; files that are compressed whole have one.
    const channels = await Promise.all([byRows, whole].map(async files => (await sharp(files[0]!.file).metadata()).channels))
    expect(channels).toEqual([3, 4])
    const totalBytes = (files: typeof byRows) => files.reduce((sum, { file }) => sum + file.length, 0)
    expect(totalBytes(byRows)).toBeLessThan(totalBytes(whole))
  })

test('workers draw the same cards as the page, for guests of one event that were added under two spellings of its name', async ({
  page,
}) => {
  await page.goto('/generator')
  await generate(page, EVENT, ['سارة', 'علي'])
  await generate(page, 'زفاف احمد', ['هدى'])
  const drawn = await zippedCards(page)
  await forgetWorkers(page)
  const plain = await zippedCards(page)
  expect(drawn.map(({ name }) => name)).toEqual(['دعوة_هدى_زفاف أحمد.png', 'دعوة_سارة_زفاف أحمد.png', 'دعوة_علي_زفاف أحمد.png'])
  // Chromium rounds the edges of ornaments differently in a worker and in a document, by up to 4 of 256 shades.
  for (const [n, { name, file }] of drawn.entries())
    expect(distance(await pixelsOf(file), await pixelsOf(plain[n]!.file)), name).toBeLessThanOrEqual(8)
})

test('when JPEG is chosen, saves smaller files with the extension .jpg and the same card', async ({ page, axe }) => {
  await page.goto('/generator')
  await generate(page, EVENT, ['سارة', 'علي'])
  await expect(page.getByText('م.ب للصورة')).toHaveCount(0)
  await choosePicture(page, await photograph({ noise: 24 }))
  await expect(page.getByText('نحو 3 م.ب للصورة')).toBeVisible()
  const [png] = await zippedCards(page)
  await page.getByRole('group', { name: 'صيغة الصورة' }).getByRole('radio', { name: 'JPEG' }).check()
  await expect(page.getByText('نحو 0.7 م.ب للصورة')).toBeVisible()
  await axe()
  const [jpeg] = await zippedCards(page)
  expect(jpeg!.name).toBe('دعوة_سارة_زفاف أحمد.jpg')
  const { format, width, height } = await sharp(jpeg!.file).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 1800 })
  expect(jpeg!.file.length).toBeLessThan(png!.file.length / 2)
  const [a, b] = [await pixelsOf(png!.file), await pixelsOf(jpeg!.file)]
  const difference = a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length
  expect(difference).toBeLessThan(6)

  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: 'تحميل بطاقة علي' }).click()
  expect((await one).suggestedFilename()).toBe('دعوة_علي_زفاف أحمد.jpg')
})

test('two workers draw sixty cards by rows, and both end when the download is stopped or complete', async ({ page }) => {
  await page.goto('/generator')
  await generate(
    page,
    EVENT,
    Array.from({ length: 60 }, (_, n) => `ضيف ${n}`),
  )
  // Workers that draw no card leave time to press the button.
  await page.route(WORKER, route => route.fulfill({ contentType: 'text/javascript', body: workerScript('') }))
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await expect.poll(() => page.workers().length).toBe(2)
  await page.getByRole('button', { name: 'إيقاف' }).click()
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(0)
  await page.unroute(WORKER)

  const progressReading = page.evaluate(async () => {
    const progressValues: string[] = []
    const bar = () => document.querySelector('[role=progressbar][aria-valuemax="60"]')
    const isOver = () => !bar() && progressValues.length > 0
    while (!isOver()) {
      const now = bar()?.getAttribute('aria-valuenow')
      if (now && now !== progressValues.at(-1)) progressValues.push(now)
      await new Promise(resolve => setTimeout(resolve))
    }
    return progressValues.map(Number)
  })
  const cards = await zippedCards(page)
  expect(cards).toHaveLength(60)
  // Sixty cards of one picture are compressed by rows, so their files have no alpha channel.
  expect((await sharp(cards[0]!.file).metadata()).channels).toBe(3)
  const shownProgress = await progressReading
  expect(shownProgress.length).toBeGreaterThan(20)
  expect(shownProgress).toEqual([...shownProgress].sort((a, b) => a - b))
  expect(Math.max(...shownProgress)).toBeLessThanOrEqual(60)
  await expect.poll(() => page.workers().length).toBe(0)
})

test('in a browser whose workers cannot draw, the page draws the cards, shows the progress and can be stopped', async ({ page }) => {
  await page.goto('/generator')
  await forgetWorkers(page)
  await generate(page, EVENT, FORTY_GUESTS.slice(0, 20))
  const resume = await holdCardFiles(page)
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await expect(page.getByText('من 20')).toBeVisible()
  await expect.poll(() => page.workers()).toHaveLength(0)
  await page.getByRole('button', { name: 'إيقاف' }).click()
  await resume()
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toBeVisible()
  expect(await zippedCards(page)).toHaveLength(20)
})

test.describe('when a worker fails', () => {
  const FAILED = 'حدث خطأ أثناء تحميل الدعوات'
  test('shows an error, and can be tried again, after a worker could not start, threw an error, or could not draw a card', async ({
    page,
    expectedErrors,
  }) => {
    await page.goto('/generator')
    await generate(page, EVENT, ['سارة', 'علي'])
    const failed = page.getByText(FAILED)
    for (const script of [
      'throw new Error("no start")',
      workerScript('setTimeout(() => { throw new Error("gone") })'),
      workerScript('postMessage({ is: "failed", why: "no memory" })'),
    ]) {
      expectedErrors.allow(/no start|gone|never said/)
      await page.route(WORKER, route => route.fulfill({ contentType: 'text/javascript', body: script }))
      await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
      await expect(failed).toBeVisible()
      await expect.poll(() => page.workers()).toHaveLength(0)
      await page.unroute(WORKER)
      expect(await zippedCards(page)).toHaveLength(2)
      await expect(failed).toHaveCount(0)
    }
  })

  test('shows an error after a worker has not answered for a minute', async ({ page }) => {
    await page.goto('/generator')
    await page.clock.install()
    await page.route(WORKER, route => route.fulfill({ contentType: 'text/javascript', body: workerScript('') }))
    await generate(page, EVENT, ['سارة', 'علي', 'هدى'])
    await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
    await expect(page.getByText('0 من 3')).toBeVisible()
    await expect.poll(() => page.workers().length).toBe(2)
    await page.clock.runFor(61_000)
    await expect(page.getByText(FAILED)).toBeVisible()
    await expect.poll(() => page.workers()).toHaveLength(0)
  })
})

test('draws the texts of a card with a font of the browser when the card’s font files or HarfBuzz cannot be loaded', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.allow(/ERR_FAILED|wasm|falling back to ArrayBuffer/)
  const colours = () =>
    page.getByRole('img', { name: 'مثال للبطاقة' }).evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0.6 * canvas.height, canvas.width, 0.07 * canvas.height)
      return new Set(new Uint32Array(data.buffer)).size
    })
  for (const missing of ['**/*.ttf', '**/harfbuzz*.wasm']) {
    await page.route(missing, route => route.abort())
    await page.goto('/generator')
    // The name's part of the card has more colours than paper and lines alone.
    await expect.poll(() => colours().catch(() => 0), missing).toBeGreaterThan(40)
    await page.unroute(missing)
  }
})

test('among the font faces of screens, exactly those with Arabic letters contain the space', async ({ page }) => {
  await page.goto('/generator')
  await expect(page.getByRole('img', { name: 'مثال للبطاقة' })).toBeVisible()
  const faces = () =>
    page.evaluate(() =>
      [...document.fonts].map(({ family, unicodeRange }) => {
        const parts = unicodeRange.split(',').map(part => part.trim().slice(2).split('-'))
        const has = (sign: number) =>
          parts.some(([from = '', to = from]) => Number.parseInt(from, 16) <= sign && sign <= Number.parseInt(to, 16))
        return { family: family.replaceAll('"', ''), isArabic: has(0x627), hasSpace: has(0x20) }
      }),
    )
  await expect.poll(async () => new Set((await faces()).map(({ family }) => family)).size).toBeGreaterThanOrEqual(2)
  expect((await faces()).filter(({ isArabic, hasSpace }) => isArabic !== hasSpace)).toEqual([])
})
