import type { FromReader } from './qr-worker.ts'

/** Looks at the picture that `video` shows now; undefined when there is no code in it. */
type Reader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The browser's own reader; TypeScript's library does not know it. */
type NativeDetector = { detect: (image: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type NativeDetectorClass = { new (options: { formats: string[] }): NativeDetector; getSupportedFormats: () => Promise<string[]> }

/** Milliseconds between two looks: more often costs battery and reads hardly sooner. */
const PAUSE = 40

async function nativeReader(): Promise<Reader | undefined> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  // Where the service behind it is missing, the class still exists and reads nothing: only its list of formats tells.
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !formats.includes('qr_code')) return undefined

  const detector = new Detector({ formats: ['qr_code'] })
  return async video => {
    const codes = await detector.detect(video).catch(() => [])
    return codes.find(code => code.rawValue !== '')?.rawValue
  }
}

/** Our own reader, in a worker, so that the page stays smooth on slow phones. */
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

/** One reader for as long as the page lives: starting it costs a megabyte. */
let reader: Promise<Reader> | undefined

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE))

/**
 * Gives the text of every code that `video` shows, until `signal` is aborted. One picture is looked at at a time and those in between
 * are dropped. Starts before the video does, so that the reader and the camera warm up together. Rejects when nothing can be read here.
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
    reader = undefined // a broken one is not asked again
    throw cause
  }
}
