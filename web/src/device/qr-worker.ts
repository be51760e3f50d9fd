import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/**
 * A message from the worker to the page. The first message reports whether the code reader started; then one message per camera frame
 * contains the text of its code.
 */
export type ReaderMessage = { is: 'ready' } | { is: 'broken'; why: string } | { is: 'read'; text: string | undefined }

const postToPage = (message: ReaderMessage) => self.postMessage(message)

/** Returns the text of the QR code in a camera frame; undefined when the frame has no code or reading fails. */
async function readCodeText(picture: ImageData): Promise<string | undefined> {
  try {
    const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain' })
    return codes.find(code => code.isValid && code.text !== '')?.text
  } catch {
    return undefined
  }
}

self.onmessage = async (event: MessageEvent<ImageData>) => postToPage({ is: 'read', text: await readCodeText(event.data) })

// The wasm file is loaded from the app itself. By default the library downloads it from a third-party host.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).then(
  () => postToPage({ is: 'ready' }),
  (cause: unknown) => postToPage({ is: 'broken', why: String(cause) }),
)
