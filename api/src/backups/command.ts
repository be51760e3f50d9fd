/** The commands for backups: `npm run backup` (also while the server runs) and `npm run restore -- FILE`. */
import { readConfig } from '../config.ts'
import { migrationNames } from '../database/migrate.ts'
import { requireDatabase } from '../database/open.ts'
import { readSettings } from '../settings-file.ts'
import { makeBackup } from './backups.ts'
import type { RowCounts } from './copy.ts'
import { restoreBackup } from './restore.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const describeRowCounts = (rows: RowCounts) =>
  ['users', 'invitations', 'scans', 'designs'].map(table => `${(rows[table] ?? 0).toLocaleString('en')} ${table}`).join(', ')

async function runBackupCommand([command, file, ...rest]: string[]) {
  const { dataDir, databaseUrl, backups } = readConfig(readSettings().env)
  if (databaseUrl !== undefined)
    throw new Error(
      'The data is in PostgreSQL: back it up with pg_dump, as docs/operations.md says. These commands are for the file in DATA_DIR.',
    )
  if (command === 'make' && file === undefined) {
    requireDatabase({ databaseUrl, dataDir })
    const backup = await makeBackup(dataDir, new Date(), backups)
    printLine(`${backup.file}\n${describeRowCounts(backup.rows)}; ${(backup.bytes / 2 ** 20).toFixed(1)} MB, checked and undamaged.`)
  } else if (command === 'restore' && file !== undefined && rest.length === 0) {
    const { rows, replaced } = await restoreBackup(dataDir, file, { at: new Date(), migrations: await migrationNames() })
    printLine(
      `Restored: ${describeRowCounts(rows)}. Everybody signs in again, and devices upload again the changes that this backup lacks.`,
    )
    if (replaced) printLine(`What was there before is kept in ${replaced}.`)
  } else throw new Error('Say what to do: npm run backup, or npm run restore -- FILE')
}

runBackupCommand(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
