import { expect, test } from 'vitest'
import { type Archive, type ArchiveFile, packArchives } from './card-archives.ts'

async function* generateFiles(sizes: readonly number[]): AsyncGenerator<ArchiveFile, void, void> {
  for (const [n, size] of sizes.entries()) yield { name: `${n}.png`, input: new Blob([new Uint8Array(size)]), lastModified: new Date(0) }
}

async function collectArchives(sizes: readonly number[], largest?: number) {
  const collected: Archive[] = []
  for await (const archive of packArchives(generateFiles(sizes), largest)) collected.push(archive)
  return collected
}

/** Returns the file names in an archive, read from the headers before its files. */
async function fileNamesIn({ content }: Archive) {
  const bytes = Buffer.from(await content.arrayBuffer())
  const headerOffsets = [...bytes.toString('latin1').matchAll(/PK\x03\x04/g)].map(({ index }) => index)
  return headerOffsets.map(at => bytes.toString('utf8', at + 30, at + 30 + bytes.readUInt16LE(at + 26)))
}

test('packArchives packs files into one ZIP archive if they fit', async () => {
  const [only, ...others] = await collectArchives([10, 20, 30])
  expect(others).toEqual([])
  expect(only).toMatchObject({ files: 3, isOnly: true })
  expect(await fileNamesIn(only!)).toEqual(['0.png', '1.png', '2.png'])
})

test('packArchives starts another archive at the size limit', async () => {
  const packed = await collectArchives([40, 40, 40, 200, 10], 100)
  expect(packed.map(({ files, isOnly }) => ({ files, isOnly }))).toEqual([
    { files: 2, isOnly: false },
    { files: 1, isOnly: false },
    { files: 1, isOnly: false },
    { files: 1, isOnly: false },
  ])
  expect(await Promise.all(packed.map(fileNamesIn))).toEqual([['0.png', '1.png'], ['2.png'], ['3.png'], ['4.png']])
})

test('packArchives yields no archive if there are no files', async () => {
  expect(await collectArchives([])).toEqual([])
})

test('packArchives throws if reading the next file throws', async () => {
  async function* failingFiles(): AsyncGenerator<ArchiveFile, void, void> {
    yield { name: 'a.png', input: new Blob(['a']), lastModified: new Date(0) }
    throw new Error('no more cards')
  }
  await expect(packArchives(failingFiles()).next()).rejects.toThrow('no more cards')
})
