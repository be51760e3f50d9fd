import type { ReaderMessage } from './qr-worker.ts'
import { withTimeout } from './timeout.ts'

/** Decodes QR codes. `read` resolves to the text of the code in the current frame, if any. It rejects when the decoder must be replaced. */
type CodeReader = { read: (video: HTMLVideoElement) => Promise<string | undefined>; close: () => void }

/** The browser's `BarcodeDetector`, which the DOM types of TypeScript lack. */
type NativeDetector = { detect: (image: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type NativeDetectorClass = { new (options: { formats: string[] }): NativeDetector; getSupportedFormats: () => Promise<string[]> }

/** The pause (ms) between two reads. A shorter pause uses more battery and finds codes hardly earlier. */
const READ_PAUSE_MS = 40

/** The longest time (ms) for one frame, for which slow phones need less than a second. The system can end a worker without any event. */
const READ_TIMEOUT_MS = 10_000

/** How many readers may fail one after another, without reading a frame, before `watchForCodes` rejects. */
const MAX_FAILED_READERS = 3

/** Whether the detector of the browser has failed on this page. The system can take its detection service away. */
let hasNativeReaderFailed = false

async function createNativeReader(): Promise<CodeReader | undefined> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  // Where the detection service of the system is missing, the class exists but finds no codes. Only its list of formats shows that.
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || hasNativeReaderFailed || !formats.includes('qr_code')) return undefined

  const detector = new Detector({ formats: ['qr_code'] })
  return {
    async read(video) {
      const codes = await detector.detect(video)
      return codes.find(code => code.rawValue !== '')?.rawValue
    },
    close: () => {
      hasNativeReaderFailed = true
    },
  }
}

/** Starts the app's own code reader in a worker, so that the page stays responsive on slow phones. */
async function startWorkerReader(): Promise<CodeReader> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas to read from')

  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
  const waitForWorkerMessage = () =>
    new Promise<ReaderMessage>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<ReaderMessage>) => resolve(event.data)
      worker.onerror = event => reject(new Error(event.message || 'the code reader did not start'))
    })

  const start = await waitForWorkerMessage()
  if (start.is === 'broken') {
    worker.terminate()
    throw new Error(start.why)
  }

  let isReading = false
  return {
    async read(video) {
      if (isReading) return undefined
      isReading = true
      const { videoWidth: width, videoHeight: height } = video
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
      context.drawImage(video, 0, 0)
      const picture = context.getImageData(0, 0, width, height)
      const read = waitForWorkerMessage()
      worker.postMessage(picture, [picture.data.buffer])
      const message = await read
      isReading = false
      if (message.is === 'broken') throw new Error(message.why)
      return message.is === 'read' ? message.text : undefined
    },
    close: () => worker.terminate(),
  }
}

/** The code reader of the page. It is kept, because starting it downloads about a megabyte. It is replaced after it has failed. */
let sharedReader: Promise<CodeReader> | undefined

function closeReader(reader: Promise<CodeReader>) {
  if (sharedReader === reader) sharedReader = undefined
  reader.then(({ close }) => close()).catch(() => undefined)
}

/**
 * Calls `onText` with the text of every code that `video` shows, until `signal` is aborted. Reads one frame at a time and skips those in
 * between. It may be called before the video plays, so that reader and camera start at the same time. Replaces a reader that has failed.
 * Rejects when several fail one after another.
 */
export async function watchForCodes(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  { signal, readTimeout = READ_TIMEOUT_MS }: { signal: AbortSignal; readTimeout?: number },
) {
  let failedReaders = 0
  while (!signal.aborted) {
    sharedReader ??= createNativeReader().then(native => native ?? startWorkerReader())
    const reader = sharedReader
    let found: string | undefined
    try {
      const { read } = await reader
      if (video.readyState >= video.HAVE_CURRENT_DATA && video.videoWidth > 0) {
        found = await withTimeout(read(video), readTimeout, 'the code reader does not respond')
        failedReaders = 0
      }
    } catch (cause) {
      closeReader(reader)
      failedReaders++
      if (failedReaders === MAX_FAILED_READERS) throw cause
    }
    if (found !== undefined && !signal.aborted) onText(found)
    await new Promise(resolve => setTimeout(resolve, READ_PAUSE_MS))
  }
}
