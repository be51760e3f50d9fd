import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeText, SAMPLE_ID } from '@hudur/core'
import { type Page, test as recordTest } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { degradedLooks, frameOf } from './frames.ts'
import { figuresOf, isMeasured, reportStale } from './measurements.ts'

const SEED = 20261121
/** Frames of each kind that every run decodes. */
const SAMPLE = 2

/**
 * The full code of a guest with a long name, and the short code: the part of 400 frames that must be read, and how many of the 18 frames of
 * the sample.
 */
const CODES = {
  full: {
    atLeast: 0.95,
    ofSample: 17,
    text: codeText({
      id: SAMPLE_ID,
      code: SAMPLE_ID,
      state: 'valid',
      userId: '',
      eventName: 'زفاف محمّد وسارة',
      eventDate: '2027-01-14',
      guestName: 'الأستاذ خالد سعيد باوزير',
      qrCode: '',
      generationType: 'names',
      maxScans: 1,
      currentScans: 0,
      isScanned: false,
      scannedAt: null,
      createdAt: '2026-11-20T18:00:00.000Z',
      phone: null,
      designId: null,
      ...{ eventId: null, table: null, note: null, isVip: false, side: null },
      isPending: false,
      sentAt: null,
      sentVia: null,
      openedAt: null,
      answer: null,
    }),
  },
  short: { atLeast: 0.99, ofSample: 18, text: SAMPLE_ID },
}

/** Returns the path of the built worker script that reads QR codes. */
const findWorkerPath = async () => {
  const files = await readdir(path.resolve(import.meta.dirname, '../web/dist/assets'))
  return `/assets/${files.find(file => file.startsWith('qr-worker'))}`
}

/** Sends each image to the worker. Returns the text that it reads in each; undefined where it reads none. */
const readAll = (page: Page, reader: string, pictures: string[]) =>
  page.evaluate(
    async ({ reader: address, pictures: addresses }) => {
      const worker = new Worker(address, { type: 'module' })
      const answer = () =>
        new Promise<{ is: string; text?: string }>(resolve =>
          worker.addEventListener('message', ({ data }) => resolve(data), { once: true }),
        )
      const started = await answer()
      if (started.is !== 'ready') throw new Error('the reader did not start')
      const read: (string | undefined)[] = []
      for (const picture of addresses) {
        const bitmap = await createImageBitmap(await (await fetch(picture)).blob())
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        context?.drawImage(bitmap, 0, 0)
        const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height)
        const next = answer()
        worker.postMessage(pixels)
        read.push((await next).text)
      }
      return read
    },
    { reader, pictures },
  )

/**
 * Decodes these frames in the product's worker. Fails when a text other than `text` is read. Returns how many frames were read, and the
 * kinds of the others.
 */
async function readFrames(page: Page, looks: ReturnType<typeof degradedLooks>, text: string) {
  await page.route('**/frames/*.jpg', async route => {
    const { look, seed } = looks[Number(/(\d+)\.jpg/.exec(route.request().url())?.[1])]!
    await route.fulfill({ body: await frameOf(text, look, seed), contentType: 'image/jpeg' })
  })
  await page.goto('/login')
  const read = await readAll(
    page,
    await findWorkerPath(),
    looks.map((_, index) => `/frames/${index}.jpg`),
  )
  const missed = looks.filter((_, index) => read[index] === undefined).map(({ kind }) => kind)
  const wrong = read.filter(decoded => decoded !== undefined && decoded !== text)
  const figure = { read: looks.length - missed.length, of: looks.length }
  expect(wrong).toEqual([])
  return { figure, explained: `${figure.read} of ${figure.of} read; missed: ${missed.join(', ') || 'none'}` }
}

/** Returns the first `SAMPLE` frames of every kind. */
const sampleOf = (looks: ReturnType<typeof degradedLooks>) =>
  [...Map.groupBy(looks, ({ kind }) => kind).values()].flatMap(alike => alike.slice(0, SAMPLE))

for (const [name, { text, atLeast, ofSample }] of Object.entries(CODES)) {
  test(`the ${name} code is read in ${ofSample} of 18 degraded frames, two of every kind`, async ({ page }) => {
    const sample = sampleOf(degradedLooks(SEED))
    const { figure, explained } = await readFrames(page, sample, text)
    expect(sample).toHaveLength(18)
    expect(figure.read, explained).toBeGreaterThanOrEqual(ofSample)
  })

  if (isMeasured('reading'))
    test(`the ${name} code is read in at least ${atLeast * 100} % of 400 degraded frames`, async ({ page }, info) => {
      test.setTimeout(600_000)
      const { figure, explained } = await readFrames(page, degradedLooks(SEED), text)
      info.annotations.push({ type: 'figure', description: JSON.stringify({ name, ...figure }) }, { type: 'read', description: explained })
      expect(figure.of).toBe(400)
      expect(figure.read / figure.of, explained).toBeGreaterThanOrEqual(atLeast)
      reportStale('reading')
    })
  else
    recordTest(`the recorded figures of the ${name} code say that at least ${atLeast * 100} % of 400 degraded frames are read`, () => {
      const { read, of } = figuresOf('reading')[name] ?? { read: 0, of: 0 }
      expect(of).toBe(400)
      expect(read / of).toBeGreaterThanOrEqual(atLeast)
    })
}
