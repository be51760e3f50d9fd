import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

describe.each(ENGINES)('arrival times on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let at: number

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => new Date(at) })
  })
  beforeEach(async () => {
    at = Date.parse('2027-01-14T18:05:30.000Z')
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function signIn(username: string, isAdmin = false) {
    const { backend } = await server.callerFor(await addAccount(db, { username, isAdmin }))
    return backend
  }

  test('arrivalTimes counts admitted people by minute, without undone ones', async () => {
    const host = await signIn('host')
    const guest = { ...event, guestName: 'عائلة الحمّادي', generationType: 'custom' as const, maxScans: 5 }
    const [family, other] = await host.invitations.create({ invitations: [guest, { ...guest, eventDate: '2027-01-15' }] })
    const { id } = family!
    await host.checkIn.scan({ id, admit: 2 })
    await host.checkIn.scan({ id, admit: 1 })
    at += 60_000
    await host.checkIn.scan({ id: other!.id })
    await host.checkIn.scan({ id, nonce: 'taken-back', scannedAt: new Date(at).toISOString() })
    await host.checkIn.undo({
      admission: 'taken-back',
      nonce: 'undo',
      qr_code: id,
      admittedAt: new Date(at).toISOString(),
      undoneAt: new Date(at).toISOString(),
    })
    at += 60_000
    await host.checkIn.scan({ id })
    expect(await host.checkIn.arrivalTimes({ ...event, eventName: 'زفاف محمد وساره' })).toEqual([
      { at: '2027-01-14T18:05:00.000Z', people: 3 },
      { at: '2027-01-14T18:07:00.000Z', people: 1 },
    ])
  })

  test('arrivalTimes covers own events, and all events for an administrator', async () => {
    const [host, stranger, admin] = [await signIn('host'), await signIn('stranger'), await signIn('admin', true)]
    const [created] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
    await host.checkIn.scan({ id: created!.id })
    expect(await stranger.checkIn.arrivalTimes(event)).toEqual([])
    expect(await admin.checkIn.arrivalTimes(event)).toEqual([{ at: '2027-01-14T18:05:00.000Z', people: 1 }])
  })

  test('arrivalTimes selects by userId for an administrator only', async () => {
    const [host, stranger, admin] = [await signIn('host'), await signIn('stranger'), await signIn('admin', true)]
    const [created] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
    const [other] = await stranger.invitations.create({ invitations: [{ ...event, guestName: 'علي' }] })
    await host.checkIn.scan({ id: created!.id })
    at += 60_000
    await stranger.checkIn.scan({ id: other!.id })
    const [hosts, strangers] = [[{ at: '2027-01-14T18:05:00.000Z', people: 1 }], [{ at: '2027-01-14T18:06:00.000Z', people: 1 }]]
    expect(await admin.checkIn.arrivalTimes({ ...event, userId: created!.userId })).toEqual(hosts)
    expect(await admin.checkIn.arrivalTimes({ ...event, userId: other!.userId })).toEqual(strangers)
    expect(await admin.checkIn.arrivalTimes({ ...event, userId: 'nobody' })).toEqual([])
    expect(await stranger.checkIn.arrivalTimes({ ...event, userId: created!.userId })).toEqual(strangers)
    expect(await admin.checkIn.arrivalTimes(event)).toEqual([...hosts, ...strangers])
  })
})
