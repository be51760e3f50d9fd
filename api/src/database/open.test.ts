import { chmodSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withTemporaryFolder } from '../../testing/temporary-folder.ts'
import { DATABASE_FILE, openDatabase, SQLITE_FILE_ENDINGS } from './open.ts'

test('openDatabase lets only this user read the SQLite files', () =>
  withTemporaryFolder(async dataDir => {
    chmodSync(dataDir, 0o755)
    const file = path.join(dataDir, DATABASE_FILE)
    writeFileSync(file, '', { mode: 0o644 })
    const db = await openDatabase({ databaseUrl: undefined, dataDir })
    expect(SQLITE_FILE_ENDINGS.map(ending => statSync(file + ending).mode & 0o777)).toEqual([0o600, 0o600, 0o600])
    await db.close()
  }))
