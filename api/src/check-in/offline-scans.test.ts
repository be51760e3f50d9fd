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
