import { dayIn, MessageStatus, OrderStatus, RequestStatus } from '@hudur/core'
import { expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { ensureAdministrator } from '../accounts/first-administrator.ts'
import { readConfig } from '../config.ts'
import { eventActs, TONIGHT } from './events.ts'
import { guest, household } from './guests.ts'
import { officeActs } from './office.ts'
import { PASSWORD, runScenario, unusedCode } from './run-scenario.ts'

test('the 100 guests of the demo have different names, and titles of women only precede names of women', () => {
  const guests = Array.from({ length: 100 }, (_, n) => guest(n))
  expect(new Set(guests).size).toBe(100)
  const ofWomen = guests.filter(name => /^(الأستاذة|الدكتورة|المهندسة|الخالة) /.test(name)).map(name => name.split(' ')[1])
  const ofMen = [...guests, ...Array.from({ length: 30 }, (_, n) => household(n).slice('عائلة '.length))]
    .filter(name => /^(الأستاذ|الدكتور|الشيخ|المهندس|العم|الحاج) /.test(name))
    .map(name => name.split(' ')[1])
  expect(ofWomen.length).toBeGreaterThan(5)
  expect(ofMen.length).toBeGreaterThan(5)
  expect(ofWomen.filter(name => ofMen.includes(name))).toEqual([])
})

test('the demo data contain every status, and scans of today in at least three different hours, none in the future', async () => {
  const db = await startDatabase('sqlite')
  const config = readConfig({})
  const now = new Date('2026-11-20T17:30:00.000Z')
  const at = { now, timeZone: config.timeZone }
  await ensureAdministrator(db, { username: 'admin', password: PASSWORD }, new Date('2026-10-01T00:00:00.000Z'))
  await runScenario(db, config, now, callers => [...officeActs(callers, at), ...eventActs(callers, at)])

  const statuses = async (table: 'orders' | 'user_requests' | 'messages') =>
    new Set((await db.read.selectFrom(table).select('status').execute()).map(({ status }) => status))
  expect(await statuses('orders')).toEqual(new Set(OrderStatus.options))
  expect(await statuses('user_requests')).toEqual(new Set(RequestStatus.options))
  expect(await statuses('messages')).toEqual(new Set(MessageStatus.options))

  const scans = await db.read.selectFrom('scans').select(['happened_at', 'outcome']).execute()
  expect(new Set(scans.map(({ outcome }) => outcome))).toEqual(new Set(['admitted', 'used', 'refused']))
  const tonight = scans.filter(({ happened_at }) => dayIn(config.timeZone, new Date(happened_at)) === '2026-11-20')
  const hours = new Set(tonight.map(({ happened_at }) => happened_at.slice(0, 13)))
  expect(hours.size).toBeGreaterThan(2)
  expect(tonight.filter(({ happened_at }) => happened_at > now.toISOString())).toEqual([])

  const code = await unusedCode(db, config, 'admin', TONIGHT)
  const unused = await db.read.selectFrom('invitations').select('current_scans').where('id', '=', code!).executeTakeFirstOrThrow()
  expect(unused.current_scans).toBe(0)
  await db.close()
})
