import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import type { Database } from '../database/database.ts'
import { ensureAdministrator } from './first-administrator.ts'
import { verifyPassword } from './passwords.ts'
import { accountsIn } from './repository.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe.each(ENGINES)('creating the first administrator on %s', engine => {
  let db: Database
  beforeEach(async () => {
    db = await startDatabase(engine)
  })
  afterEach(() => db.close())

  test('ensureAdministrator creates an administrator only at the first call', async () => {
    const administrator = await ensureAdministrator(db, { username: 'admin', password: undefined }, now)
    expect(administrator?.password).toMatch(/^[a-z2-9]{14}$/)
    const storedAccount = await accountsIn(db.read).findWithHash('admin')
    expect(storedAccount?.user).toMatchObject({ isAdmin: true, generationLimit: 999_999 })
    expect(await verifyPassword(administrator!.password!, storedAccount?.passwordHash)).toBe(true)
    expect(storedAccount?.passwordHash).not.toContain(administrator!.password!)
    expect(await ensureAdministrator(db, { username: 'other', password: undefined }, now)).toBeUndefined()
  })

  test.each([1, 2, 3, 4, 5])('five concurrent ensureAdministrator calls create one account (run %i)', async () => {
    const administrators = await Promise.all(
      Array.from({ length: 5 }, () => ensureAdministrator(db, { username: 'admin', password: 'chosen-1' }, now)),
    )
    expect(administrators.filter(Boolean)).toEqual([{ username: 'admin', password: undefined }])
    expect(await accountsIn(db.read).countAdministrators()).toBe(1)
    expect(await db.read.selectFrom('usernames').select('key').execute()).toEqual([{ key: 'admin' }])
  })

  test.each(['iloveyou', 'the-Admin-1'])('ensureAdministrator throws for the guessable password «%s»', async password => {
    await expect(ensureAdministrator(db, { username: 'admin', password }, now)).rejects.toThrow('choose another')
    expect(await accountsIn(db.read).countAdministrators()).toBe(0)
  })

  test('ensureAdministrator throws when the username is taken', async () => {
    await db.write(trx => accountsIn(trx).takeUsername('Admin'))
    await expect(ensureAdministrator(db, { username: 'admin', password: 'chosen-1' }, now)).rejects.toThrow('choose another')
    expect(await ensureAdministrator(db, { username: 'manager', password: 'chosen-1' }, now)).toMatchObject({ username: 'manager' })
  })
})
