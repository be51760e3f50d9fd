import * as texts from '@hudur/core/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import { insertScans, type NewScan } from '../check-in/repository.ts'
import type { Database } from '../database/database.ts'
import { activityIn } from './repository.ts'

const VERBS = ['create', 'update', 'delete'] as const

const EXIT_AND_ADMISSION = [texts.activity.exited('سارة', 'زفاف'), texts.activity.scanned('سارة', 'زفاف')]

describe.each(ENGINES)('the activity on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db)
  })
  beforeEach(() => emptyDatabase(db))
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function signIn(username: string, isAdmin = false) {
    const account = await addAccount(db, { username, isAdmin })
    const { backend } = await server.callerFor(account)
    return { ...backend, account }
  }

  const nextMillisecond = () => new Promise(resolve => setTimeout(resolve, 2))

  /** Adds `turns` times one activity of each verb and one admission. It waits in between, because ids sort by their millisecond. */
  async function addActivities(userId: string, turns: number) {
    for (let n = 0; n < turns; n++) {
      for (const verb of VERBS) {
        const row = { userId, verb, target: 'invitation', targetId: `${n}`, description: `${verb} ${n}`, at: new Date() } as const
        await db.write(trx => activityIn(trx).record(row))
        await nextMillisecond()
      }
      await db.write(trx => insertScans(trx, [newAdmission(userId, `${n}`)]))
      await nextMillisecond()
    }
  }

  const newAdmission = (userId: string, invitationId: string | null): NewScan => ({
    user_id: userId,
    link_id: null,
    invitation_id: invitationId,
    code: '',
    idempotency_key: null,
    gate: null,
    scanned_at: null,
    received_at: new Date().toISOString(),
    clock_offset: null,
    outcome: 'admitted',
    people: 1,
    offline: 0,
    undoes: null,
  })

  test('the activity log is listed newest first, by page and by verb', async () => {
    const admin = await signIn('admin', true)
    await addActivities(admin.account.id, 3)
    const all = await admin.activity.list({})
    expect(all.total).toBe(12)
    expect(all.notifications[0]).toMatchObject({
      userId: admin.account.id,
      action: 'scan_invitation',
      userName: 'حساب admin',
      username: 'admin',
      description: texts.activity.scanned(texts.namelessGuest, texts.deletedEvent),
      targetType: 'invitation',
      targetId: '2',
    })
    expect(await admin.activity.list({ limit: 5, offset: 4 })).toEqual({ notifications: all.notifications.slice(4, 9), total: 12 })
    for (const filter of [...VERBS, 'scan'] as const) {
      const { notifications, total } = await admin.activity.list({ filter })
      expect([total, notifications.map(({ action, targetId }) => `${action} ${targetId}`)]).toEqual([
        3,
        [2, 1, 0].map(n => `${filter}_invitation ${n}`),
      ])
    }
    expect(await admin.activity.list({ offset: 100 })).toEqual({ notifications: [], total: 12 })
    await expect(admin.activity.list({ limit: 0 })).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('the activity log names the users of deleted accounts', async () => {
    const admin = await signIn('admin', true)
    const at = new Date().toISOString()
    await db.write(trx =>
      trx
        .insertInto('deleted_accounts')
        .values({
          id: 'd-1',
          original_user_id: 'gone',
          username: 'hanaa',
          username_key: 'hanaa',
          full_name: 'هناء',
          full_name_key: 'هناء',
          phone: null,
          is_admin: 0,
          generation_limit: 100,
          used_generations: 0,
          account_created_at: at,
          deleted_at: at,
          deleted_by: 'self',
          deletion_reason: '',
        })
        .execute(),
    )
    await addActivities('gone', 1)
    await addActivities('never', 1)
    const { notifications } = await admin.activity.list({})
    expect(notifications[7]).toMatchObject({ userId: 'gone', userName: 'هناء', username: 'hanaa' })
    expect(notifications[0]).toMatchObject({ userId: 'never', userName: '', username: '' })
  })

  test('the activity log lists admissions and exits, and no refused scans', async () => {
    const admin = await signIn('admin', true)
    const [created] = await admin.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة' }] })
    for (let n = 0; n < 2; n++) await admin.checkIn.check({ qr_code: created!.id })
    await admin.events.update({ id: created!.eventId!, countsExits: true })
    for (let n = 0; n < 2; n++) await admin.checkIn.check({ qr_code: created!.id, direction: 'out' })
    await admin.checkIn.check({ qr_code: 'whatever', nonce: 'offline', happened: true })
    const listScanDescriptions = async () =>
      (await admin.activity.list({ filter: 'scan' })).notifications.map(({ description }) => description)
    expect(await listScanDescriptions()).toEqual(EXIT_AND_ADMISSION)
    await admin.invitations.remove({ id: created!.id })
    expect(await listScanDescriptions()).toEqual(EXIT_AND_ADMISSION)
  })

  test('activity.create accepts a client’s report and stores nothing', async () => {
    const [host, admin] = [await signIn('host'), await signIn('admin', true)]
    const report = { userId: admin.account.id, action: 'delete_user', description: 'x', targetType: 'user', targetId: '1' }
    expect(await host.activity.create(report as never)).toEqual({ success: true })
    expect((await admin.activity.list({})).total).toBe(0)
    await expect(host.activity.list({})).rejects.toMatchObject({ code: 'not-allowed' })
    await host.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة' }] })
    expect((await admin.activity.list({})).notifications).toMatchObject([{ action: 'create_invitation', username: 'host' }])
  })
})
