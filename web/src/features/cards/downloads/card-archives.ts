import type { CardFile } from '../../../cards/card-files.ts'
import { crc32 } from '../../../cards/checksums.ts'

/** The largest total size of the files in one ZIP archive, in bytes. Phones and older programs fail beyond two gigabytes. */
const MAX_ARCHIVE_BYTES = 1.9 * 2 ** 30
/** The most files in an archive whose directory has the form that every program reads. */
const MAX_ARCHIVE_FILES = 65_000

export type ArchiveFile = { name: string; file: CardFile; lastModified: Date }
/** A ZIP archive with the number of its files. `isOnly` says that all files fit into it. */
export type Archive = { content: Blob; files: number; isOnly: boolean }

/** Packs the files in their order into archives of at most `maxBytes` bytes. A file that is larger is packed into a separate archive. */
export async function* packArchives(files: AsyncIterator<ArchiveFile>, maxBytes = MAX_ARCHIVE_BYTES): AsyncGenerator<Archive, void, void> {
  let next = await files.next()
  for (let isFirst = true; !next.done; isFirst = false) {
    let count = 0
    async function* takeFittingFiles() {
      for (let size = 0; !next.done; next = await files.next()) {
        size += next.value.file.size
        if (count > 0 && (size > maxBytes || count === MAX_ARCHIVE_FILES)) return
        count++
        yield next.value
      }
    }
    const content = await createZip(takeFittingFiles())
    yield { content, files: count, isOnly: isFirst && Boolean(next.done) }
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns a ZIP archive of uncompressed files. The bytes of their own go through a stream into one blob, which browsers store on the disk
 * when it becomes large. The archive refers to slices of it and to the blobs that the files share, so that no byte is stored twice.
 */
async function createZip(files: AsyncIterable<ArchiveFile>): Promise<Blob> {
  /** The archive in order: shared blobs, and how many of the own bytes stand between them. */
  const layout: (Blob | number)[] = []
  function addOwnBytes(bytes: Bytes) {
    const last = layout.at(-1)
    if (typeof last === 'number') layout[layout.length - 1] = last + bytes.length
    else layout.push(bytes.length)
    return bytes
  }

  async function* writeOwnBytes() {
    const directory: Bytes[] = []
    let offset = 0
    for await (const { name, file, lastModified } of files) {
      const { parts, crc } = file.crc === undefined ? await readFile(file) : { parts: file.parts, crc: file.crc }
      const entry = { name: new TextEncoder().encode(name), size: file.size, crc, lastModified, offset }
      directory.push(createDirectoryEntry(entry))
      const header = createFileHeader(entry)
      yield addOwnBytes(header)
      for (const part of parts)
        if (part instanceof Blob) layout.push(part)
        else yield addOwnBytes(part)
      offset += header.length + file.size
    }
    for (const entry of directory) yield addOwnBytes(entry)
    yield addOwnBytes(createDirectoryEnd({ count: directory.length, size: directory.reduce((sum, { length }) => sum + length, 0), offset }))
  }

  const own = await new Response(toStream(writeOwnBytes())).blob()
  let from = 0
  const parts = layout.map(part => {
    if (typeof part !== 'number') return part
    from += part
    return own.slice(from - part, from)
  })
  return new Blob(parts, { type: 'application/zip' })
}

/** Returns a stream that asks for the next bytes when the reader wants them. */
const toStream = (source: AsyncIterator<Bytes>) =>
  new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })

/** Reads a file whose checksum is unknown. Its bytes then belong to this archive alone. */
async function readFile({ parts }: CardFile) {
  const bytes = new Uint8Array(await new Blob([...parts]).arrayBuffer())
  return { parts: [bytes], crc: crc32(bytes) }
}

type ZipEntry = { name: Bytes; size: number; crc: number; lastModified: Date; offset: number }

const FILE_HEADER_LENGTH = 30
const DIRECTORY_ENTRY_LENGTH = 46
const DIRECTORY_END_LENGTH = 22
/** Version 2.0 of the format, without compression, and names in UTF-8. */
const ZIP_VERSION = 20
const UTF8_NAMES = 0x08_00
/** Made on Unix, as a file that its owner and group may write. */
const MADE_ON_UNIX = 3 << 8
const FILE_MODE = 0o100_664

/** Writes the fields that an archive has twice for each file, from `at` on: version, flags, method, time, checksum and lengths. */
function writeRepeatedFields(fields: DataView, at: number, { name, size, crc, lastModified: when }: ZipEntry) {
  fields.setUint16(at, ZIP_VERSION, true)
  fields.setUint16(at + 2, UTF8_NAMES, true)
  fields.setUint16(at + 6, (when.getSeconds() >> 1) | (when.getMinutes() << 5) | (when.getHours() << 11), true)
  fields.setUint16(at + 8, when.getDate() | ((when.getMonth() + 1) << 5) | ((when.getFullYear() - 1980) << 9), true)
  fields.setUint32(at + 10, crc, true)
  fields.setUint32(at + 14, size, true)
  fields.setUint32(at + 18, size, true)
  fields.setUint16(at + 22, name.length, true)
}

function createFileHeader(entry: ZipEntry): Bytes {
  const bytes = new Uint8Array(FILE_HEADER_LENGTH + entry.name.length)
  const fields = new DataView(bytes.buffer)
  fields.setUint32(0, 0x04_03_4b_50, true)
  writeRepeatedFields(fields, 4, entry)
  bytes.set(entry.name, FILE_HEADER_LENGTH)
  return bytes
}

function createDirectoryEntry(entry: ZipEntry): Bytes {
  const bytes = new Uint8Array(DIRECTORY_ENTRY_LENGTH + entry.name.length)
  const fields = new DataView(bytes.buffer)
  fields.setUint32(0, 0x02_01_4b_50, true)
  fields.setUint16(4, MADE_ON_UNIX | ZIP_VERSION, true)
  writeRepeatedFields(fields, 6, entry)
  fields.setUint16(40, FILE_MODE, true)
  fields.setUint32(42, entry.offset, true)
  bytes.set(entry.name, DIRECTORY_ENTRY_LENGTH)
  return bytes
}

function createDirectoryEnd({ count, size, offset }: { count: number; size: number; offset: number }): Bytes {
  const bytes = new Uint8Array(DIRECTORY_END_LENGTH)
  const fields = new DataView(bytes.buffer)
  fields.setUint32(0, 0x06_05_4b_50, true)
  fields.setUint16(8, count, true)
  fields.setUint16(10, count, true)
  fields.setUint32(12, size, true)
  fields.setUint32(16, offset, true)
  return bytes
}
