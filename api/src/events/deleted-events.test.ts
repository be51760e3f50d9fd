import { dayInTimeZone } from '@hudur/core/calendar'
import { MAX_DESIGNS } from '@hudur/core/cards/contract'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { DELETED_EVENT_DAYS, EVENT_PICTURE_SPEC, MAX_DELETED_EVENTS, MAX_KEPT_EVENT_PICTURES } from '@hudur/core/events/contract'
import { MAX_OWNER_LINKS } from '@hudur/core/links/contract'
import { createJpeg, createPng } from '@hudur/core/testing/pictures'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ENGINES, TABLES } from '../../testing/engines.ts'
import { unbalancedAccounts } from '../../testing/ledger.ts'
import { openLink } from '../../testing/link-device.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { accountsIn } from '../accounts/repository.ts'
import { toChunks } from '../database/chunks.ts'
import type { Database } from '../database/database.ts'
import { deleteAllExpired } from '../database/retention.ts'
import { SLOW_STATEMENT_TIMEOUT_MS, statementTimeoutStorage } from '../database/statement-timeout.ts'
import { eventsIn } from './repository.ts'
import { newEvent } from './writes.ts'

const DAY_MS = 86_400_000
/** A time after the accounts of the tests were created (Unix time in ms). */
const NOW = Date.now() + 600_000
const event = { eventName: 'زفاف سارة', eventDate: dayInTimeZone('Asia/Aden', new Date(NOW), 5) }

/** The tables that record calls; a deletion and a restoration add rows to them. */
const RECORDS = ['activity', 'trail', 'budgets', 'credits', 'idempotency_keys', 'sessions', 'event_names']

/** Reads the rows of all other tables, without the times by which devices know what to download. */
const readRows = async (db: Database) =>
  Object.fromEntries(
    await Promise.all(
      TABLES.filter(table => !RECORDS.includes(table)).map(async table => {
        const rows = (await db.read.selectFrom(table).selectAll().execute()) as Record<string, unknown>[]
        const texts = rows.map(({ changed_at: _, ...row }) => JSON.stringify(Object.entries(row).sort()))
        return [table, texts.sort()] as const
      }),
    ),
  )

describe.each(ENGINES)('deleted events on %s', engine => {
  let at = NOW
  const { db, base, signIn, visitor, count } = startTestServer(engine, { now: () => new Date(at) })
  type Host = Awaited<ReturnType<typeof signIn>>
  beforeEach(() => {
    at = NOW
  })

  const invite = (host: Host, ...guestNames: string[]) =>
    host.invitations.create({
      invitations: guestNames.map(guestName => ({ ...event, guestName, generationType: 'custom' as const, maxScans: 3 })),
    })

  test('statements that delete or restore an event, or delete an account, have more time than others', async () => {
    const host = await signIn({ limit: 10 })
    const [first] = await invite(host, 'سارة', 'علي')
    const run = vi.spyOn(statementTimeoutStorage, 'run')
    const timeoutsOf = async (call: () => Promise<unknown>) => {
      run.mockClear()
      await call()
      return run.mock.calls.map(([timeout]) => timeout)
    }
    expect(await timeoutsOf(() => host.events.remove({ id: first!.eventId! }))).toContain(SLOW_STATEMENT_TIMEOUT_MS)
    const [deleted] = await deletedOf(host)
    expect(await timeoutsOf(() => host.events.restore({ id: deleted!.id }))).toContain(SLOW_STATEMENT_TIMEOUT_MS)
    expect(await timeoutsOf(() => host.accounts.deleteAccount({ password: PASSWORD }))).toContain(SLOW_STATEMENT_TIMEOUT_MS)
  })

  const deletedOf = async (host: Host) => (await host.events.deleted({})).rows

  const usedBy = async (host: Host) => (await host.accounts.me({}))!.usedGenerations

  const uploadDesign = async (host: Host, grey: number) => {
    const { id } = await host.invitations.uploadPicture({ picture: createPng({ grey }) })
    return host.invitations.saveDesign({ ...event, look: { ...DEFAULT_LOOK, background: { is: 'picture', pictureId: id } } })
  }

  /** Creates an event with rows in every table that belongs to events. */
  async function createFullEvent(host: Host) {
    const invited = await invite(host, 'سارة', 'علي', 'هدى', 'منيرة')
    const [sara, ali, huda] = invited.map(({ id }) => id) as [string, string, string]
    const eventId = invited[0]!.eventId!
    await uploadDesign(host, 1)
    await uploadDesign(host, 2)
    await host.events.update({ id: eventId, place: 'قاعة الماسة', hidesNames: true })
    const picture = new Blob([createJpeg(EVENT_PICTURE_SPEC)], { type: 'image/jpeg' })
    await host.events.savePicture({ id: eventId, picture })
    const door = await host.links.create({ eventId, role: 'door', name: 'باب' })
    const family = await host.links.create({ eventId, role: 'family', name: 'أهل', allotment: 5 })
    const [gate, relatives] = [await openLink(base(), door), await openLink(base(), family)]
    await relatives.backend.invitations.create({ invitations: [{ ...event, guestName: 'هند' }] })
    await host.invitations.sent({ ids: [sara, ali], via: 'whatsapp' })
    await host.invitations.answer({ id: sara, attends: true, people: 2, note: 'مع أختها' })
    const reissued = await host.invitations.reissue({ id: ali })
    await host.invitations.cancel({ id: huda })
    await gate.backend.checkIn.check({ qr_code: sara, nonce: 'gate-1', admit: 2 })
    return { eventId, sara, former: ali, reissued: reissued.code, door, gate }
  }

  test('a restored event has the same rows, quota and figures as before', async () => {
    const host = await signIn({ limit: 20 })
    const { eventId } = await createFullEvent(host)
    const summary = await host.events.get({ id: eventId })
    for (const table of ['event_pictures', 'link_sessions', 'sendings', 'answers', 'card_changes', 'scans'] as const)
      expect(await count(table), table).toBeGreaterThan(0)
    const [rows, used, invitations] = [await readRows(db()), await usedBy(host), await host.invitations.list({ eventId })]
    expect(await host.events.remove({ id: eventId })).toMatchObject({
      ...{ deleted: 5, refunded: 4 },
      restorableUntil: new Date(NOW + DELETED_EVENT_DAYS * DAY_MS).toISOString(),
    })
    expect([await usedBy(host), (await host.events.list({})).total, await count('pictures')]).toEqual([1, 0, 2])
    const [deleted] = await deletedOf(host)
    expect(deleted).toMatchObject({ name: event.eventName, date: event.eventDate, invitations: 5, ownerName: host.user.fullName })
    at += 60_000
    expect(await host.events.restore({ id: deleted!.id })).toEqual({ ...summary, changedAt: expect.any(String) })
    expect(await readRows(db())).toEqual(rows)
    expect(await usedBy(host)).toBe(used)
    expect(await unbalancedAccounts(db())).toEqual([])
    expect(await host.invitations.list({ eventId })).toEqual(invitations)
    expect((await host.invitations.list({ search: 'سارة' })).total).toBeGreaterThan(0)
    expect(await deletedOf(host)).toEqual([])
    expect(await refusalCodeOf(host.events.restore({ id: deleted!.id }))).toBe('not-found')
  })

  test('codes, pages and links of a deleted event are refused until it is back', async () => {
    const host = await signIn({ limit: 20 })
    const { eventId, sara, former, reissued, door, gate } = await createFullEvent(host)
    await host.events.remove({ id: eventId })
    const reasonOf = async (code: string) => (await host.checkIn.check({ qr_code: code })).refused?.reason
    expect([await reasonOf(sara), await reasonOf(former), await reasonOf(reissued)]).toEqual(['deleted', 'deleted', 'deleted'])
    expect(await refusalCodeOf(gate.backend.links.me({}))).toBe('link-ended')
    expect(await refusalCodeOf(openLink(base(), door))).toBe('link-ended')
    expect(await refusalCodeOf(visitor().guests.answer({ code: sara, attends: true, people: 1 }))).toBe('not-found')
    // Nobody can take an id or a code of the deleted event meanwhile.
    expect(await refusalCodeOf(host.invitations.create({ invitations: [{ ...event, id: sara, guestName: 'غيرها' }] }))).toBe('id-taken')
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    expect(await host.checkIn.check({ qr_code: sara })).toMatchObject({ outcome: 'admitted', invitation: { currentScans: 3 } })
    expect([await reasonOf(former), (await host.checkIn.check({ qr_code: reissued })).outcome]).toEqual(['replaced', 'admitted'])
    expect(await gate.backend.links.me({})).toMatchObject({ name: 'باب' })
    expect((await openLink(base(), door)).self).toMatchObject({ role: 'door' })
    expect(await visitor().guests.answer({ code: sara, attends: true, people: 1 })).toMatchObject({})
  })

  test('a restoration after a password change revokes the event’s links', async () => {
    const host = await signIn({ limit: 20 })
    const { eventId, sara, gate } = await createFullEvent(host)
    const used = await usedBy(host)
    await host.events.remove({ id: eventId })
    at += 1_000
    await db().write(trx => accountsIn(trx).setPassword(host.user.id, 'hash', { by: 'server', at: new Date(at) }))
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    expect(await host.links.list({ eventId })).toEqual([])
    expect(await refusalCodeOf(gate.backend.links.me({}))).toBe('link-ended')
    expect(await host.checkIn.check({ qr_code: sara })).toMatchObject({ outcome: 'admitted' })
    // The four credits that the family link had reserved are not charged again.
    expect(await usedBy(host)).toBe(used - 4)
  })

  test('every device gets a restored event, whether it deleted it or not', async () => {
    const host = await signIn({ limit: 20 })
    const { eventId } = await createFullEvent(host)
    const before = await host.invitations.changes({})
    at += 120_000
    await host.events.remove({ id: eventId })
    const deletion = await host.invitations.changes({ since: before.mark, epoch: before.epoch })
    expect([deletion.removedEvents, deletion.removed.length]).toEqual([[eventId], 5])
    at += 120_000
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    for (const { mark, epoch } of [before, deletion]) {
      const changes = await host.invitations.changes({ since: mark, epoch })
      expect(changes).toMatchObject({ isFull: false, removed: [], removedEvents: [], deleted: [], events: [{ id: eventId }] })
      expect(changes.invitations).toHaveLength(5)
    }
  })

  test('uploads during the deletion count after the restoration', async () => {
    const host = await signIn({ limit: 20 })
    const [sara, ali, huda] = await invite(host, 'سارة', 'علي', 'هدى')
    const offline = { happened: true, gate: 'الشرقية' }
    await host.checkIn.check({ qr_code: ali!.id, nonce: 'before', admit: 2, ...offline })
    at += 1_000
    await host.events.remove({ id: sara!.eventId! })
    at += 1_000
    const undo = (code: string, admission: string) => {
      const admittedAt = new Date(NOW).toISOString()
      return host.checkIn.undo({ qr_code: code, admission, nonce: `undo ${admission}`, admittedAt, undoneAt: admittedAt, happened: true })
    }
    await host.checkIn.check({ qr_code: sara!.id, nonce: 'during', admit: 2, ...offline })
    await undo(ali!.id, 'before')
    await host.checkIn.check({ qr_code: huda!.id, nonce: 'both', admit: 3, ...offline })
    await undo(huda!.id, 'both')
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    const { rows } = await host.invitations.list({})
    expect(rows.map(({ guestName, currentScans, isScanned }) => [guestName, currentScans, isScanned])).toEqual([
      ['سارة', 2, true],
      ['علي', 0, false],
      ['هدى', 0, false],
    ])
    expect(await host.checkIn.arrivals({ eventId: sara!.eventId! })).toMatchObject({ arrived: 2, invited: 9 })
    expect(await usedBy(host)).toBe(3)
  })

  test('a deletion by an administrator is listed for the host, not for others', async () => {
    const [host, stranger, admin] = [await signIn(), await signIn(), await signIn({ isAdmin: true })]
    const [sara] = await invite(host, 'سارة')
    await admin.events.remove({ id: sara!.eventId! })
    const [deleted] = await deletedOf(host)
    expect(await deletedOf(admin)).toMatchObject([{ id: deleted!.id, userId: host.user.id, ownerName: host.user.fullName }])
    expect(await deletedOf(stranger)).toEqual([])
    expect((await stranger.events.deleted({ userId: host.user.id })).rows).toEqual([])
    expect(await refusalCodeOf(stranger.events.restore({ id: deleted!.id }))).toBe('not-found')
    expect(await admin.events.restore({ id: deleted!.id })).toMatchObject({ userId: host.user.id, invitations: 1 })
  })

  test('an event without invitations is deleted for good', async () => {
    const host = await signIn()
    const { id } = await host.events.create({ name: 'خالية', date: event.eventDate })
    expect(await host.events.remove({ id })).toMatchObject({ deleted: 0, restorableUntil: null })
    expect(await deletedOf(host)).toEqual([])
  })

  test('nobody else can take the id of a deleted event', async () => {
    const [host, stranger] = [await signIn({ limit: 20 }), await signIn({ limit: 20 })]
    const [sara] = await invite(host, 'سارة')
    const { id: emptyId } = await host.events.create({ name: 'خالية', date: event.eventDate })
    for (const id of [sara!.eventId!, emptyId]) {
      await host.events.remove({ id })
      await expect(stranger.events.create({ id, name: 'محجوز', date: event.eventDate })).rejects.toMatchObject({
        ...{ code: 'id-taken', message: 'توجد مناسبة أخرى بهذا المعرّف' },
      })
    }
    expect(await host.events.create({ id: emptyId, name: 'خالية', date: event.eventDate })).toMatchObject({ id: emptyId })
    expect(await host.events.restore({ id: (await deletedOf(host))[0]!.id })).toMatchObject({ id: sara!.eventId, invitations: 1 })
  })

  test('nobody can take the ids of the links and the design of a deleted event', async () => {
    const [host, stranger] = [await signIn({ limit: 20 }), await signIn({ limit: 20 })]
    const { eventId, door, gate } = await createFullEvent(host)
    await host.links.revoke({ id: (await host.links.create({ eventId, role: 'door', name: 'مبطل' })).id })
    const linkIds = (await db().read.selectFrom('links').select('id').where('event_id', '=', eventId).execute()).map(({ id }) => id)
    const design = (await host.invitations.designs({})).rows[0]!
    await host.events.remove({ id: eventId })
    const rows = await readRows(db())
    for (const other of [stranger, host]) {
      const { id: otherId } = await other.events.create({ name: 'غيرها', date: event.eventDate })
      expect(linkIds).toHaveLength(3)
      for (const id of linkIds)
        await expect(other.links.create({ id, eventId: otherId, role: 'live', name: 'شاشة' })).rejects.toMatchObject({
          ...{ code: 'id-taken', message: 'يوجد رابط آخر بهذا المعرّف' },
        })
      await expect(other.invitations.saveDesign({ id: design.id, eventId: otherId, look: DEFAULT_LOOK })).rejects.toMatchObject({
        ...{ code: 'id-taken', message: 'يوجد تصميم آخر بهذا المعرّف' },
      })
      await other.events.remove({ id: otherId })
    }
    expect({ ...(await readRows(db())), event_tombstones: [] }).toEqual({ ...rows, event_tombstones: [] })
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    expect([await gate.backend.links.me({}), (await host.invitations.designs({})).rows]).toMatchObject([
      { id: door.id },
      [{ id: design.id }],
    ])
    expect(await count('deleted_event_ids')).toBe(0)
  })

  test('an invitation is not created in another owner’s event with the same id', async () => {
    const [host, stranger] = [await signIn({ limit: 20 }), await signIn({ limit: 20 })]
    const [sara] = await invite(host, 'سارة')
    const id = sara!.eventId!
    await host.events.remove({ id })
    // As a database of an earlier version may be, whose creations did not look at tombstones.
    await db().write(async trx => {
      await trx.deleteFrom('event_tombstones').where('id', '=', id).execute()
      await eventsIn(trx).add(newEvent({ id, userId: stranger.user.id, name: 'سرّ غيره', date: event.eventDate }, new Date(at)))
    })
    await expect(host.events.restore({ id: (await deletedOf(host))[0]!.id })).rejects.toMatchObject({
      ...{ code: 'id-taken', message: 'توجد مناسبة أخرى بهذا المعرّف' },
    })
    const [again] = await invite(host, 'علي')
    expect(again!.eventId).not.toBe(id)
    const { eventId } = await host.invitations.saveDesign({ ...event, look: DEFAULT_LOOK })
    expect(eventId).toBe(again!.eventId)
    await stranger.events.remove({ id })
    const [other] = await invite(host, 'هدى')
    expect(other!.eventId).toBe(again!.eventId)
    expect((await host.invitations.list({})).total).toBe(2)
  })

  test('refuses to restore an event whose name is taken, or that exists again', async () => {
    const host = await signIn({ limit: 20 })
    const [sara] = await invite(host, 'سارة')
    const id = sara!.eventId!
    await host.events.remove({ id })
    const [deleted] = await deletedOf(host)
    const restore = () => host.events.restore({ id: deleted!.id })
    const [again] = await host.invitations.create({
      ...{ happened: true, nonce: 'again' },
      invitations: [{ ...event, eventId: id, guestName: 'علي' }],
    })
    expect(again).toMatchObject({ eventId: id })
    await host.events.update({ id, name: 'غيره' })
    await expect(restore()).rejects.toMatchObject({ code: 'event-taken', message: expect.stringContaining('من جديد') })
    await host.events.remove({ id })
    expect(await deletedOf(host)).toHaveLength(2)
    const other = await host.events.create({ name: event.eventName, date: event.eventDate })
    await expect(restore()).rejects.toMatchObject({ code: 'event-taken', message: expect.stringContaining('مناسبة أخرى بهذا الاسم') })
    await host.events.remove({ id: other.id })
    expect(await restore()).toMatchObject({ id, name: event.eventName, invitations: 1 })
    expect((await host.invitations.list({ eventId: id })).rows).toMatchObject([{ guestName: 'سارة' }])
  })

  test('a restoration beyond the balance is refused and changes nothing', async () => {
    const host = await signIn({ limit: 3 })
    const [sara] = await invite(host, 'سارة', 'علي', 'هدى')
    await host.events.remove({ id: sara!.eventId! })
    const [deleted] = await deletedOf(host)
    const [other] = await host.invitations.create({ invitations: [{ ...event, eventName: 'غيرها', guestName: 'منيرة' }] })
    const rows = await readRows(db())
    await expect(host.events.restore({ id: deleted!.id })).rejects.toMatchObject({
      code: 'over-balance',
      message: 'يُخصم عند الاسترجاع ما أعاده الحذف إلى رصيدك، وهو 3 دعوات، وبقي فيه دعوتان. اطلب من مدير النظام رفع رصيدك',
    })
    expect(await readRows(db())).toEqual(rows)
    await host.invitations.remove({ id: other!.id })
    await host.events.restore({ id: deleted!.id })
    expect(await usedBy(host)).toBe(3)
  })

  /** Creates invitations of an event on a device without a server; those beyond the quota are pending. */
  const inviteOffline = (host: Host, eventName: string, guests: number) =>
    host.invitations.create({
      happened: true,
      invitations: Array.from({ length: guests }, (_, n) => ({ ...event, eventName, guestName: `ضيف ${n}` })),
    })
  const pendingOf = async (host: Host) =>
    (await db().read.selectFrom('invitations').select('id').where('user_id', '=', host.user.id).where('is_pending', '=', 1).execute())
      .length

  test('a restoration beyond the maximum of pending invitations is refused', async () => {
    const [host, admin] = [await signIn({ limit: 1 }), await signIn({ isAdmin: true })]
    await inviteOffline(host, 'الأولى', 1)
    const [first] = await inviteOffline(host, 'معلّقة', 400)
    await host.events.remove({ id: first!.eventId! })
    await inviteOffline(host, 'بعدها', 101)
    const [deleted] = await deletedOf(host)
    const rows = await readRows(db())
    await expect(host.events.restore({ id: deleted!.id })).rejects.toMatchObject({
      code: 'too-many-pending',
      message: 'لا يُقبل لصاحب المناسبة أكثر من 500 دعوة معلّقة. اطلب من مدير النظام رفع رصيده',
    })
    expect(await readRows(db())).toEqual(rows)
    await admin.accounts.update({ id: host.user.id, generationLimit: 102 })
    expect(await pendingOf(host)).toBe(0)
    expect(await host.events.restore({ id: deleted!.id })).toMatchObject({ invitations: 400 })
    expect([await pendingOf(host), await usedBy(host)]).toEqual([400, 102])
  })

  test('a restoration charges pending invitations that the quota now covers', async () => {
    const [host, admin] = [await signIn({ limit: 1 }), await signIn({ isAdmin: true })]
    const [first] = await inviteOffline(host, 'معلّقة', 4)
    await host.events.remove({ id: first!.eventId! })
    await admin.accounts.update({ id: host.user.id, generationLimit: 3 })
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    expect([await pendingOf(host), await usedBy(host)]).toEqual([1, 3])
  })

  test('a restoration counts as many edits as the deletion', async () => {
    const host = await signIn({ limit: 1 })
    const [first] = await inviteOffline(host, 'معلّقة', 301)
    const usedEdits = async () =>
      (await db().read.selectFrom('budgets').select('used').where('user_id', '=', host.user.id).where('what', '=', 'edits').execute()).map(
        ({ used }) => used,
      )
    await host.events.remove({ id: first!.eventId! })
    expect(await usedEdits()).toEqual([304])
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    expect(await usedEdits()).toEqual([608])
  })

  test.each([
    ['designs', MAX_DESIGNS, 'لديك 1000 تصميم، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة'],
    ['links', MAX_OWNER_LINKS, 'لديك 2000 رابطاً، وهذا أكثر ما يُحفظ. أبطل روابط لا تحتاج إليها ثم أعد المحاولة'],
  ] as const)('refuses to restore %s beyond the maximum of the owner, and changes nothing', async (table, most, message) => {
    const host = await signIn({ limit: 20 })
    const { eventId } = await createFullEvent(host)
    await host.events.remove({ id: eventId })
    const [deleted] = await deletedOf(host)
    const { id: otherId } = await host.events.create({ name: 'غيرها', date: event.eventDate })
    const created = new Date(at).toISOString()
    const design = { look: JSON.stringify(DEFAULT_LOOK), own_place: null, picture_id: null, updated_at: created }
    const link = { role: 'live' as const, name: 'شاشة', shows_names: 0, may_search: 0, created_at: created, expires_at: null }
    await db().write(async trx => {
      for (const some of toChunks(Array.from({ length: most }, (_, n) => `${n}`)))
        if (table === 'links')
          await trx
            .insertInto('links')
            .values(
              some.map(n => ({
                ...{ ...link, id: `link ${n}`, token_hash: n, event_id: otherId, user_id: host.user.id },
                ...{ revoked_at: null, allotment: null, used: 0 },
              })),
            )
            .execute()
        else
          for (const n of some) {
            const other = { id: `event ${n}`, userId: host.user.id, name: `حفل ${n}`, date: event.eventDate }
            await eventsIn(trx).add(newEvent(other, new Date(at)))
            await trx
              .insertInto('designs')
              .values({ ...design, id: `design ${n}`, event_id: other.id, user_id: host.user.id })
              .execute()
          }
    })
    const rows = await readRows(db())
    await expect(host.events.restore({ id: deleted!.id })).rejects.toMatchObject({ code: 'budget-used', message })
    expect(await readRows(db())).toEqual(rows)
    await db().write(trx => trx.deleteFrom(table).where('id', 'in', ['link 0', 'link 1', 'design 0']).execute())
    expect(await host.events.restore({ id: deleted!.id })).toMatchObject({ id: eventId })
  })

  test('concurrent restorations of an event restore it once', async () => {
    const host = await signIn({ limit: 20 })
    const [sara] = await invite(host, 'سارة', 'علي')
    await host.events.remove({ id: sara!.eventId! })
    const [deleted] = await deletedOf(host)
    const restored = await Promise.all(Array.from({ length: 5 }, () => refusalCodeOf(host.events.restore({ id: deleted!.id }))))
    expect(restored.sort()).toEqual(['done', ...Array(4).fill('not-found')])
    expect([await usedBy(host), await count('invitations'), await count('guest_words')]).toEqual([2, 2, 2])
  })

  test('the pictures of a deleted event are kept for 14 days', async () => {
    const host = await signIn({ limit: 20 })
    const { eventId } = await createFullEvent(host)
    await host.events.remove({ id: eventId })
    at += (DELETED_EVENT_DAYS - 1) * DAY_MS
    await deleteAllExpired(db(), new Date(at))
    expect([await count('pictures'), (await deletedOf(host)).length]).toEqual([2, 1])
    at += 2 * DAY_MS
    await deleteAllExpired(db(), new Date(at))
    expect([await count('pictures'), await count('deleted_events'), await count('deleted_event_rows')]).toEqual([0, 0, 0])
  })

  test('a deleted event cannot be listed or restored after 14 days', async () => {
    const host = await signIn({ limit: 20 })
    const [sara] = await invite(host, 'سارة')
    await host.events.remove({ id: sara!.eventId! })
    const [deleted] = await deletedOf(host)
    at += DELETED_EVENT_DAYS * DAY_MS
    expect(await host.events.deleted({})).toMatchObject({ rows: [{ id: deleted!.id }], total: 1 })
    at += 1
    expect(await host.events.deleted({})).toMatchObject({ rows: [], total: 0 })
    expect(await refusalCodeOf(host.events.restore({ id: deleted!.id }))).toBe('not-found')
    expect(await count('deleted_events')).toBe(1)
    at -= 1
    expect(await host.events.restore({ id: deleted!.id })).toMatchObject({ invitations: 1 })
  })

  test('a restored event keeps a picture that another deleted event shares', async () => {
    const host = await signIn({ limit: 20 })
    const [sara] = await invite(host, 'سارة')
    const { look } = await uploadDesign(host, 1)
    const other = await host.events.create({ name: 'غيرها', date: event.eventDate })
    await host.invitations.saveDesign({ eventId: other.id, look })
    await host.events.remove({ id: sara!.eventId! })
    await host.events.remove({ id: other.id })
    await host.events.restore({ id: (await deletedOf(host))[0]!.id })
    expect((await host.invitations.designs({})).rows).toMatchObject([{ look: { background: look.background } }])
  })

  /** Adds deletions with this many invitations each, the first one a millisecond ago, each with a kept picture of the event. */
  const addDeletions = (host: Host, amount: number, invitations: number) =>
    db().write(async trx => {
      const deletions = Array.from({ length: amount }, (_, n) => ({
        ...{ id: `deletion-${n}`, event_id: `event-${n}`, user_id: host.user.id, name: `حفل ${n}`, date: event.eventDate, invitations },
        ...{ picture_id: null, deleted_at: new Date(at - 1 - n).toISOString() },
      }))
      for (const some of toChunks(deletions)) {
        await trx.insertInto('deleted_events').values(some).execute()
        const picture = { table_name: 'event_pictures', content: '[]', number: 0 }
        await trx
          .insertInto('deleted_event_rows')
          .values(some.map(({ id }) => ({ ...picture, deleted_event_id: id })))
          .execute()
      }
    })

  test('many deletions of small events do not delete a larger one for good', async () => {
    const host = await signIn({ limit: 20 })
    const [sara] = await invite(host, 'سارة', 'علي', 'هدى')
    await host.events.remove({ id: sara!.eventId! })
    const [deleted] = await deletedOf(host)
    at += 60_000
    await addDeletions(host, MAX_DELETED_EVENTS - 2, 1)
    for (const name of ['الأولى', 'الثانية']) {
      at += 1_000
      const [one] = await host.invitations.create({ invitations: [{ ...event, eventName: name, guestName: 'هند' }] })
      await host.events.remove({ id: one!.eventId! })
    }
    const { rows, total } = await host.events.deleted({ limit: 2 })
    expect([rows.map(({ name }) => name), total]).toEqual([['الثانية', 'الأولى'], MAX_DELETED_EVENTS])
    const names = (await db().read.selectFrom('deleted_events').select('name').execute()).map(({ name }) => name)
    expect([names.includes('حفل 0'), names.includes(`حفل ${MAX_DELETED_EVENTS - 3}`)]).toEqual([true, false])
    expect(await host.events.restore({ id: deleted!.id })).toMatchObject({ invitations: 3 })
  })

  test('the event deleted last can be restored even if it is the smallest', async () => {
    const host = await signIn({ limit: 20 })
    await addDeletions(host, MAX_DELETED_EVENTS, 2)
    const [sara] = await invite(host, 'سارة')
    await host.events.remove({ id: sara!.eventId! })
    const { rows, total } = await host.events.deleted({ limit: 1 })
    expect([rows[0]!.name, total]).toEqual([event.eventName, MAX_DELETED_EVENTS])
    expect(await host.events.restore({ id: rows[0]!.id })).toMatchObject({ invitations: 1 })
  })

  test('an owner’s last 50 deleted events keep their pictures for messengers', async () => {
    const [host, neighbour] = [await signIn({ limit: 20 }), await signIn({ limit: 20 })]
    const { eventId } = await createFullEvent(neighbour)
    await neighbour.events.remove({ id: eventId })
    at += 1_000
    await addDeletions(host, MAX_KEPT_EVENT_PICTURES, 9)
    const [sara] = await invite(host, 'سارة')
    await host.events.remove({ id: sara!.eventId! })
    const withPicture = async () =>
      (
        await db()
          .read.selectFrom('deleted_event_rows')
          .innerJoin('deleted_events', 'deleted_events.id', 'deleted_event_id')
          .select('name')
          .where('user_id', '=', host.user.id)
          .where('table_name', '=', 'event_pictures')
          .execute()
      ).map(({ name }) => name)
    const names = await withPicture()
    expect([names.length, names.includes(`حفل ${MAX_KEPT_EVENT_PICTURES - 1}`)]).toEqual([MAX_KEPT_EVENT_PICTURES - 1, false])
    await neighbour.events.restore({ id: (await deletedOf(neighbour))[0]!.id })
    expect(await count('event_pictures')).toBe(1)
  })

  test('deleting an account deletes its deleted events', async () => {
    const [host, admin] = [await signIn({ limit: 20 }), await signIn({ isAdmin: true })]
    const { eventId } = await createFullEvent(host)
    await host.events.remove({ id: eventId })
    await admin.accounts.remove({ id: host.user.id })
    expect([await count('deleted_events'), await count('deleted_event_rows'), await count('pictures')]).toEqual([0, 0, 0])
  })

  test('a deletion and a restoration change no count, code or balance after random actions', async () => {
    const guest = fc.nat({ max: 2 })
    const action = fc.oneof(
      fc.record({ is: fc.constant('scan' as const), guest, people: fc.integer({ min: 1, max: 2 }), isOffline: fc.boolean() }),
      fc.record({ is: fc.constant('undo' as const), number: fc.nat({ max: 9 }) }),
      fc.record({ is: fc.constantFrom('reissue' as const, 'cancel' as const, 'restore' as const), guest }),
    )
    type Action = typeof action extends fc.Arbitrary<infer A> ? A : never
    const isUpload = (one: Action) => one.is === 'undo' || (one.is === 'scan' && one.isOffline)

    /**
     * Runs the actions; those in `during` are uploads, which arrive after the deletion of the event if `isDeleted`. Returns what the host
     * then sees.
     */
    async function run({ before, during, after }: Record<'before' | 'during' | 'after', Action[]>, isDeleted: boolean) {
      const host = await signIn({ limit: 10 })
      const invited = await invite(host, 'سارة', 'علي', 'هدى')
      const codes = invited.map(({ code }) => code)
      const admissions: { nonce: string; code: string }[] = []
      const time = new Date(at).toISOString()
      let number = 0
      async function act(actions: Action[]) {
        for (const one of actions) {
          at += 1
          const nonce = `act ${number++}`
          if (one.is === 'undo') {
            const { nonce: admission, code } = admissions[one.number % Math.max(1, admissions.length)] ?? {}
            if (admission === undefined || code === undefined) continue
            await host.checkIn.undo({ qr_code: code, admission, nonce, admittedAt: time, undoneAt: time, happened: true })
          } else if (one.is === 'scan') {
            const code = codes[one.guest]!
            const { outcome } = await host.checkIn.check({
              qr_code: code,
              nonce,
              admit: one.people,
              happened: one.isOffline,
              scannedAt: time,
            })
            if (outcome === 'admitted') admissions.push({ nonce, code })
          } else codes[one.guest] = (await host.invitations[one.is]({ id: invited[one.guest]!.id })).code
        }
      }
      await act(before)
      at += 1
      if (isDeleted) await host.events.remove({ id: invited[0]!.eventId! })
      at += 1
      await act(during.filter(isUpload))
      if (isDeleted) await host.events.restore({ id: (await deletedOf(host))[0]!.id })
      await act(after)
      const { rows } = await host.invitations.list({})
      return {
        rows: rows.map(({ guestName, currentScans, isScanned, state, code }) => [
          guestName,
          currentScans,
          isScanned,
          state,
          codes.indexOf(code),
        ]),
        arrivals: await host.checkIn.arrivals({ eventId: invited[0]!.eventId! }),
        used: await usedBy(host),
      }
    }

    const actions = fc.array(action, { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.record({ before: actions, during: actions, after: actions }), async given => {
        expect(await run(given, true)).toEqual(await run(given, false))
      }),
      { numRuns: 5 },
    )
  })
})
