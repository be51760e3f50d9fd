import { expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import { beginEpoch, endEpoch, epochOf } from './epoch.ts'

test.each(ENGINES)('on %s an epoch is still valid after a clean shutdown, and invalid after a power failure', async engine => {
  const db = await startDatabase(engine)
  const begin = async () => {
    await beginEpoch(db)
    return (await epochOf(db.read)).epoch
  }
  const holds = async (epoch: string | undefined) => (await epochOf(db.read)).holds(epoch)
  try {
    const first = await begin()
    expect(await holds(first)).toBe(true)
    await endEpoch(db)
    const second = await begin()
    expect(second).not.toBe(first)
    for (const epoch of [first, second]) expect(await holds(epoch)).toBe(true)

    // Power failure: the second epoch did not end cleanly.
    await begin()
    expect(await holds(first)).toBe(true)
    for (const epoch of [second, 'one that came after the backup', undefined]) expect(await holds(epoch)).toBe(false)
  } finally {
    await db.close()
  }
})
