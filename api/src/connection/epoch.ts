import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'
import { settingsIn } from './repository.ts'

const CURRENT = 'epoch'
const ENDED = 'epochs_ended'

/** The number of cleanly ended epochs that are remembered. */
const MAX_ENDED = 100

const endedOf = (value: string | undefined): string[] => (value === undefined ? [] : JSON.parse(value))

/**
 * Begins a new epoch. A database restored from a backup knows neither the epochs that began after the backup nor a clean end of the epoch
 * in which it was made: a device with such an epoch has data that this database may have lost.
 */
export const beginEpoch = (db: Pick<Database, 'write'>) => db.write(trx => settingsIn(trx).set(CURRENT, randomUUID()))

/** Begins a new epoch inside a write and forgets all ended ones, so that every device downloads its whole replica again. */
export async function invalidateEpochs(trx: Kysely<Tables>) {
  await settingsIn(trx).set(CURRENT, randomUUID())
  await settingsIn(trx).set(ENDED, '[]')
}

/** Records that the current epoch ended cleanly, so that all its writes are in this database. It is the last write of a process. */
export const endEpoch = (db: Pick<Database, 'write'>) =>
  db.write(async trx => {
    const settings = settingsIn(trx)
    const endedEpochs = [(await settings.get(CURRENT)) ?? '', ...endedOf(await settings.get(ENDED))]
    await settings.set(ENDED, JSON.stringify(endedEpochs.slice(0, MAX_ENDED)))
  })

/** Returns the current epoch, and `holds`, which reads whether all data that a device saw in another epoch is still in this database. */
export async function epochOf(db: Database['read']) {
  const settings = settingsIn(db)
  const epoch = (await settings.get(CURRENT)) ?? ''
  return {
    epoch,
    holds: async (deviceEpoch: string | undefined) =>
      deviceEpoch !== undefined && (deviceEpoch === epoch || endedOf(await settings.get(ENDED)).includes(deviceEpoch)),
  }
}
