import * as texts from '@hudur/core/texts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { DAILY_BUDGETS } from '../database/budgets.ts'

const START_MS = Date.parse('2026-11-20T18:00:05.000Z')
const EVENT_DATE = '2026-11-20'
const event = { eventName: 'زفاف', eventDate: EVENT_DATE }
const timeAfterStart = (minutes = 0) => new Date(START_MS + minutes * 60_000).toISOString()

describe.each(ENGINES)('scan rows of undos and conflicts on %s', engine => {
  let at = START_MS
  const { db, signIn, count } = startTestServer(engine, { now: () => new Date(at) })
  type Host = Awaited<ReturnType<typeof signIn>>
  beforeEach(() => {
    at = START_MS
  })

  const createInvitation = async (host: Host, maxScans = 1, guestName = 'سارة') => {
    const [created] = await host.invitations.create({ invitations: [{ ...event, guestName, maxScans, generationType: 'custom' }] })
    return created!.id
  }
  const setUsedScanRows = (host: Host, rows: number) =>
    db().write(async trx => {
      await trx.deleteFrom('budgets').where('user_id', '=', host.user.id).execute()
      await trx.insertInto('budgets').values({ user_id: host.user.id, what: 'scans', day: EVENT_DATE, used: rows }).execute()
    })
  const uploadScan = (host: Host, qr_code: string, nonce: string, more = {}) =>
    host.checkIn.check({ qr_code, nonce, happened: true, scannedAt: timeAfterStart(), ...more })
  const scan = (host: Host, qr_code: string, nonce: string) => host.checkIn.check({ qr_code, nonce, scannedAt: timeAfterStart() })
  const undoAdmission = (host: Host, qr_code: string, admission: string, more = {}) =>
    host.checkIn.undo({
      qr_code,
      admission,
      nonce: `undo ${admission}`,
      admittedAt: timeAfterStart(),
      undoneAt: timeAfterStart(5),
      happened: true,
      ...more,
    })
  const readAdmittedCount = async (host: Host, id: string) => {
    const { rows } = await host.invitations.list({})
    return rows.find(row => row.id === id)!.currentScans
  }
  const readOutcomes = async () => (await db().read.selectFrom('scans').select('outcome').execute()).map(row => row.outcome).sort()

  describe('the undo of an admission that was not uploaded', () => {
    test('undos of unknown admissions share one row beyond the daily budget', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans - 1)
      for (let n = 0; n < 6; n++) expect(await undoAdmission(host, id, `g-${n}`)).toMatchObject({ success: true })
      expect(await readOutcomes()).toEqual(['undone', 'undone'])
      expect(await count('idempotency_keys')).toBe(2 * 2 + 4)
    })

    test('an admission that was undone before its upload is never counted', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (const admission of ['first', 'uploaded', 'scanned']) await undoAdmission(host, id, admission)
      for (let n = 0; n < 3; n++) {
        expect(await uploadScan(host, id, 'uploaded')).toMatchObject({ success: true, outcome: 'admitted' })
        expect(await scan(host, id, 'scanned')).toMatchObject({ outcome: 'refused', message: texts.scan.undoneBefore })
        await undoAdmission(host, id, 'uploaded', { nonce: `again ${n}` })
      }
      expect(await readAdmittedCount(host, id)).toBe(0)
      expect(await readOutcomes()).toEqual(['undone'])
      expect(await scan(host, id, 'guest')).toMatchObject({ outcome: 'admitted' })
    })

    test('an undo repeated under other idempotency keys changes nothing', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await scan(host, id, 'guest')
      for (let n = 0; n < 4; n++) await undoAdmission(host, id, 'guest', { nonce: `undo ${n}` })
      expect([await count('scans'), await count('idempotency_keys'), await readAdmittedCount(host, id)]).toEqual([2, 2, 0])
    })
  })

  test('concurrent undos of one admission subtract it once', async () => {
    const host = await signIn()
    const id = await createInvitation(host, 3)
    for (const rows of [0, DAILY_BUDGETS.scans]) {
      await setUsedScanRows(host, rows)
      for (const guest of [1, 2, 3]) await scan(host, id, `${rows} ${guest}`)
      await Promise.all(Array.from({ length: 8 }, (_, n) => undoAdmission(host, id, `${rows} 1`, { nonce: `${rows} undo ${n}` })))
      expect(await readAdmittedCount(host, id)).toBe(2)
      for (const guest of [2, 3]) await undoAdmission(host, id, `${rows} ${guest}`)
    }
    expect(await readAdmittedCount(host, id)).toBe(0)
  })

  describe('admitting and undoing alternately', () => {
    test('beyond the budget, pairs of admission and undo get no further rows', async () => {
      const host = await signIn({ limit: 1 })
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (let n = 0; n < 5; n++) {
        expect(await scan(host, id, `g-${n}`)).toMatchObject({ outcome: 'admitted', scanDetails: { currentScans: 1 } })
        for (let attempt = 0; attempt < 2; attempt++) expect(await undoAdmission(host, id, `g-${n}`)).toMatchObject({ success: true })
      }
      expect(await readOutcomes(), 'the first pair of the invitation, and the first pair beyond the budget').toEqual([
        'admitted',
        'admitted',
        'undone',
        'undone',
      ])
      expect(await db().read.selectFrom('scan_repeats').select('count').execute()).toEqual([{ count: 4 }])
      expect(await count('activity'), 'the creation').toBe(1)
      expect(await count('idempotency_keys')).toBe(2 * 2 + 3)
      expect(await scan(host, id, 'g-3')).toMatchObject({ outcome: 'refused', message: texts.scan.undoneBefore })
      expect(await readAdmittedCount(host, id)).toBe(0)

      expect(await host.checkIn.check({ qr_code: id, nonce: 'stays', gate: 'الشرقية' })).toMatchObject({ outcome: 'admitted' })
      expect(await host.checkIn.check({ qr_code: id })).toMatchObject({ outcome: 'used', first: { gate: 'الشرقية' } })
      expect(await host.checkIn.arrivalTimes(event)).toMatchObject([{ people: 1 }])
    })

    test('deleting an invitation refunds nothing after an undone admission', async () => {
      const host = await signIn({ limit: 1 })
      const id = await createInvitation(host)
      await undoAdmission(host, id, 'nobody')
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      await undoAdmission(host, id, 'nobody else')
      await scan(host, id, 'guest')
      await undoAdmission(host, id, 'guest')
      expect(await readOutcomes()).toEqual(['undone', 'undone'])
      expect(await host.invitations.remove({ id })).toMatchObject({ refunded: false })
    })

    test('refuses a repeated scan whose admission an administrator undid', async () => {
      const [admin, host] = [await signIn({ isAdmin: true }), await signIn()]
      const id = await createInvitation(host)
      await scan(host, id, 'first')
      await undoAdmission(host, id, 'first')
      await setUsedScanRows(admin, DAILY_BUDGETS.scans)
      await undoAdmission(admin, id, 'nobody')
      await scan(host, id, 'g-1')
      expect(await undoAdmission(admin, id, 'g-1')).toMatchObject({ invitation: { currentScans: 0 } })
      expect(await scan(host, id, 'g-1')).toMatchObject({ outcome: 'refused', message: texts.scan.undoneBefore })
      for (const actor of [host, admin]) await undoAdmission(actor, id, 'g-1', { nonce: `again ${actor.user.id}` })
      expect(await readAdmittedCount(host, id)).toBe(0)
      expect(await readOutcomes()).toEqual(['admitted', 'undone', 'undone'])
    })
  })

  describe('uploaded admissions over the limit of an invitation', () => {
    test('counts all admissions over the limit, sharing one row per invitation', async () => {
      const host = await signIn()
      const [id, other] = [await createInvitation(host), await createInvitation(host, 1, 'منى')]
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (const guest of [id, other]) await uploadScan(host, guest, `${guest} 0`)
      for (let attempt = 0; attempt < 2; attempt++)
        for (let n = 1; n <= 4; n++) expect(await uploadScan(host, id, `${id} ${n}`)).toMatchObject({ success: true, outcome: 'admitted' })
      await uploadScan(host, other, `${other} 1`)
      expect([await readAdmittedCount(host, id), await readAdmittedCount(host, other)]).toEqual([5, 2])
      expect(await host.checkIn.arrivals(event)).toEqual({ arrived: 2, invited: 2, exceeding: 5 })
      expect(await readOutcomes()).toEqual(['admitted', 'admitted', 'admitted', 'admitted'])
      expect(await count('activity'), 'two creations').toBe(2)
      const { rows } = await host.checkIn.conflicts({})
      expect(rows.map(({ kind, invitationId, count: all }) => [kind, invitationId, all])).toEqual([
        ['double', other, 1],
        ['double', id, 4],
      ])
      expect(rows[1]!.entries).toHaveLength(2)
    })

    test('the conflict is listed while the count exceeds the limit', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (let n = 0; n < 5; n++) await uploadScan(host, id, `${n}`)
      for (const [n, admission] of ['1', '3', '0', '4'].entries()) {
        for (let attempt = 0; attempt < 2; attempt++) await undoAdmission(host, id, admission)
        for (const uploaded of ['1', '3']) if (n > 0) await uploadScan(host, id, uploaded)
        expect(await readAdmittedCount(host, id)).toBe(4 - n)
        const { rows } = await host.checkIn.conflicts({})
        expect(rows.map(({ count: all }) => all)).toEqual(n < 3 ? [[3], [2], [2]][n] : [])
      }
      await undoAdmission(host, id, '2')
      expect(await readAdmittedCount(host, id)).toBe(0)
      expect(await scan(host, id, 'guest')).toMatchObject({ outcome: 'admitted' })
    })

    test('stores the invitation’s id in place of a long typed name', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (let n = 0; n < 6; n++) await uploadScan(host, 'سارة '.repeat(99), `${n % 3}`, { invitationId: id })
      expect(await readAdmittedCount(host, id)).toBe(3)
      expect(await readOutcomes()).toEqual(['admitted', 'admitted'])
      const lengths = (await db().read.selectFrom('idempotency_keys').select('fingerprint').orderBy('idempotency_key').execute()).map(
        row => row.fingerprint.length,
      )
      expect([lengths[0]! > 400, lengths[1]! > 400, lengths[2]! < 40]).toEqual([true, true, true])
      for (const uploaded of ['2', '2']) await undoAdmission(host, id, uploaded)
      expect(await readAdmittedCount(host, id)).toBe(2)
    })

    test('a further admission over the limit makes a seen conflict unseen', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (const uploaded of ['0', '1', '2']) await uploadScan(host, id, uploaded)
      const readUnseenCounts = async () => (await host.checkIn.conflicts({ filter: 'unseen' })).rows.map(row => row.count)
      await host.checkIn.settleConflict({ id: (await host.checkIn.conflicts({})).rows[0]!.id })
      expect(await readUnseenCounts()).toEqual([])
      await uploadScan(host, id, '2')
      expect(await readUnseenCounts(), 'after a repeated upload').toEqual([])
      await uploadScan(host, id, '3')
      expect(await readUnseenCounts()).toEqual([3])
    })

    test('an undo ends the conflict, and a later admission starts a new one', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (const uploaded of ['0', '1']) await uploadScan(host, id, uploaded)
      for (const n of [1, 2, 3]) {
        await undoAdmission(host, id, `${n}`)
        expect(await host.checkIn.conflicts({})).toEqual({ rows: [], total: 0 })
        await uploadScan(host, id, `${n + 1}`)
        expect((await host.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'double', count: 1, entries: [{}, {}] }])
      }
      expect(await readAdmittedCount(host, id)).toBe(2)
    })

    test('the 15 minutes for an undo count from the recorded time of the scan', async () => {
      const host = await signIn()
      const id = await createInvitation(host)
      await setUsedScanRows(host, DAILY_BUDGETS.scans)
      for (let n = 0; n < 3; n++) await uploadScan(host, id, `${n}`)
      expect(await refusalCodeOf(undoAdmission(host, id, '2', { admittedAt: timeAfterStart(20), undoneAt: timeAfterStart(21) }))).toBe(
        'too-late',
      )
      expect(await readAdmittedCount(host, id)).toBe(3)
    })
  })

  /** Generates actions of a device: admissions with one of two invitations under one of four idempotency keys, and undos of these. */
  const actions = fc.array(
    fc.record({
      does: fc.constantFrom('upload', 'upload', 'scan', 'undo', 'undo'),
      guest: fc.nat({ max: 1 }),
      nonce: fc.nat({ max: 3 }),
      admit: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 30, maxLength: 40 },
  )

  test('random scans give the same counts with a used and an unused budget', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async list => {
        const hosts = [await signIn(), await signIn()] as const
        await setUsedScanRows(hosts[1], DAILY_BUDGETS.scans)
        const [withRows, withCounts] = await Promise.all(
          hosts.map(async host => {
            const ids = [await createInvitation(host, 1), await createInvitation(host, 2)]
            const observed: unknown[] = []
            for (const { does, guest, nonce, admit } of list) {
              // As on a device, an idempotency key always belongs to the same scan, so the number of people depends on the key.
              const [id, name, people] = [ids[guest]!, `${guest} ${nonce}`, ((guest + nonce) % 2) + 1]
              if (does === 'undo') {
                const undoResponse = undoAdmission(host, id, name, { nonce: `undo ${admit} ${name}` })
                observed.push(await undoResponse.then(({ invitation }) => invitation?.currentScans))
              } else {
                const upload = { qr_code: id, nonce: name, admit: people, scannedAt: timeAfterStart() }
                const { outcome, scanDetails } = await host.checkIn.check(does === 'upload' ? { ...upload, happened: true } : upload)
                observed.push([outcome, outcome === 'admitted' || scanDetails?.currentScans])
              }
              const { rows } = await host.checkIn.conflicts({})
              observed.push(rows.map(({ kind, invitationId, count: all }) => `${ids.indexOf(invitationId!)} ${kind} ${all}`).sort())
            }
            return {
              seen: observed,
              inside: [await readAdmittedCount(host, ids[0]!), await readAdmittedCount(host, ids[1]!)],
              arrivals: await host.checkIn.arrivals(event),
            }
          }),
        )
        expect(withCounts).toEqual(withRows)
      }),
      { numRuns: engine === 'sqlite' ? 3 : 1, endOnFailure: true },
    )
  })
})
