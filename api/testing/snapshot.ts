import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the database of a data folder, also while a server uses it. */
export const openSqliteDatabase = (dataDir: string) => new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { timeout: 5_000 })

/** Reads every table and `site.json` of a data folder. `restore` restores all of it, also while a server runs on the folder. */
export async function takeSnapshot(dataDir: string) {
  const db = openSqliteDatabase(dataDir)
  db.exec('pragma foreign_keys = off; pragma synchronous = off')
  const names = db.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'").all() as { name: string }[]
  const tables = names.map(({ name }) => ({ name, rows: db.prepare(`select * from "${name}"`).all() }))
  const site = path.join(dataDir, 'site.json')
  const readSiteFile = () => readFile(site, 'utf8').catch(() => undefined)
  const content = await readSiteFile()
  return {
    async restore() {
      db.exec('begin immediate')
      for (const { name, rows } of tables) {
        db.exec(`delete from "${name}"`)
        for (const row of rows) {
          const columns = Object.keys(row)
          db.prepare(`insert into "${name}" ("${columns.join('", "')}") values (${columns.map(() => '?')})`).run(...Object.values(row))
        }
      }
      db.exec('commit')
      if (content !== undefined && (await readSiteFile()) !== content) await writeFile(site, content)
    },
    close: () => db.close(),
  }
}
