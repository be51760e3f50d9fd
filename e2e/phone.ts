import { writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { test as base } from './fixtures.ts'
import { renderFrame } from './frames.ts'

/** A part of the camera's video: a QR code with the text `text`. Chromium plays 30 frames a second. */
type VideoPart = { text: string; frames: number }

/** Writes a video for Chromium's fake camera: JPEGs of easily readable QR codes, one after another without a container. */
async function writeCameraVideo(file: string, videoParts: readonly VideoPart[]) {
  const pictures = await Promise.all(
    videoParts.map(async ({ text, frames }, index) => {
      const picture = await renderFrame(text, { size: 420 }, index)
      return Array.from({ length: frames }, () => picture)
    }),
  )
  await writeFile(file, Buffer.concat(pictures.flat()))
}

/** Returns the flags of a Chromium that grants access to fake cameras. The first camera plays `videoFile`, or Chromium's test pattern. */
export const createFakeCameraFlags = (videoFile?: string, cameraCount = 1) => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  `--use-fake-device-for-media-stream=device-count=${cameraCount}`,
  ...(videoFile ? [`--use-file-for-fake-video-capture=${videoFile}`] : []),
]

/** Starts a browser whose first camera plays `videoFile`. */
export const launchCameraBrowser = (videoFile?: string, cameraCount?: number) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: createFakeCameraFlags(videoFile, cameraCount),
  })

/** Runs in the page: stores each camera track that the page receives in `window.tracks`. */
function recordCameraTracks() {
  const tracks: MediaStreamTrack[] = []
  Object.assign(window, { tracks })
  const devices = navigator.mediaDevices
  const getUserMedia = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async constraints => {
    const stream = await getUserMedia(constraints)
    tracks.push(...stream.getTracks())
    return stream
  }
}

type CameraFixtures = {
  /**
   * Starts another browser, whose fake camera plays `videoParts`, and opens the scanner in it, signed in as the administrator. `initScript`
   * runs in the page before the scripts of the page.
   */
  openCameraScanner: (options?: { videoParts?: readonly VideoPart[]; cameras?: number; initScript?: () => void }) => Promise<Page>
}

/** Returns the state of each camera track that the page received: `live` or `ended`. */
export const readCameraTrackStates = (page: Page) =>
  page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState))

export const test = base.extend<CameraFixtures>({
  openCameraScanner: async ({ page, product, signIn, expectedErrors }, use, info) => {
    const opened: Browser[] = []
    await signIn()
    await use(async ({ videoParts, cameras, initScript } = {}) => {
      const videoFile = videoParts && info.outputPath(`camera-${opened.length}.mjpeg`)
      if (videoFile) await writeCameraVideo(videoFile, videoParts)
      const browser = await launchCameraBrowser(videoFile, cameras)
      const context = await browser.newContext({
        storageState: await page.context().storageState(),
        locale: 'ar',
        timezoneId: 'Asia/Aden',
        viewport: { width: 360, height: 740 },
        baseURL: product.url,
      })
      opened.push(browser)
      expectedErrors.watch(context)
      const scanner = await context.newPage()
      await scanner.addInitScript(recordCameraTracks)
      if (initScript) await scanner.addInitScript(initScript)
      await scanner.goto('/Scanner')
      return scanner
    })
    for (const browser of opened) await browser.close()
  },
})
