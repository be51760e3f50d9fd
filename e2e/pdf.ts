import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** The Debian package of the commands that read PDF files. */
export const POPPLER = 'poppler-utils'

/** Returns whether the commands that read PDF files are installed. */
export const hasPoppler = () => spawnSync('pdftotext', ['-v']).error === undefined

const run = promisify(execFile)

/** Writes a PDF to a new folder, calls `read` with its path, and deletes the folder. */
async function withFile<Result>(pdf: Buffer, read: (file: string, folder: string) => Promise<Result>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-pdf-'))
  try {
    const file = path.join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    return await read(file, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the text of each page of a PDF as pdftotext reads it, in the form of `searchable`. With `isRaw` it is in the order in which it stands in
 * the file: column after column.
 */
export const textsOf = (pdf: Buffer, { isRaw = false } = {}) =>
  withFile(pdf, async file => {
    const { stdout } = await run('pdftotext', [...(isRaw ? ['-raw'] : []), file, '-'], { maxBuffer: 1e8 })
    return searchable(stdout).split('\f').slice(0, -1)
  })

/** Returns a text with letters instead of their joined forms, and without marks of direction, vowel signs and shadda. */
export const searchable = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u064B-\u0652]/g, '')

/** Returns the sizes of the pages of a PDF in mm, to a tenth. */
export const sizesOf = (pdf: Buffer) =>
  withFile(pdf, async file => {
    const { stdout } = await run('pdfinfo', ['-l', '-1', file])
    const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 254) / 10
    return [...stdout.matchAll(/^Page .*size: +([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => ({
      width: mm(width),
      height: mm(height),
    }))
  })

/** Draws each page of a PDF as a PNG at 150 dots per inch. */
export const drawnPages = (pdf: Buffer) =>
  withFile(pdf, async (file, folder) => {
    await run('pdftoppm', ['-r', '150', '-png', file, path.join(folder, 'page')])
    const names = (await readdir(folder)).filter(name => name.endsWith('.png')).sort()
    return Promise.all(names.map(name => readFile(path.join(folder, name))))
  })
