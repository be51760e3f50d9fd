import type { ReaderMessage } from './qr-worker.ts'

/** Reads the QR code in the current frame of `video`. Resolves to undefined when there is none. */
type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The browser's `BarcodeDetector`, which the DOM types of TypeScript lack. */
type NativeDetector = { detect: (image: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type NativeDetectorClass = { new (options: { formats: string[] }): NativeDetector; getSupportedFormats: () => Promise<string[]> }

/** The pause (ms) between two reads. A shorter pause uses more battery and finds codes hardly earlier. */
const READ_PAUSE_MS = 40

async function createNativeReader(): Promise<CodeReader | undefined> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  // Where the detection service of the system is missing, the class exists but finds no codes. Only its list of formats shows that.
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !formats.includes('qr_code')) return undefined

  const detector = new Detector({ formats: ['qr_code'] })
  return async video => {
    const codes = await detector.detect(video).catch(() => [])
    return codes.find(code => code.rawValue !== '')?.rawValue
  }
}

/** Starts the app's own code reader in a worker, so that the page stays responsive on slow phones. */
async function startWorkerReader(): Promise<CodeReader> {
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

  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas to read from')

  let isReading = false
  return async video => {
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
    return message.is === 'read' ? message.text : undefined
  }
}

/** The code reader of the page. It is created once, because starting it downloads about a megabyte. */
let sharedReader: Promise<CodeReader> | undefined

const pauseBetweenReads = () => new Promise(resolve => setTimeout(resolve, READ_PAUSE_MS))

/**
 * Calls `onText` with the text of every code that `video` shows, until `signal` is aborted. Reads one frame at a time and skips the frames
 * in between. It may be called before the video plays, so that reader and camera start at the same time. Rejects when no code reader works
 * in this browser.
 */
export async function watchForCodes(video: HTMLVideoElement, onText: (text: string) => void, { signal }: { signal: AbortSignal }) {
  sharedReader ??= createNativeReader().then(native => native ?? startWorkerReader())
  try {
    const read = await sharedReader
    while (!signal.aborted) {
      const found = video.readyState >= video.HAVE_CURRENT_DATA && video.videoWidth > 0 ? await read(video) : undefined
      if (found !== undefined && !signal.aborted) onText(found)
      await pauseBetweenReads()
    }
  } catch (cause) {
    sharedReader = undefined // start a new reader next time
    throw cause
  }
}
