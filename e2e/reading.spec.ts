import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeText, SAMPLE_ID } from '@hudur/core'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { degradedLooks, frameOf } from './frames.ts'

const SEED = 20261121

/** SPEC's payload for a guest with a long name, and the short code. */
const CODES = {
  full: {
    atLeast: 0.95,
    text: codeText({
      id: SAMPLE_ID,
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
      isPending: false,
    }),
  },
  short: { atLeast: 0.99, text: SAMPLE_ID },
}

/** The product's own reader, as the page starts it. */
const readerOf = async () => {
  const files = await readdir(path.resolve(import.meta.dirname, '../web/dist/assets'))
  return `/assets/${files.find(file => file.startsWith('qr-worker'))}`
}

/** What the reader, given each of these pictures once, says is in it. */
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

for (const [name, { text, atLeast }] of Object.entries(CODES)) {
  test(`four hundred badly held frames: the ${name} code is read within one frame in ${atLeast * 100} of a hundred`, async ({
    page,
  }, info) => {
    test.setTimeout(240_000)
    const looks = degradedLooks(SEED)
    await page.route('**/frames/*.jpg', async route => {
      const { look, seed } = looks[Number(/(\d+)\.jpg/.exec(route.request().url())?.[1])]!
      await route.fulfill({ body: await frameOf(text, look, seed), contentType: 'image/jpeg' })
    })
    await page.goto('/login')
    const read = await readAll(
      page,
      await readerOf(),
      looks.map((_, index) => `/frames/${index}.jpg`),
    )

    const missed = looks.filter((_, index) => read[index] === undefined).map(({ kind }) => kind)
    const wrong = read.filter(said => said !== undefined && said !== text)
    const figures = `${looks.length - missed.length} of ${looks.length} read; missed: ${missed.join(', ') || 'none'}`
    info.annotations.push({ type: 'read', description: figures })
    expect(wrong).toEqual([])
    expect(looks).toHaveLength(400)
    expect((looks.length - missed.length) / looks.length, figures).toBeGreaterThanOrEqual(atLeast)
  })
}
