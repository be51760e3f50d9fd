import type { FromReader } from './qr-worker.ts'

/** Reads the code in the current frame of `video`; undefined when there is none. */
type Reader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The browser's `BarcodeDetector`, which TypeScript's library lacks. */
type NativeDetector = { detect: (image: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type NativeDetectorClass = { new (options: { formats: string[] }): NativeDetector; getSupportedFormats: () => Promise<string[]> }

/** The pause between two reads (ms): a shorter one costs battery and finds a code hardly sooner. */
const PAUSE_MS = 40

async function nativeReader(): Promise<Reader | undefined> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  // When the system's detection service is missing, the class exists but finds nothing: only its list of formats shows this.
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !formats.includes('qr_code')) return undefined

  const detector = new Detector({ formats: ['qr_code'] })
  return async video => {
    const codes = await detector.detect(video).catch(() => [])
    return codes.find(code => code.rawValue !== '')?.rawValue
  }
}

/** Starts the product's own reader in a worker, so that the page stays responsive on slow phones. */
async function ownReader(): Promise<Reader> {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
  const answer = () =>
    new Promise<FromReader>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<FromReader>) => resolve(event.data)
      worker.onerror = event => reject(new Error(event.message || 'the code reader did not start'))
    })

  const start = await answer()
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
    const read = answer()
    worker.postMessage(picture, [picture.data.buffer])
    const message = await read
    isReading = false
    return message.is === 'read' ? message.text : undefined
  }
}

/** The page's only reader: starting one downloads a megabyte. */
let reader: Promise<Reader> | undefined

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE_MS))

/**
 * Calls `onText` with the text of every code that `video` shows, until `signal` is aborted. Reads one frame at a time and drops the frames
 * in between. May be called before the video plays, so that reader and camera start together. Rejects when no reader works here.
 */
export async function watchFrames(video: HTMLVideoElement, onText: (text: string) => void, { signal }: { signal: AbortSignal }) {
  reader ??= nativeReader().then(native => native ?? ownReader())
  try {
    const read = await reader
    while (!signal.aborted) {
      const found = video.readyState >= video.HAVE_CURRENT_DATA && video.videoWidth > 0 ? await read(video) : undefined
      if (found !== undefined && !signal.aborted) onText(found)
      await pause()
    }
  } catch (cause) {
    reader = undefined // start a new reader next time
    throw cause
  }
}
