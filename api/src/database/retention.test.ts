import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount } from '../../testing/server.ts'
import { eventsIn } from '../events/repository.ts'
import { newEvent } from '../events/writes.ts'
import { toChunks } from './chunks.ts'
import type { Database } from './database.ts'
import { deleteAllExpired, deleteExpiredAttempts } from './retention.ts'
import type { Tables } from './schema.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()

describe.each(ENGINES)('retention on %s', engine => {
  let db: Database
  beforeAll(async () => {
    db = await startDatabase(engine)
  })
  afterAll(() => db.close())

  test('deletes rows after the retention period of their table, not before', async () => {
    const { id } = await addAccount(db, { username: 'host' })
    await db.write(async trx => {
      for (const days of [1, 29, 31, 32, 89, 91, 364, 366]) {
        const name = `${days}`
        const gone = { guest_name: '', event_name: '', event_date: '' }
        const row = { verb: 'create', action: '', description: '', target_type: 'user', target_id: '' } as const
        await trx
          .insertInto('sessions')
          .values({ id: name, token_hash: name, user_id: id, created_at: daysAgo(400), last_seen_at: daysAgo(days) })
          .execute()
        const mail = { recipient: '', subject: '', body: '', tries: 1, next_try_at: null, sent_at: null }
        await trx
          .insertInto('mails')
          .values({ ...mail, id: name, created_at: daysAgo(days) })
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
            { ...person, id: `${name} waits`, username_key: `${name} waits`, status: 'pending', decided_at: null, created_at: daysAgo(1) },
          ])
          .execute()
        await trx
          .insertInto('idempotency_keys')
          .values({ user_id: id, idempotency_key: name, fingerprint: '', answer: null, created_at: daysAgo(days) })
          .execute()
        await trx
          .insertInto('tombstones')
          .values({ ...gone, id: name, user_id: id, deleted_at: daysAgo(days) })
          .execute()
        await trx
          .insertInto('activity')
          .values({ ...row, id: name, user_id: id, created_at: daysAgo(days) })
          .execute()
      }
    })
    const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
    const year = 365 * 24
    const former = { 'young-former': hoursAgo(year - 1), 'old-former': hoursAgo(year + 1) }
    const pictures = { young: hoursAgo(23), old: hoursAgo(25), used: null, ...former }
    await db.write(async trx => {
      await eventsIn(trx).add(newEvent({ id: 'event', userId: id, name: 'زفاف', date: '2097-01-14' }, new Date(NOW)))
      for (const [name, unused_since] of Object.entries(pictures)) {
        const before = name in former ? { event_id: 'event', look: '{}' } : { event_id: null, look: null }
        await trx
          .insertInto('pictures')
          .values({ id: name, user_id: id, width: 1, height: 1, unused_since, ...before })
          .execute()
        await trx
          .insertInto('picture_bytes')
          .values({ picture_id: name, bytes: Uint8Array.from([1, 2, 3]) })
          .execute()
      }
    })
    const design = { id: 'design', user_id: id, event_id: 'event', look: '{}', picture_id: 'used', updated_at: daysAgo(400) }
    await db.write(trx => trx.insertInto('designs').values(design).execute())
    await deleteAllExpired(db, new Date(NOW))
    const storedPictures = await db.read.selectFrom('picture_bytes').select('picture_id').orderBy('picture_id').execute()
    expect(storedPictures.map(({ picture_id }) => picture_id)).toEqual(['used', 'young', 'young-former'])
    const countRows = async (table: 'sessions' | 'idempotency_keys' | 'tombstones' | 'activity' | 'mails' | 'registrations') =>
      (await db.read.selectFrom(table).selectAll().execute()).length
    expect([
      await countRows('idempotency_keys'),
      await countRows('sessions'),
      await countRows('tombstones'),
      await countRows('activity'),
    ]).toEqual([2, 3, 5, 7])
    expect([await countRows('mails'), await countRows('registrations')]).toEqual([5, 5 + 8])
  })

  describe('rows of scans, forms and accounts', () => {
    beforeEach(() => emptyDatabase(db))

    const idsIn = async (table: 'orders' | 'user_requests' | 'messages' | 'conflicts' | 'scans') =>
      (await db.read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

    test('deletes requests after 730 days and messages after 365 days', async () => {
      const { id } = await addAccount(db, { username: 'host' })
      const orderColumns = { event_name: '', event_date: '', event_type: 'other' as const, phone: '', invitation_count: 1, notes: null }
      const messageColumns = { full_name: '', email: '', subject: '', message: '', source: 'website' }
      await db.write(async trx => {
        for (const days of [364, 366, 729, 731])
          for (const status of ['pending', 'approved'] as const) {
            const row = { id: `${days} ${status}`, created_at: daysAgo(days) }
            await trx
              .insertInto('orders')
              .values({ ...orderColumns, ...row, status, source: 'website' })
              .execute()
            await trx
              .insertInto('user_requests')
              .values({ ...orderColumns, ...row, status, user_id: id })
              .execute()
            await trx
              .insertInto('messages')
              .values({ ...messageColumns, ...row, status: status === 'pending' ? 'new' : 'replied' })
              .execute()
          }
        for (const day of ['2026-11-20', '2026-11-25'])
          await trx.insertInto('budgets').values({ user_id: id, what: 'scans', day, used: 1 }).execute()
      })
      await deleteAllExpired(db, new Date(NOW))
      const youngRows = ['364 approved', '364 pending', '366 approved', '366 pending', '729 approved', '729 pending']
      expect([await idsIn('orders'), await idsIn('user_requests')]).toEqual([youngRows, youngRows])
      expect(await idsIn('messages')).toEqual(youngRows.slice(0, 2))
      expect(await db.read.selectFrom('budgets').select('day').execute()).toEqual([{ day: '2026-11-25' }])
    })

    test('deletes a registration that has been pending for more than 90 days', async () => {
      const waiting = { full_name: '', password_hash: 'x', phone: null, email: null, status: 'pending' as const, decided_at: null }
      await db.write(async trx => {
        for (const days of [89, 91]) {
          const name = `name${days}`
          await trx.insertInto('usernames').values({ key: name }).execute()
          await trx
            .insertInto('registrations')
            .values({ ...waiting, id: name, username: name, username_key: name, created_at: daysAgo(days) })
            .execute()
        }
        // This registration was decided long after it was created. Its username belongs to an account, so it must stay taken.
        await trx.insertInto('usernames').values({ key: 'approved' }).execute()
        const approved = { ...waiting, status: 'approved' as const, username: 'approved', username_key: 'approved' }
        await trx
          .insertInto('registrations')
          .values({ ...approved, id: 'approved', created_at: daysAgo(91), decided_at: daysAgo(1) })
          .execute()
      })
      await deleteAllExpired(db, new Date(NOW))
      const names = await db.read.selectFrom('usernames').select('key').orderBy('key').execute()
      expect(names).toEqual([{ key: 'approved' }, { key: 'name89' }])
      const keptRegistrations = await db.read.selectFrom('registrations').select('id').orderBy('id').execute()
      expect(keptRegistrations).toEqual([{ id: 'approved' }, { id: 'name89' }])
    })

    test('scans are deleted with their tombstone, or after 90 or 365 days', async () => {
      const { id: userId } = await addAccount(db, { username: 'host' })
      const scan = { user_id: userId, code: '', code_sha256: null, idempotency_key: null, gate: null, scanned_at: null, clock_offset: null }
      const rest = { people: 1, offline: 0, undoes: null }
      type ScanKind = [name: string, outcome: 'admitted' | 'refused' | 'candidates', invitation: string | null]
      const kinds: ScanKind[] = [
        ['a guest', 'admitted', 'stands'],
        ['of a tombstone', 'admitted', 'deleted'],
        ['gone', 'admitted', 'gone'],
        ['unknown', 'admitted', null],
        ['refused', 'refused', null],
        ['candidates', 'candidates', null],
      ]
      await db.write(async trx => {
        const invitation = {
          event_id: 'event',
          guest_name: '',
          guest_key: '',
          generation_type: 'names' as const,
        }
        const counts = {
          max_scans: 1,
          current_scans: 1,
          scanned_at: null,
          position: 0,
          phone: null,
          children: 0,
          design_id: null,
          is_pending: 0,
        }
        const times = { created_at: daysAgo(800), changed_at: daysAgo(800) }
        await eventsIn(trx).add(newEvent({ id: 'event', userId, name: 'حفل', date: '2024-01-14' }, new Date(daysAgo(800))))
        await trx
          .insertInto('invitations')
          .values({ ...invitation, ...counts, ...times, id: 'stands', user_id: userId })
          .execute()
        await trx
          .insertInto('tombstones')
          .values({ id: 'deleted', user_id: userId, guest_name: '', event_name: '', event_date: '2024-01-14', deleted_at: daysAgo(89) })
          .execute()
        for (const days of [89, 91, 364, 366, 800])
          for (const [name, outcome, invitationId] of kinds) {
            const id = `${name} ${days}`
            const at = { received_at: daysAgo(days), happened_at: daysAgo(days) }
            await trx
              .insertInto('scans')
              .values({ ...scan, ...rest, ...at, id, outcome, invitation_id: invitationId })
              .execute()
            await trx.insertInto('conflicts').values({ id, scan_id: id, owner_id: userId, kind: 'unknown', seen_at: null }).execute()
            await trx
              .insertInto('scan_repeats')
              .values({ key: id, scan_id: id, count: 2, first_at: daysAgo(days), last_at: daysAgo(days) })
              .execute()
          }
        const seenConflict = { scan_id: 'a guest 800', owner_id: userId, kind: 'double' as const }
        await trx
          .insertInto('conflicts')
          .values({ ...seenConflict, id: 'seen long ago', seen_at: daysAgo(366) })
          .execute()
      })
      await deleteAllExpired(db, new Date(NOW))
      const keptScans = ['a guest', 'of a tombstone'].flatMap(name => [89, 91, 364, 366, 800].map(days => `${name} ${days}`))
      keptScans.push(...[89, 91, 364].map(days => `unknown ${days}`), 'gone 89', 'refused 89', 'candidates 89')
      expect(await idsIn('scans')).toEqual(keptScans.sort())
      expect(await idsIn('conflicts')).toEqual(keptScans)
      const keptRepeats = await db.read.selectFrom('scan_repeats').select('scan_id').orderBy('scan_id').execute()
      expect(keptRepeats.map(({ scan_id }) => scan_id)).toEqual(keptScans)
    })

    test('deletes expired rows in transactions of at most 500 rows', async () => {
      const { id: user_id } = await addAccount(db, { username: 'host' })
      const times = Array.from({ length: 1_203 }, (_, n) => daysAgo(n % 3 === 0 ? 1 : 400))
      const youngCount = times.filter(time => time === daysAgo(1)).length
      const row = { user_id, verb: 'create', action: '', description: '', target_type: 'user', target_id: '' } as const
      for (const some of toChunks(times.map((created_at, n) => ({ n: `${n}`, created_at }))))
        await db.write(async trx => {
          const keys = some.map(({ n, created_at }) => ({ user_id, idempotency_key: n, fingerprint: '', answer: null, created_at }))
          await trx.insertInto('idempotency_keys').values(keys).execute()
          await trx
            .insertInto('activity')
            .values(some.map(({ n, created_at }) => ({ ...row, id: n, created_at })))
            .execute()
          const attempts = some.map(({ n, created_at }) => ({ who: n, times: '[]', last_at: created_at }))
          await trx.insertInto('attempts').values(attempts).execute()
        })
      const countRowsPerTable = async (trx: Kysely<Tables>) => {
        const tables = ['idempotency_keys', 'activity', 'attempts'] as const
        const countQueries = tables.map(table =>
          trx
            .selectFrom(table)
            .select(eb => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow(),
        )
        return (await Promise.all(countQueries)).map(({ count }) => count)
      }
      const removed: number[] = []
      const writeAndCountRemoved: Database['write'] = body =>
        db.write(async trx => {
          const before = await countRowsPerTable(trx)
          const answer = await body(trx)
          const after = await countRowsPerTable(trx)
          removed.push(before.reduce((sum, count, n) => sum + count - after[n]!, 0))
          return answer
        })
      await deleteExpiredAttempts({ ...db, write: writeAndCountRemoved }, new Date(NOW))
      expect([await countRowsPerTable(db.read), removed]).toEqual([
        [1_203, 1_203, youngCount],
        [500, 302],
      ])
      await deleteAllExpired({ ...db, write: writeAndCountRemoved }, new Date(NOW))
      expect(await countRowsPerTable(db.read)).toEqual([youngCount, youngCount, youngCount])
      expect(removed.filter(count => count > 0)).toEqual([500, 302, 500, 302, 500, 302])
    })

    test('deletes stored rate limit attempts one day after the last attempt', async () => {
      const attempts = [0.9, 1.1, 30].map(days => ({ who: `${days}`, times: '[]', last_at: daysAgo(days) }))
      await db.write(trx => trx.insertInto('attempts').values(attempts).execute())
      await deleteExpiredAttempts(db, new Date(NOW))
      expect(await db.read.selectFrom('attempts').select('who').execute()).toEqual([{ who: '0.9' }])
    })

    test('deletes more than 500 expired scans, also between newer ones', async () => {
      const { id: userId } = await addAccount(db, { username: 'host' })
      const scan = { user_id: userId, code: '', code_sha256: null, idempotency_key: null, gate: null, scanned_at: null, clock_offset: null }
      const rest = { people: 0, offline: 0, undoes: null, outcome: 'refused' as const, invitation_id: null }
      const rows = Array.from({ length: 1_203 }, (_, n) => {
        // Many rows have the same time; every fourth one is recent.
        const at = daysAgo(n % 4 === 3 ? 10 : 100 + (n % 3))
        return { ...scan, ...rest, id: `scan ${n}`, received_at: at, happened_at: at }
      })
      for (let n = 0; n < rows.length; n += 401)
        await db.write(trx =>
          trx
            .insertInto('scans')
            .values(rows.slice(n, n + 401))
            .execute(),
        )
      await deleteAllExpired(db, new Date(NOW))
      expect((await idsIn('scans')).length).toBe(rows.filter((_, n) => n % 4 === 3).length)
    })
  })
})
