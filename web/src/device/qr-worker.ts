import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** First says whether the code reader started; then the text of each camera frame. After `broken` the worker reads no further frame. */
export type ReaderMessage = { is: 'ready' } | { is: 'broken'; why: string } | { is: 'read'; text: string | undefined }

const postToPage = (message: ReaderMessage) => self.postMessage(message)

/**
 * The ways to tell black from white, of which each frame gets one. The average around each pixel suits shadows and dark screens; the
 * histogram of the frame suits bright screens, whose pixels make a grid or moiré in it. A frame with moiré takes 20 ms in the first way and
 * 27 ms in the second.
 */
const WAYS: ReaderOptions[] = [{ binarizer: 'LocalAverage' }, { binarizer: 'GlobalHistogram', downscaleFactor: 2 }]

let framesWithoutCode = 0

/** Reads the QR code of a camera frame, in the next way after each frame without a code; the text is undefined when the frame has no code. */
async function readFrame(picture: ImageData): Promise<ReaderMessage> {
  try {
    const way = WAYS[framesWithoutCode % WAYS.length]
    const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain', ...way })
    const text = codes.find(code => code.isValid && code.text !== '')?.text
    framesWithoutCode = text === undefined ? framesWithoutCode + 1 : 0
    return { is: 'read', text }
  } catch (cause) {
    // A WebAssembly module that has failed once, for example without memory, fails at every later frame too.
    return { is: 'broken', why: String(cause) }
  }
}

self.onmessage = async (event: MessageEvent<ImageData>) => postToPage(await readFrame(event.data))

// The wasm file is loaded from the app itself. By default the library downloads it from a third-party host.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).then(
  () => postToPage({ is: 'ready' }),
  (cause: unknown) => postToPage({ is: 'broken', why: String(cause) }),
)
