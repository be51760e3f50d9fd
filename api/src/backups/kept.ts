/** How many backups are kept: the newest so many, and one for each of the last so many days; together at most so many bytes. */
export type Keep = { newest: number; daily: number; maxBytes?: number }

export type BackupFile = { name: string; bytes: number }

const NAME = /^hudur-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sqlite$/

/** The name of a backup made at this moment, which sorts by time and is a file's name on every system. */
export const backupName = (at: Date) => `hudur-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sqlite`

/** When a backup was made, by its name; undefined for any other file. */
export function backupTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** Those of these backups that need not be kept any longer. Files that are no backups are none of its business. */
export function superfluous(names: readonly string[], { newest, daily }: Keep): string[] {
  const backups = names.filter(name => backupTime(name) !== undefined).sort((one, other) => (one < other ? 1 : -1))
  // Of each day the last: the first that is met on the way back.
  const lastOfDay = new Map<string, string>()
  for (const name of backups) {
    const day = name.slice(0, 'hudur-2026-01-01'.length)
    if (!lastOfDay.has(day)) lastOfDay.set(day, name)
  }
  const kept = new Set([...backups.slice(0, newest), ...[...lastOfDay.values()].slice(0, daily)])
  return backups.filter(name => !kept.has(name))
}

/**
 * Those of these backups that must go so that the others are what `keep` allows and take at most `budget` bytes. Hours and days give way in the
 * proportion in which `keep` names them; the newest stays, however large it is.
 */
export function beyondBudget(backups: readonly BackupFile[], keep: Keep, budget: number): string[] {
  const names = backups.map(({ name }) => name)
  const most = keep.newest + keep.daily
  let gone = superfluous(names, keep)
  for (let count = most; count > 0; count--) {
    const newest = Math.ceil((count * keep.newest) / most)
    gone = superfluous(names, { newest, daily: count - newest })
    const isGone = new Set(gone)
    const bytes = backups.filter(({ name }) => !isGone.has(name)).reduce((sum, backup) => sum + backup.bytes, 0)
    if (bytes <= budget) break
  }
  return gone
}
