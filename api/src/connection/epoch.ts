import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'
import { settingsIn } from './repository.ts'

const CURRENT = 'epoch'
const ENDED = 'epochs_ended'

/** So many orderly ends are remembered. */
const REMEMBERED = 100

const endedOf = (value: string | undefined): string[] => (value === undefined ? [] : JSON.parse(value))

/**
 * A new name for what is written from now on. A file that was copied back from a backup knows neither the names that came after it nor how
 * the one it was copied in ended: devices that bring such a name have seen what is no longer here.
 */
export const beginEpoch = (db: Pick<Database, 'write'>) => db.write(trx => settingsIn(trx).set(CURRENT, randomUUID()))

/** A new name within a write that is under way, and none of the earlier ones stands for what is here any more. */
export async function breakEpochs(trx: Kysely<Tables>) {
  await settingsIn(trx).set(CURRENT, randomUUID())
  await settingsIn(trx).set(ENDED, '[]')
}

/** Remembers that everything written under the current name is here. The last write of all. */
export const endEpoch = (db: Pick<Database, 'write'>) =>
  db.write(async trx => {
    const settings = settingsIn(trx)
    const ended = [(await settings.get(CURRENT)) ?? '', ...endedOf(await settings.get(ENDED))]
    await settings.set(ENDED, JSON.stringify(ended.slice(0, REMEMBERED)))
  })

/** The current name, and whether everything that was seen under another is still here. */
export async function epochOf(db: Database['read']) {
  const settings = settingsIn(db)
  const epoch = (await settings.get(CURRENT)) ?? ''
  return {
    epoch,
    holds: async (seen: string | undefined) => seen !== undefined && (seen === epoch || endedOf(await settings.get(ENDED)).includes(seen)),
  }
}
