import { openDatabase } from '../api/src/database/open.ts'
import { addAccount, startServer } from '../api/testing/server.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createDrillReport } from './drill.ts'

const HOUR_MS = 3_600_000
const EVENT = { eventName: 'حفل التدريب', eventDate: '2026-11-22', generationType: 'names' } as const

/** Sets the server's clock back by an hour during an event, and checks sessions, scans, undo and downloads. */
export const clockSetBackDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect } = createDrillReport('the server’s clock is set back an hour')
    let behind = 0
    let seconds = 0
    const now = () => new Date(Date.parse('2026-11-21T18:00:00Z') + ++seconds * 1000 - behind)
    const db = await openDatabase({ dataDir: folder, databaseUrl: undefined })
    const server = await startServer(db, { now })
    const { backend: host } = await server.callerFor(await addAccount(db, { username: 'host', limit: 1_000 }))
    const [early, late] = await host.invitations.create({ invitations: ['سارة', 'خالد'].map(guestName => ({ ...EVENT, guestName })) })
    const first = await host.checkIn.check({ qr_code: early!.id, nonce: 'early-guest' })
    const device = await host.invitations.changes({})

    behind = HOUR_MS
    expect('a session stays valid', (await host.accounts.me({})) !== null, 'signed in')
    const secondScan = await host.checkIn.check({ qr_code: early!.id, nonce: 'early-again' })
    expect('a guest who was admitted before is not admitted again', secondScan.outcome === 'used', secondScan.outcome)
    const repeatedScan = await host.checkIn.check({ qr_code: early!.id, nonce: 'early-guest' })
    expect(
      'a repeated scan is admitted and counted once',
      repeatedScan.outcome === 'admitted' && first.outcome === 'admitted',
      repeatedScan.outcome,
    )
    const other = await host.checkIn.check({ qr_code: late!.id, nonce: 'late-guest' })
    expect('a guest who comes now is admitted', other.outcome === 'admitted', other.outcome)
    const undone = await host.checkIn.undo({
      admission: 'late-guest',
      nonce: 'late-undone',
      qr_code: late!.id,
      admittedAt: now().toISOString(),
      undoneAt: now().toISOString(),
    })
    expect('an admission can be undone', undone.success, String(undone.success))
    await host.checkIn.check({ qr_code: late!.id, nonce: 'late-anew' })
    const firstChanges = await host.invitations.changes({ since: device.mark, epoch: device.epoch })
    const downloaded = firstChanges.invitations.find(({ id }) => id === late!.id)
    expect(
      'a device downloads the change',
      downloaded?.currentScans === 1,
      downloaded ? `${downloaded.currentScans} of 1, ${firstChanges.isFull ? 'in a full download' : 'as a change'}` : 'not downloaded',
    )
    behind = 0
    seconds += HOUR_MS / 1000
    const muchLater = await host.invitations.changes({ since: device.mark, epoch: device.epoch })
    const downloadedInvitation = muchLater.invitations.find(({ id }) => id === late!.id)
    expect(
      'a device that was offline for that hour downloads it too',
      downloadedInvitation?.currentScans === 1,
      downloadedInvitation ? `${downloadedInvitation.currentScans} of 1` : 'not downloaded',
    )
    const { rows } = await host.invitations.list({})
    expect(
      'every guest is counted once',
      rows.every(({ currentScans }) => currentScans === 1),
      rows.map(({ currentScans }) => currentScans).join(', '),
    )
    await server.close()
    await db.close()
    return lines
  })
