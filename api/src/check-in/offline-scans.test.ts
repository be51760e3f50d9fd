import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'

describe.each(ENGINES)('offline scans on %s', engine => {
  const { signIn, db, count } = startTestServer(engine)

  test('an offline scan is counted once when it is uploaded again after its idempotency key has expired', async () => {
    const host = await signIn()
    const [guest] = await host.invitations.create({
      invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة', generationType: 'custom', maxScans: 5 }],
    })
    const scan = { qr_code: guest!.id, nonce: 'at-the-west-gate', admit: 2, happened: true, scannedAt: new Date().toISOString() }
    expect(await host.scanning.check(scan)).toMatchObject({ outcome: 'admitted', admitted: 2 })
    await db().write(trx => trx.deleteFrom('nonces').execute())
    for (let n = 0; n < 2; n++) expect(await host.scanning.check(scan)).toMatchObject({ outcome: 'admitted' })
    expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 2 })
    expect(await count('scans')).toBe(1)
    expect(await count('conflicts')).toBe(0)
  })
})
