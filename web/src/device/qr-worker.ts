import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** A message of the worker to the page: first whether the reader could start, then for each camera frame the text of its code. */
export type FromReader = { is: 'ready' } | { is: 'broken'; why: string } | { is: 'read'; text: string | undefined }

const post = (message: FromReader) => self.postMessage(message)

/** Returns the text of the code in a camera frame; undefined when there is none or the reader fails on this frame. */
async function read(picture: ImageData): Promise<string | undefined> {
  try {
    const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain' })
    return codes.find(code => code.isValid && code.text !== '')?.text
  } catch {
    return undefined
  }
}

self.onmessage = async (event: MessageEvent<ImageData>) => post({ is: 'read', text: await read(event.data) })

// By default the library downloads its wasm file from a third-party host.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).then(
  () => post({ is: 'ready' }),
  (cause: unknown) => post({ is: 'broken', why: String(cause) }),
)
