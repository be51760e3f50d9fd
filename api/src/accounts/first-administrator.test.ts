import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import type { Database } from '../database/database.ts'
import { ensureAdministrator } from './first-administrator.ts'
import { verifyPassword } from './passwords.ts'
import { accountsIn } from './repository.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe.each(ENGINES)('on %s', engine => {
  let db: Database
  beforeEach(async () => {
    db = await startDatabase(engine)
  })
  afterEach(() => db.close())

  test('the first start makes an administrator with a password shown once, the second start makes nobody', async () => {
    const made = await ensureAdministrator(db, { username: 'admin', password: undefined }, now)
    expect(made?.password).toMatch(/^[a-z2-9]{14}$/)
    const kept = await accountsIn(db.read).findWithHash('admin')
    expect(kept?.user).toMatchObject({ isAdmin: true, generationLimit: 999_999 })
    expect(await verifyPassword(made!.password!, kept?.passwordHash)).toBe(true)
    expect(kept?.passwordHash).not.toContain(made!.password!)
    expect(await ensureAdministrator(db, { username: 'other', password: undefined }, now)).toBeUndefined()
  })

  test('two starts at once make one', async () => {
    const made = await Promise.all(
      [1, 2].map(() => ensureAdministrator(db, { username: 'admin', password: 'chosen-1' }, now).catch(() => undefined)),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(made.find(Boolean)).toEqual({ username: 'admin', password: undefined })
  })
})
