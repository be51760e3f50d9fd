import { expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import { beginEpoch, endEpoch, readEpoch } from './epoch.ts'

test.each(ENGINES)('on %s a power failure begins a new epoch and a clean shutdown does not', async engine => {
  const db = await startDatabase(engine)
  const beginAndReadEpoch = async () => {
    await beginEpoch(db)
    return (await readEpoch(db.read)).epoch
  }
  const isValid = async (epoch: string | undefined) => (await readEpoch(db.read)).isValid(epoch)
  try {
    const first = await beginAndReadEpoch()
    expect(await isValid(first)).toBe(true)
    await endEpoch(db)
    const second = await beginAndReadEpoch()
    expect(second).not.toBe(first)
    for (const epoch of [first, second]) expect(await isValid(epoch)).toBe(true)

    // Power failure: the second epoch did not end cleanly.
    await beginAndReadEpoch()
    expect(await isValid(first)).toBe(true)
    for (const epoch of [second, 'one that came after the backup', undefined]) expect(await isValid(epoch)).toBe(false)
  } finally {
    await db.close()
  }
})
