import { createHash } from 'node:crypto'
import { texts } from '@hudur/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { office } from '../../testing/office.ts'
import { BUDGETS } from '../database/budgets.ts'
import { hashToken } from '../http/sessions.ts'

const START = Date.parse('2026-11-20T18:00:05.000Z')
const MINUTE = 60_000
const event = { eventName: 'زفاف', eventDate: '2026-11-20' }

/** A text of the greatest length: one character of it folds to eighteen. */
const endless = (last: string) => 'ﷺ'.repeat(8191) + last

describe.each(ENGINES)('on %s', engine => {
  let at = START
  const { db, signIn, count } = office(engine, { now: () => new Date(at) })
  beforeEach(() => {
    at = START
  })

  const scans = () => db().read.selectFrom('scans').selectAll().orderBy('id').execute()
  const repeats = async () => {
    const rows = await db().read.selectFrom('scan_repeats').selectAll().orderBy('first_at').orderBy('scan_id').execute()
    return rows.map(({ scan_id, count, first_at, last_at }) => ({ scan_id, count, first_at, last_at }))
  }
  const unknown = { outcome: 'refused', message: texts.scan.unknown }

  /** The account has used this much of today's budget. */
  const used = (userId: string, rows: number) =>
    db().write(trx => trx.insertInto('budgets').values({ user_id: userId, what: 'scans', day: '2026-11-20', used: rows }).execute())

  describe('what was read', () => {
    test('512 characters of a long text are stored, and what tells it from another; its idempotency key stores no more', async () => {
      const host = await signIn()
      const [one, other] = [endless('أ'), endless('ب')]
      for (const [n, code] of [one, other, 'قصير'].entries())
        expect(await host.scanning.check({ qr_code: code, source: 'camera', nonce: `g-${n}` })).toMatchObject(unknown)
      const rows = await scans()
      expect(rows.map(({ code }) => code)).toEqual([one.slice(0, 512), other.slice(0, 512), 'قصير'])
      const sha256 = (code: string) => createHash('sha256').update(code).digest('hex')
      expect(rows.map(({ code_sha256 }) => code_sha256)).toEqual([sha256(one), sha256(other), null])
      const nonces = await db().read.selectFrom('nonces').select('names').execute()
      expect(nonces).toHaveLength(3)
      for (const { names } of nonces) expect(names.length).toBeLessThan(600)
      await expect(host.scanning.check({ qr_code: other, source: 'camera', nonce: 'g-0' })).rejects.toMatchObject({ code: 'nonce-taken' })
      expect(await host.scanning.check({ qr_code: one, source: 'camera', nonce: 'g-0' })).toMatchObject(unknown)
    })

    test('an offline scan with a long text is stored as short, and told again it is the same one', async () => {
      const host = await signIn()
      const offlineScan = { qr_code: endless('أ'), nonce: 'west-1', happened: true, scannedAt: new Date(START).toISOString() }
      for (let n = 0; n < 2; n++) expect(await host.scanning.check(offlineScan)).toMatchObject({ success: true, outcome: 'admitted' })
      expect((await scans()).map(({ code }) => code)).toEqual([endless('').slice(0, 512)])
      expect(await host.scanning.conflicts({})).toMatchObject({ rows: [{ kind: 'unknown', code: endless('').slice(0, 512) }] })
    })

    test('a cut never leaves half a character', async () => {
      const host = await signIn()
      await host.scanning.check({ qr_code: `a${'🌹'.repeat(300)}`, source: 'camera' })
      const [row] = await scans()
      expect(row!.code).toBe(`a${'🌹'.repeat(255)}\uFFFD`)
    })
  })

  describe('repeated refusals of one session and code', () => {
    test('within a minute they are counted beside the first row, which stays as it is; the answers are the same', async () => {
      const host = await signIn()
      const ask = () => host.scanning.check({ qr_code: 'WIFI:S:hall;;', source: 'camera' })
      const first = await ask()
      const [row] = await scans()
      for (let n = 1; n <= 4; n++) {
        at = START + n * 1_000
        expect(await ask()).toEqual(first)
      }
      expect(await scans()).toEqual([row])
      const [firstAt, lastAt] = [new Date(START).toISOString(), new Date(START + 4_000).toISOString()]
      expect(await repeats()).toEqual([{ scan_id: row!.id, count: 5, first_at: firstAt, last_at: lastAt }])
    })

    test('another code, another session and the next minute have a row of their own', async () => {
      const host = await signIn()
      const other = await host.again()
      const ask = (door: typeof other, qr_code: string) => door.scanning.check({ qr_code, source: 'camera' })
      for (let n = 0; n < 2; n++) {
        await ask(host, 'one')
        await ask(host, 'two')
        await ask(other, 'one')
      }
      expect((await repeats()).map(({ count }) => count)).toEqual([2, 2, 2])
      at += MINUTE
      await ask(host, 'one')
      expect((await repeats()).map(({ count }) => count).sort()).toEqual([1, 2, 2, 2])
      expect(await count('scans')).toBe(4)
    })

    test('at the same moment too, and their idempotency keys leave nothing behind', async () => {
      const host = await signIn()
      const ask = (_: unknown, n: number) => host.scanning.check({ qr_code: 'one', source: 'camera', nonce: `g-${n}` })
      await Promise.all(Array.from({ length: 20 }, ask))
      expect((await repeats()).map(({ count }) => count)).toEqual([20])
      expect(await count('scans')).toBe(1)
      expect(await count('nonces')).toBe(1)
    })

    test('an invitation that is made meanwhile is admitted under the same idempotency key', async () => {
      const host = await signIn()
      const id = 'B0000000001000000001'
      for (let n = 0; n < 3; n++) expect(await host.scanning.check({ qr_code: id, nonce: `g-${n}` })).toMatchObject(unknown)
      await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة', id }] })
      expect(await host.scanning.check({ qr_code: id, nonce: 'g-2' })).toMatchObject({ outcome: 'admitted' })
      expect(await host.scanning.check({ qr_code: id, nonce: 'g-2' })).toMatchObject({ outcome: 'admitted', message: texts.scan.again })
    })

    test('the session is not stored in a form that opens it', async () => {
      const host = await signIn()
      await host.scanning.check({ qr_code: 'one', source: 'camera' })
      const stored = JSON.stringify([await scans(), await db().read.selectFrom('scan_repeats').selectAll().execute()])
      const [session] = await db().read.selectFrom('sessions').select('token_hash').where('user_id', '=', host.user.id).execute()
      for (const secret of [session!.token_hash, hashToken(session!.token_hash)]) expect(stored).not.toContain(secret)
    })
  })

  describe('beyond the day’s budget of rows that cost nothing', () => {
    test('refused scans are one counted row, red as before; a guest is admitted and stored as always', async () => {
      const host = await signIn()
      const [made] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
      await used(host.user.id, BUDGETS.scans - 1)
      for (let n = 0; n < 11; n++)
        expect(await host.scanning.check({ qr_code: `made up ${n}`, source: 'camera', nonce: `g-${n}` })).toMatchObject(unknown)
      expect((await repeats()).map(({ count }) => count).sort((a, b) => a - b)).toEqual([1, 10])
      expect((await scans()).map(({ code }) => code)).toEqual(['made up 0', 'made up 1'])
      expect(await count('nonces')).toBe(2)

      expect(await host.scanning.check({ qr_code: made!.id, nonce: 'guest' })).toMatchObject({ outcome: 'admitted' })
      for (let n = 0; n < 5; n++) expect(await host.scanning.check({ qr_code: made!.id })).toMatchObject({ outcome: 'used' })
      expect((await scans()).map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'admitted', 'used'])
    })

    test('within it every scan of a used invitation is a row', async () => {
      const host = await signIn()
      const [made] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
      for (let n = 0; n < 4; n++) await host.scanning.check({ qr_code: made!.id })
      expect((await scans()).map(({ outcome }) => outcome)).toEqual(['admitted', 'used', 'used', 'used'])
    })

    test('the next day, and another account, have a budget of their own', async () => {
      const [host, other] = [await signIn(), await signIn()]
      await used(host.user.id, BUDGETS.scans)
      const ask = (door: typeof host, code: string) => door.scanning.check({ qr_code: code, source: 'camera' })
      for (const code of ['a', 'b', 'c']) await ask(host, code)
      for (const code of ['d', 'e']) await ask(other, code)
      at += 24 * 60 * MINUTE
      for (const code of ['f', 'g']) await ask(host, code)
      expect((await scans()).map(({ code }) => code).sort()).toEqual(['a', 'd', 'e', 'f', 'g'])
    })

    test('unknown admissions that a device uploads are taken, are one conflict, and told again are not counted again', async () => {
      const host = await signIn()
      await used(host.user.id, BUDGETS.scans)
      const offlineScan = (n: number) => ({
        qr_code: `made up ${n}`,
        nonce: `west-${n}`,
        happened: true,
        scannedAt: new Date(START).toISOString(),
      })
      for (let n = 0; n < 4; n++)
        expect(await host.scanning.check(offlineScan(n))).toMatchObject({
          success: true,
          outcome: 'admitted',
          message: texts.scan.admitted,
        })
      for (let n = 0; n < 4; n++)
        expect(await host.scanning.check(offlineScan(n))).toMatchObject({ success: true, outcome: 'admitted', message: texts.scan.again })
      expect(await host.scanning.conflicts({})).toMatchObject({ rows: [{ kind: 'unknown', code: 'made up 0' }] })
      const [row] = await scans()
      expect(await repeats()).toMatchObject([{ scan_id: row!.id, count: 4 }])
      await expect(host.scanning.check({ ...offlineScan(1), qr_code: 'another' })).rejects.toMatchObject({ code: 'nonce-taken' })
    })

    test('far beyond it their idempotency keys are not stored either, and they are taken all the same', async () => {
      const host = await signIn()
      await used(host.user.id, BUDGETS.scans * 10)
      const moment = new Date(START).toISOString()
      for (let n = 0; n < 6; n++)
        expect(await host.scanning.check({ qr_code: 'made up', nonce: `n-${n}`, happened: true, scannedAt: moment })).toMatchObject({
          success: true,
          invitation: null,
        })
      expect([await count('scans'), await count('conflicts'), await count('nonces')]).toEqual([1, 1, 0])
    })

    test('what counts is taken as ever: an admission of an invitation that is known, and its undo', async () => {
      const host = await signIn()
      const [made] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
      await used(host.user.id, BUDGETS.scans * 10)
      const moment = new Date(START).toISOString()
      for (const nonce of ['west', 'east', 'west'])
        await host.scanning.check({ qr_code: made!.id, nonce, happened: true, scannedAt: moment })
      expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 2 })
      expect(await host.scanning.conflicts({})).toMatchObject({ rows: [{ kind: 'double' }] })
      const undo = { admission: 'east', nonce: 'undo', qr_code: made!.id, admittedAt: moment, undoneAt: moment, happened: true }
      for (let n = 0; n < 2; n++) await host.scanning.undo(undo)
      expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
      expect(await count('scans')).toBe(3)
    })

    test('undoing what nobody knows is taken as well, and is one row', async () => {
      const host = await signIn()
      await used(host.user.id, BUDGETS.scans)
      const moment = new Date(START).toISOString()
      for (let n = 0; n < 3; n++) {
        const qr_code = `B000000000100000000${n}`
        const undo = { admission: `g-${n}`, nonce: `undo ${n}`, qr_code, admittedAt: moment, undoneAt: moment, happened: true }
        expect(await host.scanning.undo(undo)).toEqual({ success: true, invitation: null })
        expect(await host.scanning.undo(undo)).toEqual({ success: true, invitation: null })
      }
      expect((await scans()).map(({ outcome }) => outcome)).toEqual(['undone'])
      expect((await repeats()).map(({ count }) => count)).toEqual([3])
    })
  })
})
