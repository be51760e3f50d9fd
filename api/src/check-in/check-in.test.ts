import { parseScanRequest, type ScanInput, type ScanTarget, scanTargetOf } from '@hudur/core/check-in/scan'
import * as texts from '@hudur/core/texts'
import { type KyselyPlugin, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { ENGINES, TABLES } from '../../testing/engines.ts'
import { startRecordingProxy } from '../../testing/postgres-proxy.ts'
import { refuseScans } from '../../testing/refuse-scans.ts'
import { countOutcomes, refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { openDatabase } from '../database/open.ts'
import { shortenText } from './repository.ts'
import { createCheckIn } from './service.ts'
import { decideAndSaveScans } from './store.ts'

const event = { eventName: 'زفاف', eventDate: '2027-01-14' }

describe.each(ENGINES)('check-ins on %s', engine => {
  const { db, signIn, count } = startTestServer(engine)
  type Host = Awaited<ReturnType<typeof signIn>>

  async function createInvitations(host: Host, guests: number, maxScans = 1) {
    const invitations = Array.from({ length: guests }, (_, n) => ({
      ...event,
      guestName: `ضيف ${n}`,
      maxScans,
      generationType: 'custom' as const,
    }))
    return (await host.invitations.create({ invitations })).map(({ id }) => id)
  }

  /** Reads all rows of all tables except `settings`, each as text with the name of its table. */
  async function readAllRows() {
    const rows = new Set<string>()
    for (const table of TABLES)
      for (const row of await db().read.selectFrom(table).selectAll().execute()) rows.add(`${table} ${JSON.stringify(row)}`)
    return rows
  }

  /** Returns the URL of the database, which must be on PostgreSQL. */
  async function postgresDatabaseUrl() {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db().read)
    return inject('postgresUrl') + rows[0]!.name
  }

  /** Returns a function that scans with a check-in of its own on the same database, as another server process does. */
  const createCheckInOfOtherProcess = (host: Host) => {
    const checkIn = createCheckIn({ db: db(), now: () => new Date(), timeZone: 'Asia/Aden' })
    return (code: string, idempotencyKey?: string, offline = false) =>
      checkIn({ id: host.user.id, isAdmin: false }, { name: () => 'session' }, { code, nonce: idempotencyKey, admit: 1, happened: offline })
  }

  test('scans with one idempotency key that arrive together do not fail the others', async () => {
    const host = await signIn()
    const [id] = await createInvitations(host, 1)
    const refused = { nonce: 'same', happened: true, scannedAt: '2026-11-20T18:00:00.000Z', outcome: 'refused' } as const
    const answers = await Promise.all([
      host.checkIn.check({ ...refused, qr_code: 'one' }),
      host.checkIn.check({ ...refused, qr_code: 'one' }),
      refusalCodeOf(host.checkIn.check({ qr_code: 'two', nonce: 'same' })),
      host.checkIn.check({ qr_code: id!, nonce: 'other' }),
    ])
    expect(answers).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }, 'nonce-taken', { outcome: 'admitted' }])
    expect(await count('scans')).toBe(2)
  })

  test('the number of statements of a set does not depend on the outcomes of its scans', async () => {
    const host = await signIn()
    const [used, ...fresh] = await createInvitations(host, 21)
    await host.checkIn.check({ qr_code: used! })
    const actor = { id: host.user.id, isAdmin: false }
    const session = { name: () => 'session' }

    /** Returns the number of statements of a write that decides on these scans together. */
    async function countStatements(inputs: ScanInput[]) {
      let statements = 0
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          statements++
          return result
        },
      }
      const members = inputs.map(input => {
        const request = parseScanRequest(actor, input, shortenText)
        return { request: { ...request, target: scanTargetOf(request) as ScanTarget }, session }
      })
      const options = { now: () => new Date(), timeZone: 'Asia/Aden' }
      await db().write(trx => decideAndSaveScans(trx.withPlugin(counter), members, options))
      return statements
    }
    const scan = { admit: 1, happened: false }
    const scansOf = (n: number): ScanInput[] => [
      { ...scan, code: `unknown-${n}`, nonce: `unknown-${n}` },
      { ...scan, code: used!, nonce: `used-${n}` },
      { ...scan, code: `offline-${n}`, nonce: `offline-${n}`, happened: true, scannedAt: '2026-11-20T18:00:00.000Z' },
      { ...scan, code: fresh[n]!, nonce: `fresh-${n}` },
    ]
    const one = await countStatements(scansOf(0))
    expect(one).toBeGreaterThan(2)
    expect(await countStatements(Array.from({ length: 19 }, (_, n) => scansOf(n + 1)).flat())).toBe(one)
    const rows = await db().read.selectFrom('scans').select('outcome').execute()
    expect(countOutcomes(rows.map(({ outcome }) => outcome))).toEqual({ admitted: 41, refused: 20, used: 20 })
  })

  test('withdrawn cards that are scanned together name the time of their own change', async () => {
    const host = await signIn()
    const ids = await createInvitations(host, 3)
    const [sent, unsent, cancelled] = ids as [string, string, string]
    const { code } = await host.invitations.reissue({ id: sent })
    await host.invitations.sent({ ids: [sent], via: 'whatsapp', code })
    await host.invitations.reissue({ id: unsent })
    await host.invitations.cancel({ id: cancelled })
    const changes = await db().read.selectFrom('card_changes').select(['invitation_id', 'created_at']).execute()
    const timeOf = (id: string) => changes.find(change => change.invitation_id === id)!.created_at
    const answers = await Promise.all(ids.map(qr_code => host.checkIn.check({ qr_code })))
    expect(answers.map(({ refused }) => refused)).toMatchObject([
      { reason: 'replaced', at: timeOf(sent), isSent: true },
      { reason: 'replaced', at: timeOf(unsent), isSent: false },
      { reason: 'cancelled', at: timeOf(cancelled) },
    ])
  })

  test('an admission writes three rows: scan, idempotency key and invitation', async () => {
    const host = await signIn()
    const [id] = await createInvitations(host, 1)
    const before = await readAllRows()
    await host.checkIn.check({ qr_code: id!, nonce: 'n', gate: 'الشرقية' })
    const after = await readAllRows()
    const writtenTables = [...after].filter(row => !before.has(row)).map(row => row.split(' ')[0])
    expect(writtenTables.sort()).toEqual(['idempotency_keys', 'invitations', 'scans'])
    expect(after.size).toBe(before.size + 2)
    const { changed_at, created_at } = await db().read.selectFrom('invitations').selectAll().executeTakeFirstOrThrow()
    expect(changed_at).toBe(created_at)
  })

  test('changes returns the invitations scanned or undone since the cursor', async () => {
    const host = await signIn()
    const [first, second] = await createInvitations(host, 2)
    const before = new Date(Date.now() - 3_600_000).toISOString()
    await db().write(trx => trx.updateTable('invitations').set({ changed_at: before }).execute())
    const since = new Date(Date.now() - 1_000).toISOString()
    await host.checkIn.check({ qr_code: first! })
    const { epoch } = await host.invitations.changes({})
    const opened = [{ eventName: event.eventName, eventDate: event.eventDate }]
    const readChangedInvitations = async () => (await host.invitations.changes({ since, epoch, opened })).invitations
    expect(await readChangedInvitations()).toMatchObject([{ id: first, currentScans: 1 }])
    await host.checkIn.undo({ qr_code: second!, admission: 'never', nonce: 'undo', admittedAt: since, undoneAt: since, happened: true })
    expect((await readChangedInvitations()).map(({ id }) => id).sort()).toEqual([first, second].sort())
  })

  test('a scan that the database refuses does not fail concurrent scans', async () => {
    const host = await signIn()
    const ids = await createInvitations(host, 6)
    await refuseScans(db(), sql`new.gate = 'broken gate'`)
    const outcomes = await Promise.all(
      ids.map((qr_code, n) =>
        host.checkIn.check({ qr_code, gate: n === 3 ? 'broken gate' : 'gate' }).then(
          ({ outcome }) => outcome,
          () => 'failed',
        ),
      ),
    )
    expect(outcomes).toEqual(['admitted', 'admitted', 'admitted', 'failed', 'admitted', 'admitted'])
    expect(await count('scans')).toBe(5)
    expect((await host.invitations.list({})).rows.filter(({ currentScans }) => currentScans === 1)).toHaveLength(5)
  })

  test('a scan refused with nonce-taken does not affect a concurrent scan', async () => {
    const host = await signIn()
    const [first, second, third] = await createInvitations(host, 3)
    await host.checkIn.check({ qr_code: first!, nonce: 'used' })
    const codes = await Promise.all([
      refusalCodeOf(host.checkIn.check({ qr_code: second!, nonce: 'used' })),
      refusalCodeOf(host.checkIn.check({ qr_code: third!, nonce: 'new' })),
    ])
    expect(codes).toEqual(['nonce-taken', 'done'])
  })

  test('admits each guest once when several processes receive the same scans', async () => {
    const host = await signIn()
    const ids = await createInvitations(host, 20, 3)
    const processes = [createCheckInOfOtherProcess(host), createCheckInOfOtherProcess(host), createCheckInOfOtherProcess(host)]
    const backwards = ids.toReversed()
    const answers = await Promise.all(
      processes.flatMap((scan, n) => (n % 2 ? ids : backwards).map(async id => (await scan(id, `scan ${id}`)).outcome)),
    )
    expect(countOutcomes(answers)).toEqual({ admitted: 60 })
    expect([await count('scans'), await count('idempotency_keys')]).toEqual([20, 20])
    expect((await host.invitations.list({})).rows.map(({ currentScans }) => currentScans)).toEqual(Array(20).fill(1))
  })

  if (engine === 'postgres')
    test('an admission costs three round trips to PostgreSQL', async () => {
      const host = await signIn()
      const [id] = await createInvitations(host, 1)
      const proxy = await startRecordingProxy(await postgresDatabaseUrl())
      onTestFinished(proxy.close)
      const proxied = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
      onTestFinished(proxied.close)
      const scan = createCheckIn({ db: proxied, now: () => new Date(), timeZone: 'Asia/Aden' })
      const input = { code: id!, nonce: 'n', admit: 1, happened: false }
      expect(await scan({ id: host.user.id, isAdmin: false }, { name: () => 'session' }, input)).toMatchObject({ outcome: 'admitted' })
      const trips = proxy.connections.find(connection => connection.some(trip => trip.includes('insert into "scans"')))!
      const lastTrip = trips.findIndex(trip => trip.includes('insert into "scans"')) + 1
      const firstTrip = trips.slice(0, lastTrip).findLastIndex(trip => trip.includes('begin'))
      expect(trips.slice(firstTrip, lastTrip + 1)).toEqual([
        expect.stringMatching(/begin.*for update.*idempotency_keys/s),
        expect.stringContaining('insert into "scans"'),
        expect.stringContaining('commit'),
      ])
    })

  // SQLite has one writer and no row locks.
  if (engine === 'postgres')
    test('concurrent scans lock their invitations in the order of the ids', async () => {
      const host = await signIn()
      const [smaller, larger] = (await createInvitations(host, 2)).sort()
      const other = new pg.Client(await postgresDatabaseUrl())
      await other.connect()
      const lockInvitation = (id: string) => other.query('select from invitations where id = $1 for update nowait', [id])
      const waitingForOther = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      const scan = createCheckInOfOtherProcess(host)
      let scans: Promise<{ outcome: string }[]>
      try {
        await other.query('begin')
        await lockInvitation(larger!)
        scans = Promise.all([larger!, smaller!].map(id => scan(id)))
        await expect.poll(async () => (await other.query(waitingForOther)).rowCount).toBe(1)
        // 55P03 is lock_not_available: the transaction of the scans holds the smaller id while it waits for the larger one.
        await expect(lockInvitation(smaller!)).rejects.toMatchObject({ code: '55P03' })
      } finally {
        await other.end()
      }
      expect((await scans).map(({ outcome }) => outcome)).toEqual(['admitted', 'admitted'])
    })

  test('scans at several processes never admit more persons than allowed', async () => {
    const host = await signIn()
    const [id] = await createInvitations(host, 1, 15)
    const processes = [createCheckInOfOtherProcess(host), createCheckInOfOtherProcess(host), createCheckInOfOtherProcess(host)]
    const answers: string[] = []
    for (let n = 0; n < 10; n++) answers.push(...(await Promise.all(processes.map(async scan => (await scan(id!)).outcome))))
    expect(countOutcomes(answers)).toEqual({ admitted: 15, used: 15 })
    expect((await host.invitations.list({})).rows).toMatchObject([{ currentScans: 15 }])
  })

  test('two processes record one offline scan of an unknown code once', async () => {
    const host = await signIn()
    const processes = [createCheckInOfOtherProcess(host), createCheckInOfOtherProcess(host)]
    for (let n = 0; n < 5; n++) await Promise.all(processes.map(scan => scan(`unknown ${n}`, `n-${n}`, true)))
    expect([await count('scans'), await count('conflicts')]).toEqual([5, 5])
  })

  test('a repeated scan by name returns the guest of the first answer', async () => {
    const host = await signIn()
    const [id] = await createInvitations(host, 1)
    const scan = () => host.checkIn.check({ qr_code: 'ضيف 0', nonce: 'n', source: 'typed' })
    expect(await scan()).toMatchObject({ outcome: 'admitted', invitation: { id } })
    await createInvitations(host, 1)
    expect(await scan()).toMatchObject({ outcome: 'admitted', message: texts.scan.again, invitation: { id, currentScans: 1 } })
  })
})
