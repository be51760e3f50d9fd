import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'

const execFileAsync = promisify(execFile)

/** Writes a PDF to a new folder, calls `read` with its path, and deletes the folder. */
const withPdfFile = <Result>(pdf: Buffer, read: (file: string, folder: string) => Promise<Result>) =>
  withTemporaryFolder(async folder => {
    const file = path.join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    return read(file, folder)
  })

/** Returns the normalized text of each page (pdftotext). With `isRaw` it has the order of the file: one column after another. */
export const pageTextsOf = (pdf: Buffer, { isRaw = false } = {}) =>
  withPdfFile(pdf, async file => {
    const { stdout } = await execFileAsync('pdftotext', [...(isRaw ? ['-raw'] : []), file, '-'], { maxBuffer: 1e8 })
    return normalizeText(stdout).split('\f').slice(0, -1)
  })

/** Returns a text with plain letters instead of Arabic presentation forms, and without direction marks, vowel signs and shadda. */
export const normalizeText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u064B-\u0652]/g, '')

/** Returns the sizes of the pages of a PDF in mm, to a tenth. */
export const pageSizesOf = (pdf: Buffer) =>
  withPdfFile(pdf, async file => {
    const { stdout } = await execFileAsync('pdfinfo', ['-l', '-1', file])
    const toMillimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 254) / 10
    return [...stdout.matchAll(/^Page .*size: +([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => ({
      width: toMillimetres(width),
      height: toMillimetres(height),
    }))
  })

/** Renders each page of a PDF as a PNG at 150 dots per inch. */
export const renderPages = (pdf: Buffer) =>
  withPdfFile(pdf, async (file, folder) => {
    await execFileAsync('pdftoppm', ['-r', '150', '-png', file, path.join(folder, 'page')])
    const names = (await readdir(folder)).filter(name => name.endsWith('.png')).sort()
    return Promise.all(names.map(name => readFile(path.join(folder, name))))
  })
