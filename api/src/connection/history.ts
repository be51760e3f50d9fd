import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { settingsIn } from './repository.ts'

/** The time last seen is written down at most so often, and a clock must be further behind it than that to have been set back (ms). */
const NOTED_EVERY = 60_000

/**
 * The name of this history of the data, as devices know it. A clock that was set back begins another: the marks that devices hold would pass
 * over what happens until it is as late again.
 */
export async function epochAt(db: Database, now: Date): Promise<string> {
  const settings = settingsIn(db.read)
  const [epoch, seen] = [await settings.get('epoch'), await settings.get('clock')]
  const ahead = now.getTime() - Date.parse(seen ?? '')
  if (epoch !== undefined && Math.abs(ahead) < NOTED_EVERY) return epoch
  return db.write(async trx => {
    const held = settingsIn(trx)
    // Others may have noticed meanwhile.
    const isBack = (await held.get('clock')) === seen && ahead < 0
    if (isBack) await held.set('epoch', randomUUID())
    await held.set('clock', now.toISOString())
    return (await held.get('epoch')) ?? ''
  })
}
