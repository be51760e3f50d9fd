import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a data folder for this process. Returns a function that unlocks it. The operating system also unlocks it when the process ends,
 * even after a crash. Throws an `Error` when another process has locked the folder.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // The lock of a SQLite file works the same on every operating system and needs no cleanup after a crash.
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
