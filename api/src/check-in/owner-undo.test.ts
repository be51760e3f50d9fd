import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { DAILY_BUDGETS } from '../database/budgets.ts'

const NOW = '2026-11-20T18:00:00.000Z'
const DEVICE_TIME = '2026-11-20T15:00:00.000Z'
const HOURS_3_MS = 3 * 3_600_000
const EVENT = { eventName: 'زفاف', eventDate: '2026-11-20' }
const REASON = 'مُسحت بطاقة غيره'

describe.each(ENGINES)('undo by the owner on %s', engine => {
  let now = new Date(NOW)
  const { db, base, signIn } = startTestServer(engine, { now: () => now })

  async function admitAtDoor() {
    now = new Date(NOW)
    const host = await signIn()
    const family = { ...EVENT, guestName: 'سارة', maxScans: 4, generationType: 'custom' as const }
    const [created] = await host.invitations.create({ invitations: [family] })
    const { id, eventId } = created!
    const link = await host.links.create({ eventId: eventId!, role: 'door', name: 'الباب' })
    const { backend: door } = await openLink(base(), link)
    await door.checkIn.check({ qr_code: id, nonce: 'three', admit: 3, scannedAt: DEVICE_TIME, clockOffset: HOURS_3_MS })
    now = new Date('2026-11-20T20:00:00.000Z')
    const times = { admittedAt: NOW, undoneAt: now.toISOString() }
    const undo = { qr_code: id, admission: 'three', nonce: 'undo', ...times, reason: REASON }
    return { host, door, id, undo }
  }

  test('the history lists an admission with gate, people and both clocks', async () => {
    const { host, id } = await admitAtDoor()
    expect(await host.invitations.history({ id })).toEqual([
      {
        ...{ kind: 'admission', at: NOW, deviceAt: DEVICE_TIME },
        ...{ by: null, gate: 'الباب', people: 3, isUndone: false, admission: 'three' },
      },
    ])
  })

  test('an account undoes an admission at any time with a reason', async () => {
    const { host, id, undo } = await admitAtDoor()
    const { reason: _, ...withoutReason } = undo
    expect(await refusalCodeOf(host.checkIn.undo(withoutReason))).toBe('too-late')
    expect(await refusalCodeOf(host.checkIn.undo({ ...undo, reason: ' ' }))).toBe('too-late')
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await host.checkIn.undo(undo)).toMatchObject({ invitation: { currentScans: 0, isScanned: false } })
    expect(await host.invitations.history({ id })).toMatchObject([{ kind: 'admission', isUndone: true }])
    const admin = await signIn({ isAdmin: true })
    const { notifications } = await admin.activity.list({ filter: 'update' })
    expect(notifications.map(({ description, targetId }) => [description, targetId])).toEqual([
      [texts.activity.undone('سارة', EVENT.eventName, REASON), id],
    ])
  })

  test('a door link cannot undo late with a reason', async () => {
    const { door, undo } = await admitAtDoor()
    expect(await refusalCodeOf(door.checkIn.undo(undo))).toBe('too-late')
  })

  test('an undo with a reason counts as an edit', async () => {
    const { host, id, undo } = await admitAtDoor()
    await db().write(trx => trx.updateTable('budgets').set({ used: DAILY_BUDGETS.edits }).where('what', '=', 'edits').execute())
    expect(await refusalCodeOf(host.checkIn.undo(undo))).toBe('budget-used')
    expect(await host.invitations.history({ id })).toMatchObject([{ isUndone: false }])
  })
})
