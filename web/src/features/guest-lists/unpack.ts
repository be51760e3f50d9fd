import { MAX_UNPACKED_BYTES, TableRefusedError } from './guest-table.ts'

const DIRECTORY_END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50

type ZipEntry = { name: string; method: number; packed: Uint8Array<ArrayBuffer> }

/** Yields the files listed in a zip's directory. Throws RangeError if the directory points beyond the file. */
function* zipEntriesOf(bytes: Uint8Array<ArrayBuffer>): Generator<ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== DIRECTORY_END_SIGNATURE) end--
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new RangeError('no entry here')
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map(offset => view.getUint16(at + offset, true)) as [number, number, number]
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const packed = bytes.subarray(start, start + view.getUint32(at + 20, true))
    yield { name, method: view.getUint16(at + 10, true), packed }
    at += 46 + nameLength + extraLength + noteLength
  }
}

/** Unpacks at most `maxBytes` bytes. Throws TableRefusedError for larger content before it fills the memory, whatever size the zip claims. */
async function inflateEntry({ method, packed }: ZipEntry, maxBytes: number): Promise<Blob> {
  if (method === 0) return new Blob([packed])
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > maxBytes) {
      await reader.cancel()
      throw new TableRefusedError({ reason: 'too-large' })
    }
    chunks.push(read.value as Uint8Array<ArrayBuffer>)
  }
  return new Blob(chunks)
}

/** Unpacks the XML files of a workbook. Throws TableRefusedError if they are too large together or if the zip is no workbook. */
export async function unpackWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<{ name: string; input: Blob }[]> {
  const files: { name: string; input: Blob }[] = []
  let remainingBytes = MAX_UNPACKED_BYTES
  for (const entry of zipEntriesOf(bytes)) {
    if (!/\.(?:xml|rels)$/.test(entry.name)) continue
    const input = await inflateEntry(entry, remainingBytes)
    remainingBytes -= input.size
    files.push({ name: entry.name, input })
  }
  if (!files.some(({ name }) => name === 'xl/workbook.xml')) throw new TableRefusedError({ reason: 'not-a-table' })
  return files
}
