import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../../testing/engines.ts'
import { addAccount } from '../../testing/server.ts'
import type { Database } from './database.ts'
import { forgetWhatIsOld } from './retention.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()

describe.each(ENGINES)('on %s', engine => {
  let db: Database
  beforeAll(async () => {
    db = await startDatabase(engine)
  })
  afterAll(() => db.close())

  test('what is not kept for ever goes when its time has come, and no sooner', async () => {
    const { id } = await addAccount(db, { username: 'host' })
    await db.write(async trx => {
      for (const days of [1, 29, 31, 32, 89, 91, 364, 366]) {
        const name = `${days}`
        const gone = { guest_name: '', event_name: '', event_date: '' }
        const told = { verb: 'scan', action: '', description: '', target_type: 'user', target_id: '' }
        await trx
          .insertInto('sessions')
          .values({ token_hash: name, user_id: id, created_at: daysAgo(400), moved_at: daysAgo(days) })
          .execute()
        const letter = { recipient: '', subject: '', body: '', tries: 1, next_try_at: null, sent_at: null }
        await trx
          .insertInto('mails')
          .values({ ...letter, id: name, created_at: daysAgo(days) })
          .execute()
        const person = {
          full_name: '',
          username: '',
          username_key: name,
          password_hash: null,
          phone: null,
          email: null,
          created_at: daysAgo(400),
        }
        await trx
          .insertInto('registrations')
          .values([
            { ...person, id: name, status: 'approved', decided_at: daysAgo(days) },
            { ...person, id: `${name} waits`, username_key: `${name} waits`, status: 'pending', decided_at: null },
          ])
          .execute()
        await trx
          .insertInto('nonces')
          .values({ user_id: id, nonce: name, names: '', answer: null, created_at: daysAgo(days) })
          .execute()
        await trx
          .insertInto('tombstones')
          .values({ ...gone, id: name, user_id: id, deleted_at: daysAgo(days) })
          .execute()
        await trx
          .insertInto('activity')
          .values({ ...told, id: name, user_id: id, created_at: daysAgo(days) })
          .execute()
      }
    })
    const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
    const pictures = { young: hoursAgo(23), old: hoursAgo(25), used: null }
    await db.write(async trx => {
      for (const [name, unused_since] of Object.entries(pictures)) {
        await trx.insertInto('pictures').values({ id: name, user_id: id, width: 1, height: 1, unused_since }).execute()
        await trx
          .insertInto('picture_bytes')
          .values({ picture_id: name, bytes: Uint8Array.from([1, 2, 3]) })
          .execute()
      }
    })
    await forgetWhatIsOld(db, new Date(NOW))
    const kept = await db.read.selectFrom('picture_bytes').select('picture_id').orderBy('picture_id').execute()
    expect(kept.map(({ picture_id }) => picture_id)).toEqual(['used', 'young'])
    const count = async (table: 'sessions' | 'nonces' | 'tombstones' | 'activity' | 'mails' | 'registrations') =>
      (await db.read.selectFrom(table).selectAll().execute()).length
    expect([await count('nonces'), await count('sessions'), await count('tombstones'), await count('activity')]).toEqual([2, 3, 5, 7])
    expect([await count('mails'), await count('registrations')]).toEqual([5, 5 + 8])
  })
})
