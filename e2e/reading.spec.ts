import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { qrCodeText } from '@hudur/core/check-in/card-text'
import { SAMPLE_ID } from '@hudur/core/id'
import { type Page, test as recordTest } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createFrameDegradations, PAPER_KINDS, renderFrame, SCREEN_KINDS } from './frames.ts'
import { isMeasurementDue, type ReadingResult, readRecordedFigures, reportFigure } from './measurements.ts'

const SEED = 20261121
/** The number of frames of each kind of degradation that every run decodes. */
const SAMPLE_FRAMES_PER_KIND = 2

/**
 * The texts of two codes, and how many of 400 frames (`minShare`) and of the 18 frames of the sample must be read on paper, and how many of
 * 60 frames on screens.
 */
const QR_CODE_TEXTS = {
  full: {
    minShare: 0.95,
    minOfSample: 17,
    minOfScreens: 40,
    text: qrCodeText({
      ...{ code: SAMPLE_ID, eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', guestName: 'الأستاذ خالد سعيد باوزير' },
      ...{ generationType: 'names', maxScans: 1, createdAt: '2026-11-20T18:00:00.000Z' },
    }),
  },
  short: { minShare: 0.99, minOfSample: 18, minOfScreens: 48, text: SAMPLE_ID },
}

type CodeName = keyof typeof QR_CODE_TEXTS

/** The numbers of two frames on screens: moiré that only the second way reads, and a dark screen that only the first way reads. */
const [MOIRE_FRAME, DARK_FRAME] = [51, 33]

/** Returns the path of the built worker script that reads QR codes. */
const findWorkerPath = async () => {
  const files = await readdir(path.resolve(import.meta.dirname, '../web/dist/assets'))
  return `/assets/${files.find(file => file.startsWith('qr-worker'))}`
}

/** The ways of the worker, in the order in which it takes them. */
const WAYS = ['local average', 'global histogram'] as const
/** The text that each way reads in an image, undefined where it finds no code. */
type TextsOfWays = (string | undefined)[]

/** Reads each image in both ways of one new worker: it takes the second for the frame after one without a code, such as a blank one. */
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
      const readFrame = async (pixels: ImageData) => {
        const next = waitForWorkerMessage()
        worker.postMessage(pixels)
        return (await next).text
      }
      const read: TextsOfWays[] = []
      for (const picture of addresses) {
        const bitmap = await createImageBitmap(await (await fetch(picture)).blob())
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height)
        const first = await readFrame(pixels)
        if (first !== undefined) await readFrame(new ImageData(100, 100))
        read.push([first, await readFrame(pixels)])
      }
      return read
    },
    { workerUrl, pictures },
  )

/** Renders a frame for each degradation and reads it in both ways of the product's worker. */
async function readFrames(page: Page, degradations: ReturnType<typeof createFrameDegradations>, text: string) {
  await page.route('**/frames/*.jpg', async route => {
    const { degradation, seed } = degradations[Number(/(\d+)\.jpg/.exec(route.request().url())?.[1])]!
    await route.fulfill({ body: await renderFrame(text, degradation, seed), contentType: 'image/jpeg' })
  })
  await page.goto('/login')
  return readImages(
    page,
    await findWorkerPath(),
    degradations.map((_, index) => `/frames/${index}.jpg`),
  )
}

/**
 * Reads a frame for each degradation. Fails when the worker reads another text than that of the code `code`. Returns the number of frames
 * that either way reads, as the figure `name`, and that each way reads; and a summary with the kinds of the frames that neither reads.
 */
async function countReadFrames(page: Page, code: CodeName, degradations: ReturnType<typeof createFrameDegradations>, name: string) {
  const { text } = QR_CODE_TEXTS[code]
  const read = await readFrames(page, degradations, text)
  expect(read.flat().filter(decoded => decoded !== undefined && decoded !== text)).toEqual([])
  const countFrames = (isRead: (texts: TextsOfWays) => boolean) => ({ read: read.filter(isRead).length, of: degradations.length })
  const total = countFrames(texts => texts.includes(text))
  const figures: Record<string, ReadingResult> = { [name]: total }
  for (const [index, way] of WAYS.entries()) figures[`${name}, ${way}`] = countFrames(texts => texts[index] === text)
  const missedKinds = degradations.filter((_, index) => !read[index]!.includes(text)).map(({ kind }) => kind)
  return { total, figures, summary: `${total.read} of ${total.of} read; missed: ${missedKinds.join(', ') || 'none'}` }
}

/** Returns the first `SAMPLE_FRAMES_PER_KIND` degradations of every kind. */
const selectSample = (degradations: ReturnType<typeof createFrameDegradations>) =>
  [...Map.groupBy(degradations, ({ kind }) => kind).values()].flatMap(framesOfKind => framesOfKind.slice(0, SAMPLE_FRAMES_PER_KIND))

test('the frame after one without a code is read in the other way', async ({ page }) => {
  const frames = createFrameDegradations(SEED, SCREEN_KINDS)
  const { text } = QR_CODE_TEXTS.short
  expect(await readFrames(page, [frames[MOIRE_FRAME]!, frames[DARK_FRAME]!], text)).toEqual([
    [undefined, text],
    [text, undefined],
  ])
})

/** Fails unless enough frames on paper and on screens were read, and on screens more than either way reads alone. */
function expectEnoughRead(figures: Record<string, ReadingResult>, code: CodeName) {
  const { minShare, minOfScreens } = QR_CODE_TEXTS[code]
  const [paper, screens] = [figures[code], figures[`${code} on screens`]]
  expect([paper?.of, screens?.of]).toEqual([400, 60])
  expect(paper!.read / paper!.of).toBeGreaterThanOrEqual(minShare)
  expect(screens!.read).toBeGreaterThanOrEqual(minOfScreens)
  for (const way of WAYS) expect(screens!.read, way).toBeGreaterThan(figures[`${code} on screens, ${way}`]!.read)
}

for (const code of ['full', 'short'] as const) {
  const { minOfSample, minShare, minOfScreens } = QR_CODE_TEXTS[code]
  test(`at least ${minOfSample} of 18 degraded ${code} QR codes are read`, async ({ page }) => {
    const sample = selectSample(createFrameDegradations(SEED, PAPER_KINDS))
    const { total, summary } = await countReadFrames(page, code, sample, code)
    expect(sample).toHaveLength(18)
    expect(total.read, summary).toBeGreaterThanOrEqual(minOfSample)
  })

  const goal = `${minShare * 100} % of ${code} codes on paper and ${minOfScreens} of 60 on screens`
  if (isMeasurementDue('reading'))
    test(`${goal} are read`, async ({ page }, info) => {
      test.setTimeout(600_000)
      const paper = await countReadFrames(page, code, createFrameDegradations(SEED, PAPER_KINDS), code)
      const screens = await countReadFrames(page, code, createFrameDegradations(SEED, SCREEN_KINDS), `${code} on screens`)
      const figures = { ...paper.figures, ...screens.figures }
      for (const [name, figure] of Object.entries(figures)) reportFigure(info, 'reading', name, figure)
      for (const { summary } of [paper, screens]) info.annotations.push({ type: 'read', description: summary })
      expectEnoughRead(figures, code)
    })
  else
    recordTest(`measurements.json records that ${goal} were read`, () => {
      expectEnoughRead(readRecordedFigures('reading'), code)
    })
}
