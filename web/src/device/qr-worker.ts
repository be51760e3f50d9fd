import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** What the reader tells the page: that it is ready, or cannot be; then what was in each picture it is given. */
export type FromReader = { is: 'ready' } | { is: 'broken'; why: string } | { is: 'read'; text: string | undefined }

const tell = (message: FromReader) => self.postMessage(message)

/** A damaged code is no code: whatever goes wrong with one picture, the next one is looked at. */
async function read(picture: ImageData): Promise<string | undefined> {
  try {
    const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain' })
    return codes.find(code => code.isValid && code.text !== '')?.text
  } catch {
    return undefined
  }
}

self.onmessage = async (event: MessageEvent<ImageData>) => tell({ is: 'read', text: await read(event.data) })

// Without this the library asks a host that is not ours for its wasm.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).then(
  () => tell({ is: 'ready' }),
  (cause: unknown) => tell({ is: 'broken', why: String(cause) }),
)
