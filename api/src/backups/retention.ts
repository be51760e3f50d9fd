/** The newest backups, and the last of each of the last `daily` days (UTC) that have one; together at most `maxBytes` bytes. */
export type BackupRetention = { newest: number; daily: number; maxBytes?: number }

export type BackupFile = { name: string; bytes: number }

const BACKUP_NAME = /^hudur-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sqlite$/

/** Returns the file name of a backup made at this time. The names sort by time and are valid on every system. */
export const backupName = (at: Date) => `hudur-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sqlite`

/** Returns the time of a backup, by its file name; undefined for any other file. */
export function backupTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** A backup whose name is further (ms) ahead of the clock than this was made while the clock was wrong. */
const MAX_AHEAD_MS = 86_400_000

/**
 * Sorts the names of backups, the newest first. Backups that were made while the clock was ahead come last: first in the list, they would
 * displace the correctly dated ones. Leaves out files that are not backups.
 */
export function newestBackupsFirst(names: readonly string[], now: Date): string[] {
  const latest = backupName(new Date(now.getTime() + MAX_AHEAD_MS))
  const backups = names.filter(name => backupTime(name) !== undefined).sort((one, other) => (one < other ? 1 : -1))
  return [...backups.filter(name => name <= latest), ...backups.filter(name => name > latest)]
}

/** Returns the backups that are kept neither by `newest` nor by `daily`. Ignores files that are not backups. */
export function superfluousBackups(names: readonly string[], { newest, daily }: BackupRetention, now: Date): string[] {
  const backups = newestBackupsFirst(names, now)
  // The first one of a day is its last backup.
  const lastOfDay = new Map<string, string>()
  for (const name of backups) {
    const day = name.slice(0, 'hudur-2026-01-01'.length)
    if (!lastOfDay.has(day)) lastOfDay.set(day, name)
  }
  const keptNames = new Set([...backups.slice(0, newest), ...[...lastOfDay.values()].slice(0, daily)])
  return backups.filter(name => !keptNames.has(name))
}

/**
 * Returns the backups to delete so that the remaining ones are within `keep` and take at most `budget` bytes. When the budget is too small,
 * `newest` and `daily` are reduced in proportion. The newest backup always stays.
 */
export function backupsBeyondBudget(backups: readonly BackupFile[], keep: BackupRetention, budget: number, now: Date): string[] {
  const names = backups.map(({ name }) => name)
  const most = keep.newest + keep.daily
  let superfluousNames = superfluousBackups(names, keep, now)
  for (let count = most; count > 0; count--) {
    const newest = Math.ceil((count * keep.newest) / most)
    superfluousNames = superfluousBackups(names, { newest, daily: count - newest }, now)
    const isGone = new Set(superfluousNames)
    const bytes = backups.filter(({ name }) => !isGone.has(name)).reduce((sum, backup) => sum + backup.bytes, 0)
    if (bytes <= budget) break
  }
  return superfluousNames
}
