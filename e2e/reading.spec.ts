import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { qrCodeText } from '@hudur/core/check-in/code'
import { SAMPLE_ID } from '@hudur/core/id'
import { type Page, test as recordTest } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createFrameDegradations, renderFrame } from './frames.ts'
import { isMeasurementDue, readRecordedFigures, reportFigure } from './measurements.ts'

const SEED = 20261121
/** The number of frames of each kind of degradation that every run decodes. */
const SAMPLE_FRAMES_PER_KIND = 2

/** The texts of two codes, and how many of 400 frames (`minShare`) and of the 18 frames of the sample must be read. */
const QR_CODE_TEXTS = {
  full: {
    minShare: 0.95,
    minOfSample: 17,
    text: qrCodeText({
      ...{ code: SAMPLE_ID, eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', guestName: 'الأستاذ خالد سعيد باوزير' },
      ...{ generationType: 'names', maxScans: 1, createdAt: '2026-11-20T18:00:00.000Z' },
    }),
  },
  short: { minShare: 0.99, minOfSample: 18, text: SAMPLE_ID },
}

/** Returns the path of the built worker script that reads QR codes. */
const findWorkerPath = async () => {
  const files = await readdir(path.resolve(import.meta.dirname, '../web/dist/assets'))
  return `/assets/${files.find(file => file.startsWith('qr-worker'))}`
}

/** Sends each image to a new worker. Returns the text of each image's QR code, or undefined where the worker finds no code. */
const readImages = (page: Page, workerUrl: string, pictures: string[]) =>
  page.evaluate(
    async ({ workerUrl: address, pictures: addresses }) => {
      const worker = new Worker(address, { type: 'module' })
      const waitForWorkerMessage = () =>
        new Promise<{ is: string; text?: string }>(resolve =>
          worker.addEventListener('message', ({ data }) => resolve(data), { once: true }),
        )
      const started = await waitForWorkerMessage()
      if (started.is !== 'ready') throw new Error('the worker did not start')
      const read: (string | undefined)[] = []
      for (const picture of addresses) {
        const bitmap = await createImageBitmap(await (await fetch(picture)).blob())
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        context?.drawImage(bitmap, 0, 0)
        const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height)
        const next = waitForWorkerMessage()
        worker.postMessage(pixels)
        read.push((await next).text)
      }
      return read
    },
    { workerUrl, pictures },
  )

/**
 * Renders a frame for each degradation and decodes it in the product's worker. Fails when the worker reads another text than `text`.
 * Returns the number of frames that were read, and a summary with the kinds of the frames that were not read.
 */
async function readFrames(page: Page, degradations: ReturnType<typeof createFrameDegradations>, text: string) {
  await page.route('**/frames/*.jpg', async route => {
    const { degradation, seed } = degradations[Number(/(\d+)\.jpg/.exec(route.request().url())?.[1])]!
    await route.fulfill({ body: await renderFrame(text, degradation, seed), contentType: 'image/jpeg' })
  })
  await page.goto('/login')
  const read = await readImages(
    page,
    await findWorkerPath(),
    degradations.map((_, index) => `/frames/${index}.jpg`),
  )
  const missedKinds = degradations.filter((_, index) => read[index] === undefined).map(({ kind }) => kind)
  const wrongTexts = read.filter(decoded => decoded !== undefined && decoded !== text)
  const figure = { read: degradations.length - missedKinds.length, of: degradations.length }
  expect(wrongTexts).toEqual([])
  return { figure, summary: `${figure.read} of ${figure.of} read; missed: ${missedKinds.join(', ') || 'none'}` }
}

/** Returns the first `SAMPLE_FRAMES_PER_KIND` degradations of every kind. */
const selectSample = (degradations: ReturnType<typeof createFrameDegradations>) =>
  [...Map.groupBy(degradations, ({ kind }) => kind).values()].flatMap(framesOfKind => framesOfKind.slice(0, SAMPLE_FRAMES_PER_KIND))

for (const [name, { text, minShare, minOfSample }] of Object.entries(QR_CODE_TEXTS)) {
  test(`at least ${minOfSample} of 18 degraded ${name} QR codes are read`, async ({ page }) => {
    const sample = selectSample(createFrameDegradations(SEED))
    const { figure, summary } = await readFrames(page, sample, text)
    expect(sample).toHaveLength(18)
    expect(figure.read, summary).toBeGreaterThanOrEqual(minOfSample)
  })

  if (isMeasurementDue('reading'))
    test(`at least ${minShare * 100} % of 400 degraded ${name} QR codes are read`, async ({ page }, info) => {
      test.setTimeout(600_000)
      const { figure, summary } = await readFrames(page, createFrameDegradations(SEED), text)
      reportFigure(info, 'reading', name, figure)
      info.annotations.push({ type: 'read', description: summary })
      expect(figure.of).toBe(400)
      expect(figure.read / figure.of, summary).toBeGreaterThanOrEqual(minShare)
    })
  else
    recordTest(`measurements.json records that ${minShare * 100} % of ${name} codes were read`, () => {
      const { read, of } = readRecordedFigures('reading')[name] ?? { read: 0, of: 0 }
      expect(of).toBe(400)
      expect(read / of).toBeGreaterThanOrEqual(minShare)
    })
}
