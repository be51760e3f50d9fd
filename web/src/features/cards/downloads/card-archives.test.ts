import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Archive, type ArchiveFile, packArchives } from './card-archives.ts'

async function* generateFiles(sizes: readonly number[]): AsyncGenerator<ArchiveFile, void, void> {
  for (const [n, size] of sizes.entries())
    yield { name: `${n}.png`, file: { parts: [new Blob([new Uint8Array(size)])], size }, lastModified: new Date('2026-11-30T12:00:00') }
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

test('packArchives packs files in parts as other programs read them', async () => {
  const shared = new Blob(['head'])
  const whole = Buffer.from('headبطاقةhead')
  async function* generate(): AsyncGenerator<ArchiveFile, void, void> {
    const parts = [shared, new TextEncoder().encode('بطاقة'), shared]
    const lastModified = new Date('2026-11-30T12:00:00')
    yield { name: 'أمل.png', file: { parts, size: whole.length, crc: crc32(whole) }, lastModified }
    yield { name: 'علي.png', file: { parts, size: whole.length }, lastModified }
  }
  const { value } = await packArchives(generate()).next()
  const bytes = new Uint8Array(await (value as Archive).content.arrayBuffer())
  const files = unzipSync(bytes)
  expect(new DataView(bytes.buffer).getUint32(14, true), 'the checksum in the header of the first file').toBe(crc32(whole))
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))).toEqual({
    'أمل.png': whole.toString(),
    'علي.png': whole.toString(),
  })
})

test('packArchives yields no archive if there are no files', async () => {
  expect(await collectArchives([])).toEqual([])
})

test('packArchives throws if reading the next file throws', async () => {
  async function* failingFiles(): AsyncGenerator<ArchiveFile, void, void> {
    yield { name: 'a.png', file: { parts: [new Blob(['a'])], size: 1 }, lastModified: new Date('2026-11-30T12:00:00') }
    throw new Error('no more cards')
  }
  await expect(packArchives(failingFiles()).next()).rejects.toThrow('no more cards')
})
