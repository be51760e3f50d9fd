import { writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test as base, expect, watchErrors } from './fixtures.ts'
import { FRAME, frameOf } from './frames.ts'

/** A QR code that is shown to the camera, or null for an empty frame, and the number of frames. Chromium plays 30 frames a second. */
export type VideoPart = { text: string | null; frames: number }

/** Writes the video that Chromium's fake camera plays: JPEGs of easily readable codes, one after another without a container. */
export async function film(file: string, shots: readonly VideoPart[]) {
  const nothing = await sharp({ create: { ...FRAME, channels: 3, background: '#202020' } })
    .jpeg({ quality: 85, chromaSubsampling: '4:2:0' })
    .toBuffer()
  const pictures = await Promise.all(
    shots.map(async ({ text, frames }, index) => {
      const picture = text === null ? nothing : await frameOf(text, { size: 420 }, index)
      return Array.from({ length: frames }, () => picture)
    }),
  )
  await writeFile(file, Buffer.concat(pictures.flat()))
}

export const phoneFlags = (filmed?: string, cameras = 1) => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  `--use-fake-device-for-media-stream=device-count=${cameras}`,
  ...(filmed ? [`--use-file-for-fake-video-capture=${filmed}`] : []),
]

/** Runs in the page: stores the camera tracks that the page receives in `window.tracks`, so that a test can read whether they are off. */
function keepTracks() {
  const tracks: MediaStreamTrack[] = []
  Object.assign(window, { tracks: tracks })
  const devices = navigator.mediaDevices
  const ask = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async constraints => {
    const stream = await ask(constraints)
    tracks.push(...stream.getTracks())
    return stream
  }
}

type Phone = {
  /**
   * Opens the scanner, signed in, in a browser of its own whose fake camera plays `shots`. `before` runs in the page before the page's
   * scripts.
   */
  phone: (options?: { shots?: readonly VideoPart[]; cameras?: number; before?: () => void }) => Promise<Page>
}

/** Returns the state of each camera track that the page received: `live` or `ended`. */
export const tracksOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState))

export const test = base.extend<Phone>({
  phone: async ({ page, product, signIn }, use, info) => {
    const opened: { browser: Browser; unexpected: () => string[] }[] = []
    await signIn()
    await use(async ({ shots, cameras, before } = {}) => {
      const filmed = shots && info.outputPath(`camera-${opened.length}.mjpeg`)
      if (filmed) await film(filmed, shots)
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args: phoneFlags(filmed, cameras),
      })
      const context = await browser.newContext({
        storageState: await page.context().storageState(),
        locale: 'ar',
        timezoneId: 'Asia/Aden',
        viewport: { width: 360, height: 740 },
        baseURL: product.url,
      })
      const scanner = await context.newPage()
      opened.push({ browser, unexpected: watchErrors(scanner, product.url).unexpected })
      await scanner.addInitScript(keepTracks)
      if (before) await scanner.addInitScript(before)
      await scanner.goto('/Scanner')
      return scanner
    })
    for (const { browser } of opened) await browser.close()
    for (const { unexpected } of opened) expect(unexpected()).toEqual([])
  },
})
