import { encodeQR } from 'qr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawQrCode } from '../cards/draw-code.ts'
import { watchForCodes } from './qr.ts'

const SIZE = 400

/** The methods of the workers, also while a test replaces the class. */
const workerPrototype = Worker.prototype

const canvas = document.createElement('canvas')
const video = document.createElement('video')
let watch: { texts: string[]; end: Promise<void> }
let stopWatch: () => void

/** Shows the QR code of a text in the video. */
function showCode(text: string) {
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, SIZE, SIZE)
  drawQrCode(context, encodeQR(text, 'raw', { border: 4 }), { x: 0, y: 0, width: SIZE, height: SIZE }, '#000000')
}

const expectRead = (text: string) => expect.poll(() => watch.texts.at(-1)).toBe(text)

/** Sends the worker of the code reader something else instead of its next camera frame, which makes it fail. */
function breakWorker() {
  const { postMessage } = workerPrototype
  const spy = vi.spyOn(workerPrototype, 'postMessage').mockImplementationOnce(function sendNoFrame(this: Worker) {
    postMessage.call(this, null)
  })
  return expect.poll(() => spy.mock.calls.length).toBeGreaterThan(0)
}

beforeEach(async () => {
  Object.assign(canvas, { width: SIZE, height: SIZE })
  showCode('first code')
  video.muted = true
  video.srcObject = canvas.captureStream()
  document.body.append(video)
  await video.play()
  const controller = new AbortController()
  const texts: string[] = []
  watch = { texts, end: watchForCodes(video, text => texts.push(text), { signal: controller.signal, readTimeout: 1_000 }) }
  stopWatch = () => controller.abort()
  await expectRead('first code')
})

afterEach(() => {
  stopWatch()
  video.remove()
})

test('reading continues after the worker ended without an event', async () => {
  const spy = vi.spyOn(Worker.prototype, 'postMessage')
  await expect.poll(() => spy.mock.contexts.length).toBeGreaterThan(0)
  ;(spy.mock.contexts[0] as Worker).terminate()
  showCode('second code')
  await expectRead('second code')
  stopWatch()
  await watch.end
})

test('reading continues after a frame has made the worker fail', async () => {
  await breakWorker()
  showCode('second code')
  await expectRead('second code')
  stopWatch()
  await watch.end
})

test('reading continues although the browser’s detector rejects frames', async () => {
  const detect = vi.fn(async () => {
    throw new DOMException('Barcode detection service unavailable.', 'NotSupportedError')
  })
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = detect
    },
  )
  await breakWorker()
  showCode('second code')
  await expectRead('second code')
  expect(detect).toHaveBeenCalledOnce()
  stopWatch()
  await watch.end
})

test('reading ends with an error after three failed readers in a row', async () => {
  const startWorker = vi.fn()
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        startWorker()
        throw new Error('no worker')
      }
    },
  )
  await Promise.all([expect(watch.end).rejects.toThrow('no worker'), breakWorker()])
  expect(startWorker).toHaveBeenCalledTimes(2)
})
