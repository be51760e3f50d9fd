import type { AdmissionHistoryEntry } from '@hudur/core/invitations/invitation'
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
        ...{ by: null, gate: 'الباب', people: 3, isUndone: false, undoReason: null, admission: 'three' },
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
    expect(await host.invitations.history({ id })).toMatchObject([{ kind: 'admission', isUndone: true, undoReason: REASON }])
    const admin = await signIn({ isAdmin: true })
    const { notifications } = await admin.activity.list({ filter: 'update' })
    expect(notifications.map(({ description, targetId }) => [description, targetId])).toEqual([
      [texts.activity.undone('سارة', EVENT.eventName, REASON), id],
    ])
  })

  test('an admission without an idempotency key is undone by the key in the history', async () => {
    now = new Date(NOW)
    const [host, stranger] = [await signIn(), await signIn()]
    const family = { ...EVENT, guestName: 'سارة', maxScans: 4, generationType: 'custom' as const }
    const [created] = await host.invitations.create({ invitations: [family] })
    const { id } = created!
    await host.checkIn.scan({ id, admit: 3 })
    await host.checkIn.scan({ id, admit: 1 })
    now = new Date('2026-11-20T20:00:00.000Z')
    const listed = await host.invitations.history({ id })
    const three = listed.find(entry => entry.kind === 'admission' && entry.people === 3) as AdmissionHistoryEntry
    const undo = {
      qr_code: id,
      admission: three.admission,
      nonce: 'undo',
      admittedAt: three.at,
      undoneAt: now.toISOString(),
      reason: REASON,
    }
    expect(await refusalCodeOf(stranger.checkIn.undo(undo))).toBe('not-found')
    expect(await refusalCodeOf(host.checkIn.undo({ ...undo, reason: '' }))).toBe('too-late')
    expect(await host.invitations.history({ id })).toEqual(listed)
    for (let repeat = 0; repeat < 2; repeat++) expect(await host.checkIn.undo(undo)).toMatchObject({ invitation: { currentScans: 1 } })
    expect(await refusalCodeOf(host.checkIn.undo({ ...undo, nonce: 'again' }))).toBe('done')
    expect((await host.invitations.list({})).rows).toMatchObject([{ currentScans: 1 }])
    expect((await host.invitations.history({ id })).map(entry => entry.kind === 'admission' && [entry.people, entry.undoReason])).toEqual(
      listed.map(entry => entry.kind === 'admission' && [entry.people, entry.people === 3 ? REASON : null]),
    )
  })

  describe('after an upload that undoes the same admission with a code that its sender does not see', () => {
    /** Admits without an idempotency key, and by an administrator, and returns what a door of another event and a stranger may send. */
    async function admitAndPrepare() {
      now = new Date(NOW)
      const [host, stranger, admin] = [await signIn(), await signIn(), await signIn({ isAdmin: true })]
      const family = { ...EVENT, guestName: 'سارة', maxScans: 4, generationType: 'custom' as const }
      const [created] = await host.invitations.create({ invitations: [family] })
      const [other] = await host.invitations.create({ invitations: [{ ...family, eventName: 'خطوبة' }] })
      const { id } = created!
      const { backend: otherDoor } = await openLink(
        base(),
        await host.links.create({ eventId: other!.eventId!, role: 'door', name: 'باب آخر' }),
      )
      const undoOf = (admission: string, nonce: string) => ({
        ...{ qr_code: id, admission, nonce, admittedAt: NOW, undoneAt: NOW },
      })
      return { host, stranger, admin, id, otherId: other!.id, otherDoor, undoOf }
    }
    const readState = async ({ host, id }: Awaited<ReturnType<typeof admitAndPrepare>>) => ({
      counts: (await host.invitations.list({})).rows.filter(row => row.id === id).map(({ currentScans }) => currentScans),
      undone: (await host.invitations.history({ id })).map(entry => entry.kind === 'admission' && entry.isUndone),
    })

    test.each([
      ['a door of another event', 'no key'],
      ['a door of another event', 'the key of an administrator'],
      ['the owner, with another code', 'no key'],
      ['a stranger', 'no key'],
    ])('by %s, the owner undoes an admission with %s', async (sender, key) => {
      for (const reason of [REASON, undefined]) {
        const all = await admitAndPrepare()
        const { host, stranger, admin, id, otherId, otherDoor, undoOf } = all
        await (key === 'no key' ? host.checkIn.scan({ id, admit: 3 }) : admin.checkIn.check({ qr_code: id, nonce: 'of admin', admit: 3 }))
        const [listed] = (await host.invitations.history({ id })) as AdmissionHistoryEntry[]
        const upload = { ...undoOf(listed!.admission, 'upload'), happened: true }
        if (sender === 'a stranger') await stranger.checkIn.undo(upload)
        else if (sender === 'a door of another event') await otherDoor.checkIn.undo(upload)
        else await host.checkIn.undo({ ...upload, qr_code: otherId })
        expect(await readState(all)).toEqual({ counts: [3], undone: [false] })
        for (const nonce of ['undo', 'undo', 'again'])
          expect(await host.checkIn.undo({ ...undoOf(listed!.admission, nonce), ...(reason && { reason }) })).toMatchObject({
            invitation: { currentScans: 0 },
          })
        expect(await readState(all)).toEqual({ counts: [0], undone: [true] })
      }
    })

    test('the row of the admission stays as it is', async () => {
      const { host, stranger, id, undoOf } = await admitAndPrepare()
      await host.checkIn.scan({ id, admit: 3 })
      const readRow = () => db().read.selectFrom('scans').selectAll().where('invitation_id', '=', id).execute()
      const [row] = await readRow()
      await stranger.checkIn.undo({ ...undoOf(row!.id, 'upload'), happened: true })
      expect(await readRow()).toEqual([row])
    })
  })

  test('a listed admission with whose row others are counted is undone once for each request', async () => {
    const { host, id, undo } = await admitAtDoor()
    await host.checkIn.check({ qr_code: id, nonce: 'full' })
    await db().write(trx =>
      trx.insertInto('budgets').values({ user_id: host.user.id, what: 'scans', day: EVENT.eventDate, used: DAILY_BUDGETS.scans }).execute(),
    )
    const upload = { qr_code: id, happened: true as const, scannedAt: NOW }
    for (const nonce of ['first', 'second', 'third']) await host.checkIn.check({ ...upload, nonce })
    const readCount = async () => (await host.invitations.list({})).rows[0]!.currentScans
    expect(await readCount()).toBe(7)
    const { reason, ...times } = undo
    for (const nonce of ['upload', 'upload', 'repeat'])
      await host.checkIn.undo({ ...times, undoneAt: NOW, admission: 'first', nonce, happened: true })
    expect(await readCount()).toBe(6)
    for (let repeat = 0; repeat < 2; repeat++) await host.checkIn.undo({ ...times, admission: 'first', nonce: 'owner', reason })
    expect(await readCount()).toBe(5)
    for (let repeat = 0; repeat < 2; repeat++) await host.checkIn.undo({ ...times, admission: 'first', nonce: 'owner 2', reason })
    expect(await readCount()).toBe(4)
    const listed = (await host.invitations.history({ id })) as AdmissionHistoryEntry[]
    expect(listed.find(({ admission }) => admission === 'first')).toMatchObject({ isUndone: true })
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
