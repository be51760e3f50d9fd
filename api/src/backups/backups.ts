import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { DATABASE_FILE } from '../database/open.ts'
import { spaceOf } from '../disk.ts'
import { copyDatabase, type DatabaseCopy } from './copy.ts'
import { type BackupFile, type BackupRetention, backupName, backupsBeyondBudget, backupTime, newestBackupsFirst } from './retention.ts'

export const BACKUPS_FOLDER = 'backups'

export type Backup = DatabaseCopy & { file: string }

type BackupOptions = { signal?: AbortSignal; measure?: typeof spaceOf }

/**
 * Makes a backup of the data folder's database, which may be in use, under a name with the time `at`, and deletes the backups that `keep`
 * does not cover. With `keep`, all backups together take at most `keep.maxBytes` and at most half of the space that would be free without
 * them; but the newest backup always stays. Without `keep` nothing is deleted. Throws an `Error` when the copy fails or there is not enough
 * space.
 */
export async function makeBackup(
  dataDir: string,
  at: Date,
  keep: BackupRetention | undefined,
  { signal, measure = spaceOf }: BackupOptions = {},
): Promise<Backup> {
  const folder = path.join(dataDir, BACKUPS_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, backupName(at))
  // The process id makes the name differ from that of a manual backup at the same time.
  const unfinished = `${file}.${process.pid}.unfinished`
  // Deletes copies that an earlier process did not finish.
  for (const name of await readdir(folder))
    if (name.endsWith('.unfinished') && (await isAbandonedCopy(path.join(folder, name)))) await rm(path.join(folder, name), { force: true })
  const budget = await makeSpaceForBackup(dataDir, at, keep, measure)
  try {
    const copy = await copyDatabase({ from: path.join(dataDir, DATABASE_FILE), to: unfinished }, signal)
    await chmod(unfinished, 0o600)
    await flushToDisk(unfinished)
    await rename(unfinished, file)
    await flushToDisk(folder)
    if (keep) await removeAll(folder, backupsBeyondBudget(await listBackups(folder), keep, budget, at))
    return { file, ...copy }
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Lists the backups in a folder with their sizes (bytes). */
async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = (await readdir(folder)).filter(name => backupTime(name) !== undefined)
  return Promise.all(names.map(async name => ({ name, bytes: (await stat(path.join(folder, name))).size })))
}

const totalBytesOf = (backups: readonly BackupFile[]) => backups.reduce((sum, { bytes }) => sum + bytes, 0)

async function removeAll(folder: string, names: readonly string[]) {
  for (const name of names) await rm(path.join(folder, name), { force: true })
}

const fileSizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`

/**
 * With `keep`, deletes backups, but never the newest, until the remaining ones and one more fit the budget. Returns the budget: the most
 * bytes that all backups may take. Throws an `Error` when one more backup would take more than half of the free space.
 */
async function makeSpaceForBackup(dataDir: string, at: Date, keep: BackupRetention | undefined, measure: typeof spaceOf): Promise<number> {
  const folder = path.join(dataDir, BACKUPS_FOLDER)
  const file = path.join(dataDir, DATABASE_FILE)
  const size = (await fileSizeOf(file)) + (await fileSizeOf(`${file}-wal`))
  const before = await listBackups(folder)
  const { free } = await measure(folder)
  const budget = Math.min(keep?.maxBytes ?? Number.POSITIVE_INFINITY, (free + totalBytesOf(before)) / 2)
  if (keep) await removeAll(folder, backupsBeyondBudget(before, keep, budget - size, at))
  const availableBytes = free + totalBytesOf(before) - totalBytesOf(await listBackups(folder))
  if (size > availableBytes / 2)
    throw new Error(
      `A backup takes ${formatMegabytes(size)}, more than half of the ${formatMegabytes(availableBytes)} that are free: none is made.`,
    )
  return budget
}

/** No copy takes longer than this (ms), so an older unfinished file belongs to no running process. */
const LONGEST_COPY_MS = 6 * 3_600_000

const isAbandonedCopy = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > LONGEST_COPY_MS,
    () => false,
  )

/** Flushes a file or a folder to the disk. The name of a new or renamed file is on the disk only after its folder is flushed. */
export async function flushToDisk(file: string) {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the time of the newest backup, by its file name; undefined when there is none. Prefers those that are not ahead of `now`. */
export async function findNewestBackupTime(dataDir: string, now: Date): Promise<Date | undefined> {
  const [newest] = newestBackupsFirst(await readdir(path.join(dataDir, BACKUPS_FOLDER)).catch(() => []), now)
  return newest === undefined ? undefined : backupTime(newest)
}
