import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes a data folder for this process; the answer lets it go again. The system lets it go too when the process ends, however it ends. Throws
 * one sentence when another process has it.
 */
export function holdFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // A lock of SQLite's own: it is the same on every system, and nobody has to clean up after a crash.
  const lock = new DatabaseSync(path.join(dataDir, 'hudur.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== 5) throw cause
    throw new Error(`Another Hudur runs on ${dataDir}: one process a data folder. Stop it first, or name another folder by DATA_DIR.`)
  }
  return () => lock.close()
}
