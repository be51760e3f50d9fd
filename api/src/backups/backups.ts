import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { type Copy, copyDatabase } from './copy.ts'
import { backupName, backupTime, type Keep, superfluous } from './kept.ts'

export const DATABASE_FILE = 'hudur.sqlite'
export const BACKUPS_FOLDER = 'backups'

export type Backup = Copy & { file: string }

/** Makes a backup of the data folder's database now, which may be in use, and lets go of those that need not be kept. Throws why it could not. */
export async function makeBackup(dataDir: string, at: Date, keep: Keep | undefined, signal?: AbortSignal): Promise<Backup> {
  const folder = path.join(dataDir, BACKUPS_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, backupName(at))
  // By its own process: another may be made by hand at the same moment.
  const unfinished = `${file}.${process.pid}.unfinished`
  // One that an earlier process left.
  for (const name of await readdir(folder))
    if (name.endsWith('.unfinished') && (await isOld(path.join(folder, name)))) await rm(path.join(folder, name), { force: true })
  try {
    const copy = await copyDatabase({ from: path.join(dataDir, DATABASE_FILE), to: unfinished }, signal)
    await chmod(unfinished, 0o600)
    await onDisk(unfinished)
    await rename(unfinished, file)
    await onDisk(folder)
    const gone = keep ? superfluous(await readdir(folder), keep) : []
    for (const name of gone) await rm(path.join(folder, name), { force: true })
    return { file, ...copy }
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** So long no copy takes, in milliseconds. */
const LONGEST = 6 * 3_600_000

const isOld = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > LONGEST,
    () => false,
  )

/** Waits until the disk has it: a name in a folder too is only there when the folder is. */
export async function onDisk(file: string) {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** When the newest backup was made; undefined where there is none. */
export async function newestBackup(dataDir: string): Promise<Date | undefined> {
  const names = await readdir(path.join(dataDir, BACKUPS_FOLDER)).catch(() => [])
  return names.flatMap(name => backupTime(name) ?? []).sort((one, other) => other.getTime() - one.getTime())[0]
}
