import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { setUpScenarios } from '../../testing/scenarios.ts'

const { scenario, testServer } = setUpScenarios()

/** Creates a host with a guest whose card was reissued, and functions that scan this card on the host's phone and undo the scan. */
async function createReissuedCard() {
  const { desk, invited, phone } = await scenario({ guests: ['سارة', 'هند'] })
  const [{ id }, other] = invited as [Invitation, Invitation]
  const at = new Date().toISOString()
  return {
    desk,
    phone,
    id,
    other,
    reissue: async () => (await desk.invitations.reissue({ id })).code,
    scan: (qr_code: string) => phone.backend.checkIn.check({ qr_code, nonce: `scan ${id}`, scannedAt: at }),
    undo: (qr_code: string) =>
      phone.backend.checkIn.undo({ qr_code, admission: `scan ${id}`, nonce: `undo ${id}`, admittedAt: at, undoneAt: at }),
    /** Uploads the outbox. Returns the rows of the undo in the server's history. */
    async readUploadedUndos() {
      await phone.networkState('open')
      await phone.sync.run()
      expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
      return testServer().db.read.selectFrom('scans').select('invitation_id').where('undoes', '=', `scan ${id}`).execute()
    },
  }
}

test('a device without a network undoes an admission whose invitation was deleted', async () => {
  const { desk, phone, id, reissue, scan, undo, readUploadedUndos } = await createReissuedCard()
  const code = await reissue()
  await phone.sync.run()
  expect(await scan(code)).toMatchObject({ outcome: 'admitted' })
  await desk.invitations.remove({ id })
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await undo(code)).toEqual({ success: true, invitation: null })
  expect(await readUploadedUndos()).toEqual([{ invitation_id: id }])
})

test('a device without a network undoes an admission with a card newer than its replica', async () => {
  const { desk, phone, id, reissue, scan, undo, readUploadedUndos } = await createReissuedCard()
  const code = await reissue()
  expect(await scan(code)).toMatchObject({ outcome: 'admitted' })
  await phone.networkState('refusing')
  expect(await undo(code)).toMatchObject({ success: true, invitation: { currentScans: 0 } })
  expect(await readUploadedUndos()).toEqual([{ invitation_id: id }])
  expect((await desk.invitations.list({})).rows.map(({ currentScans }) => currentScans)).toEqual([0, 0])
})

test('a device without a network refuses to undo an admission by the code of another guest', async () => {
  const { phone, other, reissue, scan, undo } = await createReissuedCard()
  await scan(await reissue())
  await phone.networkState('refusing')
  await expect(undo(other.id)).rejects.toMatchObject({ code: 'not-found' })
})
