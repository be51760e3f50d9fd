import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { describe, expect, test } from 'vitest'
import {
  type CreateTestEnvironment,
  createInvitation,
  createInvitations,
  fetchSoleInvitation,
  newId,
  runConcurrently,
  testEvent,
} from '../test-environment.ts'

const uploadOfflineScan = (backend: Backend<Contract>, code: string, nonce: string, more = {}) =>
  backend.checkIn.check({ qr_code: code, nonce, happened: true, scannedAt: new Date().toISOString(), ...more })

const undoAdmission = (backend: Backend<Contract>, code: string, admission: string) => {
  const at = new Date().toISOString()
  return backend.checkIn.undo({ qr_code: code, admission, nonce: `undo ${admission}`, admittedAt: at, undoneAt: at })
}

const conflictKinds = async (backend: Backend<Contract>) =>
  (await backend.checkIn.conflicts({})).rows.map(({ kind, guestName }) => [kind, guestName])

/** Registers the tests of reissued, cancelled and restored invitations. */
export function describeCodes(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: codes and states of invitations`, () => {
    test('reissue changes an invitation’s code and keeps its id and count', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const before = await createInvitation(backend, 4)
      expect(before).toMatchObject({ code: before.id, state: 'valid' })
      await backend.checkIn.check({ qr_code: before.code })
      const after = await backend.invitations.reissue({ id: before.id })
      expect(after).toEqual({ ...before, code: after.code, currentScans: 1, isScanned: true, scannedAt: after.scannedAt })
      expect(after.code).toMatch(/^[0-9A-Z]{20}$/)
      expect(after.code).not.toBe(before.code)
      expect(await fetchSoleInvitation(backend)).toEqual(after)

      expect(await backend.checkIn.check({ qr_code: before.code })).toEqual({
        success: false,
        outcome: 'refused',
        playSound: 'error',
        message: 'استُبدلت هذه الدعوة ببطاقة أحدث',
        invitation: null,
        scanDetails: null,
        refused: {
          ...{ reason: 'replaced', guestName: 'سارة', ...testEvent, currentScans: 1, maxScans: 4, table: null },
          ...{ at: expect.stringMatching(/^\d{4}-/), isSent: false, scannedAt: after.scannedAt },
        },
      })
      expect(await backend.checkIn.verify({ qrData: after.code })).toMatchObject({ outcome: 'admitted', invitation: { currentScans: 2 } })

      const latest = await backend.invitations.reissue({ id: before.id })
      for (const former of [before.code, after.code])
        expect(await backend.checkIn.check({ qr_code: former })).toMatchObject({ refused: { reason: 'replaced' } })
      expect(await backend.checkIn.check({ qr_code: latest.code })).toMatchObject({ outcome: 'admitted', invitation: { currentScans: 3 } })
    })

    test('scans accept an invitation’s id after a reissue', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 4)
      const { code } = await backend.invitations.reissue({ id })
      expect(await backend.checkIn.scan({ id, nonce: 'one' })).toMatchObject({ outcome: 'admitted', id, code })
      expect(await backend.checkIn.scan({ id, nonce: 'one' })).toMatchObject({ outcome: 'admitted', currentScans: 1 })
      expect(await undoAdmission(backend, id, 'one')).toMatchObject({ invitation: { currentScans: 0 } })
      expect(await backend.checkIn.check({ qr_code: 'سارة' })).toMatchObject({ outcome: 'admitted', invitation: { id } })
      expect(await backend.checkIn.candidates({ search: 'سار' })).toMatchObject([{ id, code }])
      const picture = await backend.invitations.qr({ id })
      await backend.invitations.reissue({ id })
      expect(await backend.invitations.qr({ id })).not.toEqual(picture)
    })

    test('undo finds an admission by code, later code or invitation’s id', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 4)
      for (const nonce of ['a', 'b', 'c']) await backend.checkIn.check({ qr_code: id, nonce })
      const { code } = await backend.invitations.reissue({ id })
      await backend.checkIn.check({ qr_code: code, nonce: 'd' })
      const latest = (await backend.invitations.reissue({ id })).code
      for (const [admission, name] of Object.entries({ a: id, b: code, c: latest, d: code })) await undoAdmission(backend, name, admission)
      expect(await fetchSoleInvitation(backend)).toMatchObject({ currentScans: 0 })
    })

    test('scans refuse a cancelled invitation until it is restored', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id, eventId } = await createInvitation(backend, 3)
      await backend.invitations.create({ invitations: [{ ...testEvent, guestName: 'علي' }] })
      expect(await backend.invitations.cancel({ id })).toMatchObject({ id, state: 'cancelled' })
      for (const answer of [await backend.checkIn.check({ qr_code: id }), await backend.checkIn.scan({ id })])
        expect(answer).toMatchObject({
          ...{ outcome: 'refused', message: 'أُلغيت هذه الدعوة', invitation: null },
          refused: { reason: 'cancelled', guestName: 'سارة', at: expect.stringMatching(/^\d{4}-/) },
        })
      const readFigures = async () => ({
        ...(await backend.checkIn.arrivals({ eventId: eventId! })),
        stats: (await backend.invitations.stats({})).invited,
        event: (await backend.events.list({})).rows[0]?.invited,
      })
      expect(await readFigures()).toEqual({ arrived: 0, invited: 1, exceeding: 0, stats: 1, event: 1 })
      expect(await backend.invitations.restore({ id })).toMatchObject({ state: 'valid' })
      expect(await backend.checkIn.check({ qr_code: id, admit: 2 })).toMatchObject({ outcome: 'admitted' })
      expect(await readFigures()).toEqual({ arrived: 2, invited: 4, exceeding: 0, stats: 4, event: 4 })
      // The two admitted people still count as invited.
      await backend.invitations.cancel({ id })
      expect(await readFigures()).toEqual({ arrived: 2, invited: 3, exceeding: 0, stats: 3, event: 3 })
    })

    test('a cancelled invitation counts neither as answered nor as unanswered', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [cancelled, absent, arrived] = await createInvitations(backend, 'سارة', 'علي', 'هدى')
      await backend.checkIn.check({ qr_code: arrived!.code })
      const readCounts = async () => {
        const count = async (filter: 'scanned' | 'unscanned' | 'attending' | 'declined', search?: string) =>
          (await backend.invitations.list({ eventId: absent!.eventId!, filter, ...(search && { search }) })).total
        const { total, scanned, unscanned } = await backend.invitations.stats({})
        return {
          ...{ total, scanned, unscanned, listed: [await count('scanned'), await count('unscanned')] },
          ...{ found: await count('unscanned', 'سارة'), attending: await count('attending'), declined: await count('declined') },
        }
      }
      await backend.invitations.answer({ id: cancelled!.id, attends: true, people: 1 })
      const before = { total: 3, scanned: 1, unscanned: 2, listed: [1, 2], found: 1, attending: 1, declined: 0 }
      expect(await readCounts()).toEqual(before)
      await backend.invitations.cancel({ id: cancelled!.id })
      expect(await readCounts()).toEqual({ ...before, unscanned: 1, listed: [1, 1], found: 0, attending: 0 })
      await backend.invitations.restore({ id: cancelled!.id })
      await backend.invitations.answer({ id: cancelled!.id, attends: false, people: 0 })
      expect(await readCounts()).toEqual({ ...before, attending: 0, declined: 1 })
      // The arrived guest still counts as arrived.
      for (const { id } of [cancelled!, arrived!]) await backend.invitations.cancel({ id })
      expect(await readCounts()).toEqual({ ...before, unscanned: 1, listed: [1, 1], found: 0, attending: 0 })
    })

    test('an offline scan of a former or cancelled code is a conflict', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [first, second] = [await createInvitation(backend, 3), await createInvitation(backend, 3)]
      const { code } = await backend.invitations.reissue({ id: first.id })
      await backend.invitations.cancel({ id: second.id })
      for (const nonce of ['one', 'one']) await uploadOfflineScan(backend, first.id, nonce, { invitationId: first.id })
      await uploadOfflineScan(backend, second.id, 'two', { admit: 2 })
      await uploadOfflineScan(backend, code, 'three')
      expect((await conflictKinds(backend)).sort()).toEqual([
        ['cancelled', 'سارة'],
        ['replaced', 'سارة'],
      ])
      expect((await backend.invitations.list({})).rows.map(({ currentScans }) => currentScans).sort()).toEqual([2, 2])
      expect(await backend.checkIn.arrivals({})).toEqual({ arrived: 4, invited: 5, exceeding: 0 })
      await undoAdmission(backend, first.id, 'one')
      expect(await conflictKinds(backend)).toEqual([['cancelled', 'سارة']])
    })

    test('create returns id-taken for a current or former code', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const { id } = await createInvitation(host)
      const former = (await host.invitations.reissue({ id })).code
      const { code } = await host.invitations.reissue({ id })
      const createWithId = (backend: Backend<Contract>, taken: string) =>
        backend.invitations.create({ invitations: [{ id: taken, ...testEvent, guestName: 'علي' }] })
      const expectIdsRefused = async () => {
        for (const backend of [host, stranger])
          for (const taken of [former, code]) await expect(createWithId(backend, taken)).rejects.toMatchObject({ code: 'id-taken' })
      }
      await expectIdsRefused()
      await host.invitations.remove({ id })
      await expectIdsRefused()
      for (const deleted of [id, former, code])
        expect(await host.checkIn.check({ qr_code: deleted })).toMatchObject({ refused: { reason: 'deleted', guestName: 'سارة' } })
      for (const deleted of [id, former, code])
        expect(await stranger.checkIn.check({ qr_code: deleted })).toMatchObject({
          outcome: 'refused',
          message: expect.stringContaining('غير صحيح'),
        })
    })

    test('history lists an invitation’s changes, the latest first', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const { id } = await createInvitation(host)
      const fullName = (await host.accounts.me({}))?.fullName
      await host.invitations.restore({ id })
      await host.invitations.reissue({ id })
      for (const _ of [1, 2]) await host.invitations.cancel({ id })
      await host.invitations.restore({ id })
      const history = await host.invitations.history({ id })
      expect(history.map(({ kind, by }) => [kind, by])).toEqual([
        ['restore', fullName],
        ['cancel', fullName],
        ['reissue', fullName],
      ])
      for (const call of ['reissue', 'cancel', 'restore', 'history'] as const)
        await expect(stranger.invitations[call]({ id })).rejects.toMatchObject({ code: 'not-found' })
      await expect(host.invitations.reissue({ id: newId() })).rejects.toMatchObject({ code: 'not-found' })
    })

    test('a scan at an event with hidden names returns `hidesNames: true`', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [hidden, other] = await backend.invitations.create({
        invitations: [
          { ...testEvent, guestName: 'سارة' },
          { ...testEvent, eventName: 'تخرّج', guestName: 'علي' },
        ],
      })
      await backend.events.update({ id: hidden!.eventId!, hidesNames: true })
      for (const outcome of ['admitted', 'used'])
        expect(await backend.checkIn.check({ qr_code: hidden!.code })).toMatchObject({ outcome, hidesNames: true })
      await backend.invitations.cancel({ id: hidden!.id })
      expect(await backend.checkIn.check({ qr_code: hidden!.code })).toMatchObject({
        outcome: 'refused',
        hidesNames: true,
      })
      await backend.invitations.remove({ id: hidden!.id })
      for (const qr_code of [hidden!.id, hidden!.code])
        expect(await backend.checkIn.check({ qr_code })).toMatchObject({
          ...{ outcome: 'refused', refused: { reason: 'deleted' }, hidesNames: true },
        })
      expect((await backend.checkIn.check({ qr_code: other!.code })).hidesNames).toBeUndefined()
      const stranger = await (await createEnvironment()).signIn({})
      expect((await stranger.checkIn.check({ qr_code: hidden!.code })).hidesNames).toBeUndefined()
    })

    test('after four concurrent reissues one code is valid', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 50)
      const answers = await Promise.all([
        ...(await runConcurrently(4, () => backend.invitations.reissue({ id }))).map(({ code }) =>
          backend.checkIn.check({ qr_code: code }),
        ),
        ...(await runConcurrently(4, () => backend.checkIn.check({ qr_code: id }))),
      ])
      const { code, currentScans } = (await fetchSoleInvitation(backend))!
      const admitted = answers.filter(({ outcome }) => outcome === 'admitted')
      expect(admitted).toMatchObject([{ invitation: { code } }])
      expect(currentScans).toBe(1)
    })
  })
}
