import { dayInTimeZone } from '@hudur/core/calendar'
import { MessageStatus } from '@hudur/core/messages/contract'
import { OrderStatus, RequestStatus } from '@hudur/core/requests/contract'
import { expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { ensureAdministrator } from '../accounts/first-administrator.ts'
import { readConfig } from '../config.ts'
import { planEventCalls, TONIGHT_EVENT_NAME } from './events.ts'
import { familyInvitationNameAt, guestNameAt } from './guests.ts'
import { planBackOfficeCalls } from './office.ts'
import { findUnusedCode, PASSWORD, runScenario } from './run-scenario.ts'

test('the 100 guests of the demo data have different names', () => {
  const guests = Array.from({ length: 100 }, (_, n) => guestNameAt(n))
  expect(new Set(guests).size).toBe(100)
  const ofWomen = guests.filter(name => /^(الأستاذة|الدكتورة|المهندسة|الخالة) /.test(name)).map(name => name.split(' ')[1])
  const ofMen = [...guests, ...Array.from({ length: 30 }, (_, n) => familyInvitationNameAt(n).slice('عائلة '.length))]
    .filter(name => /^(الأستاذ|الدكتور|الشيخ|المهندس|العم|الحاج) /.test(name))
    .map(name => name.split(' ')[1])
  expect(ofWomen.length).toBeGreaterThan(5)
  expect(ofMen.length).toBeGreaterThan(5)
  expect(ofWomen.filter(name => ofMen.includes(name))).toEqual([])
})

test('the demo data contain every status, and no scan in the future', async () => {
  const db = await startDatabase('sqlite')
  const config = readConfig({})
  const now = new Date('2026-11-20T17:30:00.000Z')
  const at = { now, timeZone: config.timeZone }
  await ensureAdministrator(db, { username: 'admin', password: PASSWORD }, new Date('2026-10-01T00:00:00.000Z'))
  await runScenario(db, config, now, callers => [...planBackOfficeCalls(callers, at), ...planEventCalls(callers, at)])

  const readStatuses = async (table: 'orders' | 'user_requests' | 'messages') =>
    new Set((await db.read.selectFrom(table).select('status').execute()).map(({ status }) => status))
  expect(await readStatuses('orders')).toEqual(new Set(OrderStatus.options))
  expect(await readStatuses('user_requests')).toEqual(new Set(RequestStatus.options))
  expect(await readStatuses('messages')).toEqual(new Set(MessageStatus.options))

  const scans = await db.read.selectFrom('scans').select(['happened_at', 'outcome']).execute()
  expect(new Set(scans.map(({ outcome }) => outcome))).toEqual(new Set(['admitted', 'used', 'refused']))
  const tonight = scans.filter(({ happened_at }) => dayInTimeZone(config.timeZone, new Date(happened_at)) === '2026-11-20')
  const hours = new Set(tonight.map(({ happened_at }) => happened_at.slice(0, 13)))
  expect(hours.size).toBeGreaterThan(2)
  expect(tonight.filter(({ happened_at }) => happened_at > now.toISOString())).toEqual([])

  const code = await findUnusedCode(db, config, 'admin', TONIGHT_EVENT_NAME)
  const unused = await db.read.selectFrom('invitations').selectAll().where('id', '=', code!).executeTakeFirstOrThrow()
  expect(unused).toMatchObject({ current_scans: 0, is_cancelled: 0, is_pending: 0 })
  await db.write(trx =>
    trx
      .updateTable('invitations')
      .set({ code: 'B'.repeat(20) })
      .where('id', '=', unused.id)
      .execute(),
  )
  expect(await findUnusedCode(db, config, 'admin', TONIGHT_EVENT_NAME)).toBe('B'.repeat(20))
  await db.write(trx => trx.updateTable('invitations').set({ is_cancelled: 1 }).where('id', '=', unused.id).execute())
  expect(await findUnusedCode(db, config, 'admin', TONIGHT_EVENT_NAME)).not.toBe('B'.repeat(20))
  await db.close()
})
