import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Returns a folder for files that later builds use again. */
export const cacheFolder = (name: string) => path.join(import.meta.dirname, '../../node_modules/.cache', name)

/** Writes a temporary file and then renames it, because two builds may write the same file at the same time. */
export function writeFileAtomically(file: string, content: string | Buffer) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, content)
  renameSync(`${file}.${process.pid}`, file)
}
