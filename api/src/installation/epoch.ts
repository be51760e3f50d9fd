import { randomUUID } from 'node:crypto'
import { type Database, unavailableRefusal } from '../database/database.ts'
import { readTimelines, settingsIn } from './repository.ts'

const CURRENT_EPOCH_SETTING = 'epoch'
const ENDED_EPOCHS_SETTING = 'epochs_ended'

/** The maximum number of cleanly ended epochs that are stored. */
const MAX_ENDED_EPOCHS = 100

/** The timeline of PostgreSQL: a number that changes with each promotion of a standby. */
const TIMELINE_SETTING = 'timeline'

const parseEndedEpochs = (value: string | undefined): string[] => (value === undefined ? [] : JSON.parse(value))

/** Begins a new epoch. A database from a backup lacks later epochs, and the end of its own: devices may have more data than it. */
export const beginEpoch = (db: Pick<Database, 'write'>) => db.write(trx => settingsIn(trx).set(CURRENT_EPOCH_SETTING, randomUUID()))

/** Records that the current epoch ended cleanly: all its writes are in this database. It is the last write of a process. */
export const endEpoch = (db: Pick<Database, 'write'>) =>
  db.write(async trx => {
    const settings = settingsIn(trx)
    const endedEpochs = [(await settings.get(CURRENT_EPOCH_SETTING)) ?? '', ...parseEndedEpochs(await settings.get(ENDED_EPOCHS_SETTING))]
    await settings.set(ENDED_EPOCHS_SETTING, JSON.stringify(endedEpochs.slice(0, MAX_ENDED_EPOCHS)))
  })

/** Reads the current epoch, with a function that reads whether this database has all data that a device got in its epoch. */
export async function readEpoch(db: Database['read']) {
  const settings = settingsIn(db)
  const epoch = (await settings.get(CURRENT_EPOCH_SETTING)) ?? ''
  return {
    epoch,
    isValid: async (deviceEpoch: string | undefined) =>
      deviceEpoch !== undefined &&
      (deviceEpoch === epoch || parseEndedEpochs(await settings.get(ENDED_EPOCHS_SETTING)).includes(deviceEpoch)),
  }
}

/** The interval (ms) at which the clock is stored. A clock that is behind the stored time by as much counts as set back. */
const STORE_INTERVAL_MS = 60_000

/** Begins a new epoch when the clock was set back: the cursors of devices are times, and downloads would miss changes. */
export async function detectClockSetBack(db: Database, now: Date) {
  const storedTime = await settingsIn(db.read).get('clock')
  // Without a stored time, the clock counts as ahead.
  const aheadMs = now.getTime() - (storedTime === undefined ? 0 : Date.parse(storedTime))
  if (Math.abs(aheadMs) < STORE_INTERVAL_MS) return
  await db.write(async trx => {
    const settings = settingsIn(trx)
    // When several processes detect the change at the same time, only one replaces the stored time and begins the epoch.
    if (!(await settings.replace('clock', storedTime, now.toISOString())) || aheadMs > 0) return
    await beginEpochForAll(settings)
  })
}

/** Begins an epoch in which every device downloads its whole replica, and uploads the last seven days, again. */
async function beginEpochForAll(settings: ReturnType<typeof settingsIn>) {
  await settings.set(CURRENT_EPOCH_SETTING, randomUUID())
  await settings.set(ENDED_EPOCHS_SETTING, '[]')
}

/**
 * Begins a new epoch when PostgreSQL is on another timeline than before: a standby that has become the primary, or a restored server, may
 * lack the last transactions. Throws `unavailable` on a standby: it may lack changes of which the cursor of a download says that they were
 * read. Does nothing on SQLite, and on a server that does not tell its timeline.
 */
export async function detectNewTimeline({ engine, read, write }: Pick<Database, 'engine' | 'read' | 'write'>) {
  if (engine !== 'postgres') return
  const found = await readTimelines(read, TIMELINE_SETTING)
  if (found === undefined || found.timeline === found.stored) return
  const { timeline, stored } = found
  if (timeline === null) throw unavailableRefusal('This server is a standby.')
  await write(async trx => {
    const settings = settingsIn(trx)
    if ((await settings.replace(TIMELINE_SETTING, stored ?? undefined, timeline)) && stored !== null) await beginEpochForAll(settings)
  })
}
