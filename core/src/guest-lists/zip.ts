import { MAX_UNPACKED_BYTES, TableRefusedError } from './guest-table.ts'

/** Reads the files of a zip archive, such as a workbook or an exported chat. */

const DIRECTORY_END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const MAX_ENTRIES = 2000

type ZipEntry = { name: string; method: number; packed: Uint8Array<ArrayBuffer> }

export const isZip = (bytes: Uint8Array) => [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte)

/** Yields the files listed in a zip's directory. Throws RangeError if the directory points beyond the file. */
function* zipEntriesOf(bytes: Uint8Array<ArrayBuffer>): Generator<ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== DIRECTORY_END_SIGNATURE) end--
  const count = Math.min(view.getUint16(end + 10, true), MAX_ENTRIES)
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
async function inflateEntry({ method, packed }: ZipEntry, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method === 0) {
    // A directory may name the same stored bytes many times.
    if (packed.length > maxBytes) throw new TableRefusedError({ reason: 'too-large' })
    return packed
  }
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
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The files of an archive: their names, and a function that unpacks one of them. */
export type Archive = { names: string[]; unpack: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined> }

/** Opens an archive. Its files together unpack to at most `maxBytes`; beyond that TableRefusedError is thrown. */
export function openZip(bytes: Uint8Array<ArrayBuffer>, maxBytes = MAX_UNPACKED_BYTES): Archive {
  const entries = new Map([...zipEntriesOf(bytes)].map(entry => [entry.name, entry]))
  let remainingBytes = maxBytes
  return {
    names: [...entries.keys()],
    async unpack(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      const content = await inflateEntry(entry, remainingBytes)
      remainingBytes -= content.length
      return content
    },
  }
}
