import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The error code of SQLite for a file that another process has locked. */
const SQLITE_BUSY = 5

/**
 * Locks a data folder for this process; it is also unlocked when the process crashes. Returns a function that unlocks it. Throws an `Error`
 * that says what to do when the folder is locked or cannot be written.
 */
export function lockFolder(dataDir: string): () => void {
  const lockFile = path.join(dataDir, 'hudur.lock')
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The lock of a SQLite file works the same on every operating system and needs no cleanup after a crash.
    lock = new DatabaseSync(lockFile, { timeout: 0 })
    // SQLite opens a file without write permission as read-only, and then locks nothing. `openSync` throws for such a file.
    closeSync(openSync(lockFile, 'r+'))
    chmodSync(lockFile, 0o600)
    lock.exec('begin exclusive')
  } catch (cause) {
    lock?.close()
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new Error(`Another Hudur runs on ${dataDir}: one process a data folder. Stop it first, or name another folder by DATA_DIR.`)
    throw new Error(
      `The data folder ${dataDir} cannot be used (${(cause as Error).message}). Check its permissions and the free space, or name another folder by DATA_DIR.`,
      { cause },
    )
  }
  const acquired = lock
  return () => acquired.close()
}
