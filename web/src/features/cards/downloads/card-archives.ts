import { downloadZip } from 'client-zip'

/** The largest total size of the files in one ZIP archive, in bytes. Phones and older programs fail beyond two gigabytes. */
const MAX_ARCHIVE_BYTES = 1.9 * 2 ** 30

export type ArchiveFile = { name: string; input: Blob; lastModified: Date }
/** A ZIP archive with the number of its files. `isOnly` says that all files fit into it. */
export type Archive = { content: Blob; files: number; isOnly: boolean }

/** Packs the files in their order into archives of at most `maxBytes` bytes. A file that is larger is packed into a separate archive. */
export async function* packArchives(files: AsyncIterator<ArchiveFile>, maxBytes = MAX_ARCHIVE_BYTES): AsyncGenerator<Archive, void, void> {
  let next = await files.next()
  for (let isFirst = true; !next.done; isFirst = false) {
    let count = 0
    async function* takeFittingFiles() {
      for (let size = 0; !next.done; next = await files.next()) {
        size += next.value.input.size
        if (count > 0 && size > maxBytes) return
        count++
        yield next.value
      }
    }
    const content = await downloadZip(takeFittingFiles()).blob()
    yield { content, files: count, isOnly: isFirst && Boolean(next.done) }
  }
}
