import { createHash } from 'node:crypto'
import * as texts from '@hudur/core/texts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { DAILY_BUDGETS } from '../database/budgets.ts'
import { hashToken } from '../database/hash-token.ts'

const START_MS = Date.parse('2026-11-20T18:00:05.000Z')
const MINUTE = 60_000
const event = { eventName: 'زفاف', eventDate: '2026-11-20' }

/** Returns a text of the greatest accepted length that ends in `last`. Folding turns each of the other characters into eighteen. */
const longestCodeText = (last: string) => 'ﷺ'.repeat(8191) + last

describe.each(ENGINES)('rows that cost no quota on %s', engine => {
  let at = START_MS
  const { db, signIn, count } = startTestServer(engine, { now: () => new Date(at) })
  beforeEach(() => {
    at = START_MS
  })

  /** Reads the scans, sorted by code and outcome: the ids of rows made in the same millisecond have no order. */
  const readScans = async () => {
    const rows = await db().read.selectFrom('scans').selectAll().execute()
    return rows.sort((a, b) => (`${a.code} ${a.outcome}` < `${b.code} ${b.outcome}` ? -1 : 1))
  }
  const readRepeats = async () => {
    const rows = await db().read.selectFrom('scan_repeats').selectAll().orderBy('first_at').orderBy('scan_id').execute()
    return rows.map(({ scan_id, count, first_at, last_at }) => ({ scan_id, count, first_at, last_at }))
  }
  const unknown = { outcome: 'refused', message: texts.scan.unknown }

  /** Sets how many rows an account has used of its daily budget for scans that admit nobody. */
  const setUsedScanRows = (userId: string, rows: number) =>
    db().write(trx => trx.insertInto('budgets').values({ user_id: userId, what: 'scans', day: '2026-11-20', used: rows }).execute())

  describe('the text of a scanned code', () => {
    test('stores a long code as its first 512 characters and a SHA-256', async () => {
      const host = await signIn()
      const [one, other] = [longestCodeText('أ'), longestCodeText('ب')]
      for (const [n, code] of [one, other, 'قصير'].entries())
        expect(await host.checkIn.check({ qr_code: code, source: 'camera', nonce: `g-${n}` })).toMatchObject(unknown)
      const rows = await readScans()
      expect(rows.map(({ code }) => code)).toEqual(['قصير', one.slice(0, 512), other.slice(0, 512)])
      const sha256 = (code: string) => createHash('sha256').update(code).digest('hex')
      expect(rows.map(({ code_sha256 }) => code_sha256)).toEqual(expect.arrayContaining([sha256(one), sha256(other), null]))
      const keys = await db().read.selectFrom('idempotency_keys').select('fingerprint').execute()
      expect(keys).toHaveLength(3)
      for (const { fingerprint } of keys) expect(fingerprint.length).toBeLessThan(600)
      await expect(host.checkIn.check({ qr_code: other, source: 'camera', nonce: 'g-0' })).rejects.toMatchObject({ code: 'nonce-taken' })
      expect(await host.checkIn.check({ qr_code: one, source: 'camera', nonce: 'g-0' })).toMatchObject(unknown)
    })

    test('a repeated upload of an offline scan of a long code adds no row', async () => {
      const host = await signIn()
      const offlineScan = { qr_code: longestCodeText('أ'), nonce: 'west-1', happened: true, scannedAt: new Date(START_MS).toISOString() }
      for (let n = 0; n < 2; n++) expect(await host.checkIn.check(offlineScan)).toMatchObject({ success: true, outcome: 'admitted' })
      expect((await readScans()).map(({ code }) => code)).toEqual([longestCodeText('').slice(0, 512)])
      expect(await host.checkIn.conflicts({})).toMatchObject({ rows: [{ kind: 'unknown', code: longestCodeText('').slice(0, 512) }] })
    })

    test('cuts a code without leaving half a surrogate pair', async () => {
      const host = await signIn()
      await host.checkIn.check({ qr_code: `a${'🌹'.repeat(300)}`, source: 'camera' })
      const [row] = await readScans()
      expect(row!.code).toBe(`a${'🌹'.repeat(255)}\uFFFD`)
    })
  })

  describe('repeated refusals of one session and code', () => {
    test('equal refusals within a minute share one scan row with a count', async () => {
      const host = await signIn()
      const scanWifiCode = () => host.checkIn.check({ qr_code: 'WIFI:S:hall;;', source: 'camera' })
      const first = await scanWifiCode()
      const [row] = await readScans()
      for (let n = 1; n <= 4; n++) {
        at = START_MS + n * 1_000
        expect(await scanWifiCode()).toEqual(first)
      }
      expect(await readScans()).toEqual([row])
      const [firstAt, lastAt] = [new Date(START_MS).toISOString(), new Date(START_MS + 4_000).toISOString()]
      expect(await readRepeats()).toEqual([{ scan_id: row!.id, count: 5, first_at: firstAt, last_at: lastAt }])
    })

    test('another code, session or minute starts a new row for refusals', async () => {
      const host = await signIn()
      const other = await host.again()
      const scanCode = (caller: typeof other, qr_code: string) => caller.checkIn.check({ qr_code, source: 'camera' })
      for (let n = 0; n < 2; n++) {
        await scanCode(host, 'one')
        await scanCode(host, 'two')
        await scanCode(other, 'one')
      }
      expect((await readRepeats()).map(({ count }) => count)).toEqual([2, 2, 2])
      at += MINUTE
      await scanCode(host, 'one')
      expect((await readRepeats()).map(({ count }) => count).sort()).toEqual([1, 2, 2, 2])
      expect(await count('scans')).toBe(4)
    })

    test('20 concurrent equal refusals share one scan row with the count 20', async () => {
      const host = await signIn()
      const scanSameCode = (_: unknown, n: number) => host.checkIn.check({ qr_code: 'one', source: 'camera', nonce: `g-${n}` })
      await Promise.all(Array.from({ length: 20 }, scanSameCode))
      expect((await readRepeats()).map(({ count }) => count)).toEqual([20])
      expect(await count('scans')).toBe(1)
      expect(await count('idempotency_keys')).toBe(1)
    })

    test('admits an uploaded scan that arrives with a refusal of the same key', async () => {
      const host = await signIn()
      expect(await host.checkIn.check({ qr_code: 'one', source: 'camera', nonce: 'g-0' })).toMatchObject(unknown)
      const scan = { qr_code: 'one', source: 'camera', nonce: 'g-1' } as const
      const upload = { ...scan, happened: true, scannedAt: new Date(START_MS).toISOString() }
      const answers = await Promise.all([host.checkIn.check(scan), host.checkIn.check(upload)])
      expect(answers).toMatchObject([unknown, { outcome: 'admitted', message: texts.scan.admitted }])
      expect(await host.checkIn.check(upload)).toMatchObject({ outcome: 'admitted', message: texts.scan.again })
    })

    test('a refused scan repeated after its invitation was created is admitted', async () => {
      const host = await signIn()
      const id = 'B0000000001000000001'
      for (let n = 0; n < 3; n++) expect(await host.checkIn.check({ qr_code: id, nonce: `g-${n}` })).toMatchObject(unknown)
      await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة', id }] })
      expect(await host.checkIn.check({ qr_code: id, nonce: 'g-2' })).toMatchObject({ outcome: 'admitted' })
      expect(await host.checkIn.check({ qr_code: id, nonce: 'g-2' })).toMatchObject({ outcome: 'admitted', message: texts.scan.again })
    })

    test('rows of repeated refusals contain no hash of the session’s token', async () => {
      const host = await signIn()
      await host.checkIn.check({ qr_code: 'one', source: 'camera' })
      const scans = await readScans()
      expect(scans).toHaveLength(1)
      const storedJson = JSON.stringify([scans, await db().read.selectFrom('scan_repeats').selectAll().execute()])
      const [session] = await db().read.selectFrom('sessions').select('token_hash').where('user_id', '=', host.user.id).execute()
      for (const secret of [session!.token_hash, hashToken(session!.token_hash)]) expect(storedJson).not.toContain(secret)
    })
  })

  describe('beyond the daily budget of rows that cost no quota', () => {
    test('refused scans share one row with a count, and an admission has its own', async () => {
      const host = await signIn()
      const [created] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
      await setUsedScanRows(host.user.id, DAILY_BUDGETS.scans - 1)
      for (let n = 0; n < 11; n++)
        expect(await host.checkIn.check({ qr_code: `made up ${n}`, source: 'camera', nonce: `g-${n}` })).toMatchObject(unknown)
      expect((await readRepeats()).map(({ count }) => count).sort((a, b) => a - b)).toEqual([1, 10])
      expect((await readScans()).map(({ code }) => code)).toEqual(['made up 0', 'made up 1'])
      expect(await count('idempotency_keys')).toBe(2)

      expect(await host.checkIn.check({ qr_code: created!.id, nonce: 'guest' })).toMatchObject({ outcome: 'admitted' })
      for (let n = 0; n < 5; n++) expect(await host.checkIn.check({ qr_code: created!.id })).toMatchObject({ outcome: 'used' })
      expect((await readScans()).map(({ outcome }) => outcome)).toEqual(['admitted', 'used', 'refused', 'refused'])
    })

    test('within the budget, every scan of a used invitation gets a row', async () => {
      const host = await signIn()
      const [created] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
      for (let n = 0; n < 4; n++) await host.checkIn.check({ qr_code: created!.id })
      expect((await readScans()).map(({ outcome }) => outcome)).toEqual(['admitted', 'used', 'used', 'used'])
    })

    test('the budget is separate for each account and each day', async () => {
      const [host, other] = [await signIn(), await signIn()]
      await setUsedScanRows(host.user.id, DAILY_BUDGETS.scans)
      const scanCode = (caller: typeof host, code: string) => caller.checkIn.check({ qr_code: code, source: 'camera' })
      for (const code of ['a', 'b', 'c']) await scanCode(host, code)
      for (const code of ['d', 'e']) await scanCode(other, code)
      at += 24 * 60 * MINUTE
      for (const code of ['f', 'g']) await scanCode(host, code)
      expect((await readScans()).map(({ code }) => code).sort()).toEqual(['a', 'd', 'e', 'f', 'g'])
    })

    test('uploaded scans of unknown codes share one conflict', async () => {
      const host = await signIn()
      await setUsedScanRows(host.user.id, DAILY_BUDGETS.scans)
      const offlineScan = (n: number) => ({
        qr_code: `made up ${n}`,
        nonce: `west-${n}`,
        happened: true,
        scannedAt: new Date(START_MS).toISOString(),
      })
      for (let n = 0; n < 4; n++)
        expect(await host.checkIn.check(offlineScan(n))).toMatchObject({
          success: true,
          outcome: 'admitted',
          message: texts.scan.admitted,
        })
      for (let n = 0; n < 4; n++)
        expect(await host.checkIn.check(offlineScan(n))).toMatchObject({ success: true, outcome: 'admitted', message: texts.scan.again })
      expect(await host.checkIn.conflicts({})).toMatchObject({ rows: [{ kind: 'unknown', code: 'made up 0' }] })
      const [row] = await readScans()
      expect(await readRepeats()).toMatchObject([{ scan_id: row!.id, count: 4 }])
      await expect(host.checkIn.check({ ...offlineScan(1), qr_code: 'another' })).rejects.toMatchObject({ code: 'nonce-taken' })
    })

    test('beyond ten daily budgets, keys of unknown scans are not stored', async () => {
      const host = await signIn()
      await setUsedScanRows(host.user.id, DAILY_BUDGETS.scans * 10)
      const moment = new Date(START_MS).toISOString()
      for (let n = 0; n < 6; n++)
        expect(await host.checkIn.check({ qr_code: 'made up', nonce: `n-${n}`, happened: true, scannedAt: moment })).toMatchObject({
          success: true,
          invitation: null,
        })
      expect([await count('scans'), await count('conflicts'), await count('idempotency_keys')]).toEqual([1, 1, 0])
    })

    test('beyond ten daily budgets, uploaded admissions are still counted', async () => {
      const host = await signIn()
      const [created] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
      await setUsedScanRows(host.user.id, DAILY_BUDGETS.scans * 10)
      const moment = new Date(START_MS).toISOString()
      for (const nonce of ['west', 'east', 'west'])
        await host.checkIn.check({ qr_code: created!.id, nonce, happened: true, scannedAt: moment })
      expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 2 })
      expect(await host.checkIn.conflicts({})).toMatchObject({ rows: [{ kind: 'double' }] })
      const undo = { admission: 'east', nonce: 'undo', qr_code: created!.id, admittedAt: moment, undoneAt: moment, happened: true }
      for (let n = 0; n < 2; n++) await host.checkIn.undo(undo)
      expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
      expect(await count('scans')).toBe(3)
    })

    test('undos of unknown admissions are accepted and share one row', async () => {
      const host = await signIn()
      await setUsedScanRows(host.user.id, DAILY_BUDGETS.scans)
      const moment = new Date(START_MS).toISOString()
      for (let n = 0; n < 3; n++) {
        const qr_code = `B000000000100000000${n}`
        const undo = { admission: `g-${n}`, nonce: `undo ${n}`, qr_code, admittedAt: moment, undoneAt: moment, happened: true }
        expect(await host.checkIn.undo(undo)).toEqual({ success: true, invitation: null })
        expect(await host.checkIn.undo(undo)).toEqual({ success: true, invitation: null })
      }
      expect((await readScans()).map(({ outcome }) => outcome)).toEqual(['undone'])
      expect((await readRepeats()).map(({ count }) => count)).toEqual([3])
    })
  })
})
