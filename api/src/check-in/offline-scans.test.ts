import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'

describe.each(ENGINES)('offline scans on %s', engine => {
  const { signIn, db, count } = startTestServer(engine)

  test('counts a repeated offline scan once, also after its key has expired', async () => {
    const host = await signIn()
    const [guest] = await host.invitations.create({
      invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة', generationType: 'custom', maxScans: 5 }],
    })
    const scan = { qr_code: guest!.id, nonce: 'at-the-west-gate', admit: 2, happened: true, scannedAt: new Date().toISOString() }
    expect(await host.checkIn.check(scan)).toMatchObject({ outcome: 'admitted', admitted: 2 })
    await db().write(trx => trx.deleteFrom('idempotency_keys').execute())
    for (let n = 0; n < 2; n++) expect(await host.checkIn.check(scan)).toMatchObject({ outcome: 'admitted' })
    expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 2 })
    expect(await count('scans')).toBe(1)
    expect(await count('conflicts')).toBe(0)
  })

  test('an uploaded scan that admitted nobody is recorded once', async () => {
    const [host, stranger] = [await signIn(), await signIn()]
    const [guest, other] = await host.invitations.create({
      invitations: ['زفاف', 'تخرّج'].map(eventName => ({ eventName, eventDate: '2027-01-14', guestName: 'سارة' })),
    })
    const scannedAt = new Date(Date.now() - 86_400_000).toISOString()
    const upload = (backend: typeof host, qr_code: string, nonce: string, outcome: 'used' | 'refused', eventId?: string | null) =>
      backend.checkIn.check({ qr_code, nonce, outcome, eventId: eventId ?? undefined, happened: true, scannedAt, gate: 'الشرقية' })
    for (let repeat = 0; repeat < 2; repeat++) {
      expect(await upload(host, guest!.id, 'used', 'used')).toMatchObject({ success: false, outcome: 'used', invitation: null })
      await upload(host, other!.id, 'other event', 'refused', guest!.eventId)
      await upload(stranger, guest!.id, 'stranger', 'refused')
    }
    const rows = await db().read.selectFrom('scans').selectAll().execute()
    expect(rows.map(row => [row.outcome, row.invitation_id, row.people, row.offline, row.happened_at]).sort()).toEqual(
      [
        ['refused', null, 0, 1, scannedAt],
        ['refused', null, 0, 1, scannedAt],
        ['used', guest!.id, 0, 1, scannedAt],
      ].sort(),
    )
    const attempt = { kind: 'attempt', outcome: 'used', at: scannedAt, deviceAt: scannedAt, gate: 'الشرقية' }
    expect(await host.invitations.history({ id: guest!.id })).toMatchObject([attempt])
    expect((await host.invitations.list({})).rows.map(({ currentScans }) => currentScans)).toEqual([0, 0])
    expect(await host.checkIn.conflicts({})).toMatchObject({ total: 0 })
    expect(await host.checkIn.check({ qr_code: guest!.id })).toMatchObject({ outcome: 'admitted' })
  })

  test('records the right time of a scan by a clock that is 400 days behind', async () => {
    const host = await signIn()
    const [guest] = await host.invitations.create({
      invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة', generationType: 'count', maxScans: 1 }],
    })
    const clockOffset = 400 * 86_400_000
    const deviceNow = () => new Date(Date.now() - clockOffset).toISOString()
    const scan = { qr_code: guest!.id, happened: true, clockOffset }
    const admittedAt = deviceNow()
    await host.checkIn.check({ ...scan, nonce: 'first', scannedAt: admittedAt })
    await host.checkIn.undo({ ...scan, nonce: 'undo', admission: 'first', admittedAt, undoneAt: deviceNow() })
    await host.checkIn.check({ ...scan, nonce: 'second', scannedAt: deviceNow() })
    expect(await host.checkIn.check({ qr_code: guest!.id })).toMatchObject({
      outcome: 'used',
      last: { isClockFarOff: true },
    })
    const times = await db().read.selectFrom('scans').select('happened_at').where('outcome', 'in', ['admitted', 'undone']).execute()
    expect(times).toHaveLength(3)
    for (const { happened_at } of times) expect(Math.abs(Date.parse(happened_at) - Date.now())).toBeLessThan(60_000)
  })
})
