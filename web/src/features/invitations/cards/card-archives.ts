import { downloadZip } from 'client-zip'

/** Largest total size of the files in one archive, in bytes: phones and older programs fail beyond two gigabytes. */
const MAX_ARCHIVE_BYTES = 1.9 * 2 ** 30

export type ArchiveFile = { name: string; input: Blob; lastModified: Date }
/** An archive with the number of its files. `isOnly`: all files fit into this one. */
export type Archive = { content: Blob; files: number; isOnly: boolean }

/** Packs the files in their order into archives of at most `maxBytes` bytes. A file that is larger gets an archive of its own. */
export async function* packArchives(files: AsyncIterator<ArchiveFile>, maxBytes = MAX_ARCHIVE_BYTES): AsyncGenerator<Archive, void, void> {
  let next = await files.next()
  for (let isFirst = true; !next.done; isFirst = false) {
    let count = 0
    async function* takeFitting() {
      for (let size = 0; !next.done; next = await files.next()) {
        size += next.value.input.size
        if (count > 0 && size > maxBytes) return
        count++
        yield next.value
      }
    }
    const content = await downloadZip(takeFitting()).blob()
    yield { content, files: count, isOnly: isFirst && Boolean(next.done) }
  }
}
