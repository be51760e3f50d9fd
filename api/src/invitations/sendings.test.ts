import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2026-11-20' }

describe.each(ENGINES)('sendings on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let now: Date

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, { now: () => now })
  })
  beforeEach(async () => {
    now = new Date('2026-11-17T09:00:00.000Z')
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const advanceClock = (ms: number) => {
    now = new Date(now.getTime() + ms)
    return now.toISOString()
  }

  async function createHost(guests = ['سارة', 'علي', 'هدى']) {
    const { backend } = await server.callerFor(await addAccount(db, { username: 'host' }))
    const invitations = await backend.invitations.create({ invitations: guests.map(guestName => ({ ...event, guestName })) })
    const ids = invitations.map(({ id }) => id)
    const readSentMarks = async () =>
      new Map((await backend.invitations.list({})).rows.map(({ id, sentAt, sentVia }) => [id, [sentAt, sentVia]]))
    const countInvitations = async (filter: 'unsent' | 'all') => (await backend.invitations.list({ filter })).total
    return { backend, invitations, ids, sentOf: readSentMarks, total: countInvitations, eventId: invitations[0]!.eventId! }
  }

  test('a sent mark is visible in list, filter, counts and history', async () => {
    const { backend, ids, sentOf, total, eventId } = await createHost()
    const [sara, ali, huda] = ids as [string, string, string]
    const before = await backend.invitations.changes({})
    const at = advanceClock(3_600_000)
    const marked = await backend.invitations.sent({ ids: [sara, ali], via: 'whatsapp' })
    expect(marked.map(({ sentAt, sentVia }) => [sentAt, sentVia])).toEqual([
      [at, 'whatsapp'],
      [at, 'whatsapp'],
    ])
    expect(await sentOf()).toEqual(
      new Map([
        [sara, [at, 'whatsapp']],
        [ali, [at, 'whatsapp']],
        [huda, [null, null]],
      ]),
    )
    expect(await total('unsent')).toBe(1)
    await backend.invitations.cancel({ id: huda })
    expect(await total('unsent')).toBe(0)
    expect(await backend.events.get({ id: eventId })).toMatchObject({ sent: 2, unsent: 0, opened: 0, answered: 0, attending: 0 })
    const by = (await backend.accounts.me({}))?.fullName
    expect(await backend.invitations.history({ id: sara })).toEqual([{ kind: 'sent', at, by, via: 'whatsapp', isThanks: false }])
    const { invitations } = await backend.invitations.changes({ since: before.mark, epoch: before.epoch })
    expect(invitations.find(({ id }) => id === sara)).toMatchObject({ sentAt: at, sentVia: 'whatsapp' })
  })

  test('the filters for sending leave out a guest who has arrived', async () => {
    const { backend, invitations, ids, eventId } = await createHost()
    await backend.invitations.sent({ ids: ids.slice(0, 2), via: 'whatsapp' })
    const countListed = async () => {
      const filters = ['unsent', 'unopened', 'unanswered'] as const
      return Promise.all(filters.map(async filter => (await backend.invitations.list({ filter })).total))
    }
    expect(await countListed()).toEqual([1, 2, 2])
    for (const { code } of invitations.slice(1)) await backend.checkIn.check({ qr_code: code })
    expect(await countListed()).toEqual([0, 1, 1])
    expect(await backend.events.get({ id: eventId })).toMatchObject({ sent: 2, unsent: 0 })
  })

  test('the filter `unsent` leaves out a guest who has declined', async () => {
    const { backend, ids, total, eventId } = await createHost()
    const [sara, ali] = ids as [string, string]
    await backend.invitations.answer({ id: sara, attends: false, people: 0 })
    await backend.invitations.answer({ id: ali, attends: true, people: 1 })
    expect(await total('unsent')).toBe(2)
    expect(await backend.events.get({ id: eventId })).toMatchObject({ unsent: 2 })
    // An answer for a former day no longer declines.
    await backend.events.update({ id: eventId, date: '2027-02-20' })
    expect(await total('unsent')).toBe(3)
    expect(await backend.events.get({ id: eventId })).toMatchObject({ unsent: 3 })
  })

  test('the filter `without-phone` leaves out cancelled invitations', async () => {
    const { backend, ids } = await createHost()
    await backend.invitations.update({ id: ids[1]!, phone: '777123456' })
    await backend.invitations.cancel({ id: ids[2]! })
    const { rows } = await backend.invitations.list({ filter: 'without-phone' })
    expect(rows.map(({ id }) => id)).toEqual([ids[0]])
  })

  test('a skipped guest is skipped on every device until the invitation is sent or reissued', async () => {
    const { backend, ids, eventId } = await createHost()
    const [sara, ali, huda] = ids as [string, string, string]
    const { backend: partner } = await server.callerFor(await addAccount(db, { username: 'partner' }))
    await backend.events.addPartner({ eventId, username: 'partner' })
    const skippedOf = async () => new Map((await partner.invitations.list({ eventId })).rows.map(({ id, skippedIn }) => [id, skippedIn]))
    await backend.invitations.cancel({ id: huda })
    const { mark, epoch } = await backend.invitations.changes({})
    advanceClock(1000)
    expect(await backend.invitations.skip({ ids: [sara, ali, huda, 'nothing'], group: 'unsent' })).toHaveLength(3)
    expect(await skippedOf()).toEqual(
      new Map([
        [sara, 'unsent'],
        [ali, 'unsent'],
        [huda, null],
      ]),
    )
    const { invitations } = await backend.invitations.changes({ since: mark, epoch })
    expect(invitations.filter(({ skippedIn }) => skippedIn === 'unsent').map(({ id }) => id)).toEqual(expect.arrayContaining([sara, ali]))
    // The undo for another group changes nothing.
    await partner.invitations.skip({ ids: [ali], group: 'unopened', undo: true })
    expect((await skippedOf()).get(ali)).toBe('unsent')
    await partner.invitations.skip({ ids: [ali], group: 'unsent', undo: true })
    expect((await skippedOf()).get(ali)).toBeNull()
    await partner.invitations.sent({ ids: [sara], via: 'whatsapp' })
    expect((await skippedOf()).get(sara)).toBeNull()
    await partner.invitations.skip({ ids: [sara], group: 'unanswered' })
    await backend.invitations.reissue({ id: sara })
    expect((await skippedOf()).get(sara)).toBeNull()
    const { backend: stranger } = await server.callerFor(await addAccount(db, { username: 'stranger' }))
    await expect(stranger.invitations.skip({ ids: [ali], group: 'unsent' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('reissuing an invitation removes its sent mark and opening time', async () => {
    const { backend, ids, total, eventId } = await createHost(['سارة'])
    const [id] = ids as [string]
    await backend.invitations.sent({ ids, via: 'whatsapp' })
    await fetch(`${server.base}/api/i/opened.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: id }),
    })
    expect((await backend.invitations.list({})).rows[0]).toMatchObject({ sentVia: 'whatsapp', openedAt: now.toISOString() })
    expect(await backend.invitations.reissue({ id })).toMatchObject({ sentAt: null, sentVia: null, openedAt: null })
    expect(await total('unsent')).toBe(1)
    expect(await backend.events.get({ id: eventId })).toMatchObject({ sent: 0, unsent: 1 })
    expect((await backend.invitations.history({ id })).map(({ kind }) => kind).sort()).toEqual(['reissue', 'sent'])
    await backend.invitations.sent({ ids, via: 'whatsapp' })
    await backend.invitations.cancel({ id })
    expect(await backend.invitations.restore({ id })).toMatchObject({ sentVia: 'whatsapp' })
  })

  test('a sent mark with the code of a reissued card is not stored', async () => {
    const { backend, invitations } = await createHost(['سارة'])
    const { id, code } = invitations[0]!
    const { code: present } = await backend.invitations.reissue({ id })
    expect(await backend.invitations.sent({ ids: [id], via: 'whatsapp', code })).toMatchObject([{ id, sentAt: null, sentVia: null }])
    expect(await backend.invitations.sent({ ids: [id], via: 'whatsapp', code: present })).toMatchObject([{ id, sentVia: 'whatsapp' }])
  })

  test('removing a sent mark does not restore one from before a reissue', async () => {
    const { backend, ids, sentOf } = await createHost(['سارة'])
    const [id] = ids as [string]
    await backend.invitations.sent({ ids, via: 'whatsapp' })
    advanceClock(60_000)
    await backend.invitations.reissue({ id })
    advanceClock(60_000)
    await backend.invitations.sent({ ids, via: 'sms' })
    await backend.invitations.sent({ ids, via: 'sms', undo: true })
    expect((await sentOf()).get(id)).toEqual([null, null])
    expect((await backend.invitations.history({ id })).map(({ kind }) => kind)).toEqual(['reissue', 'sent'])
  })

  test('a cancelled invitation cannot be marked as sent', async () => {
    const { backend, ids, sentOf } = await createHost(['سارة', 'علي'])
    const [sara, ali] = ids as [string, string]
    await backend.invitations.sent({ ids: [sara], via: 'sms' })
    for (const id of ids) await backend.invitations.cancel({ id })
    await backend.invitations.sent({ ids, via: 'whatsapp' })
    expect([...(await sentOf()).entries()].map(([id, [, via]]) => [id, via])).toEqual([
      [sara, 'sms'],
      [ali, null],
    ])
    await backend.invitations.sent({ ids: [sara], via: 'sms', undo: true })
    expect((await sentOf()).get(sara)).toEqual([null, null])
  })

  test('undoing a sent mark restores the previous one', async () => {
    const { backend, ids, sentOf } = await createHost(['سارة'])
    const [id] = ids as [string]
    const first = advanceClock(0)
    await backend.invitations.sent({ ids, via: 'whatsapp' })
    advanceClock(3_600_000)
    await backend.invitations.sent({ ids, via: 'picture' })
    await backend.invitations.sent({ ids, via: 'picture', undo: true })
    expect((await sentOf()).get(id)).toEqual([first, 'whatsapp'])
    for (const _ of [1, 2]) await backend.invitations.sent({ ids, via: 'whatsapp', undo: true })
    expect((await sentOf()).get(id)).toEqual([null, null])
    expect(await db.read.selectFrom('sendings').selectAll().execute()).toEqual([])
  })

  test('marking as sent twice within a minute stores one row', async () => {
    const { backend, ids } = await createHost(['سارة'])
    const countSendings = async () => (await db.read.selectFrom('sendings').select('id').execute()).length
    for (const _ of [1, 2]) await backend.invitations.sent({ ids, via: 'whatsapp' })
    expect(await countSendings()).toBe(1)
    await backend.invitations.sent({ ids, via: 'sms' })
    expect(await countSendings()).toBe(2)
    advanceClock(60_000)
    await backend.invitations.sent({ ids, via: 'sms' })
    expect(await countSendings()).toBe(3)
  })

  test('guests who came are thanked once, after the beginning of the event', async () => {
    const { backend, invitations, ids, sentOf, eventId } = await createHost()
    const [sara, ali, huda] = ids as [string, string, string]
    await backend.events.update({ id: eventId, startsAt: '20:00' })
    await backend.invitations.sent({ ids, via: 'sms' })
    const sentAt = now.toISOString()
    for (const { code } of invitations.slice(0, 2)) await backend.checkIn.check({ qr_code: code })
    const thank = async (of: string[], undo?: true) =>
      (await backend.invitations.sent({ ids: of, via: 'whatsapp', isThanks: true, ...(undo && { undo }) })).map(
        ({ thankedAt }) => thankedAt,
      )
    const summary = async () => {
      const { thanked, unthanked, sent, outdated } = await backend.events.get({ id: eventId })
      return { thanked, unthanked, sent, outdated }
    }
    // 19:59 in Aden.
    now = new Date('2026-11-20T16:59:00.000Z')
    expect(await thank([sara])).toEqual([null])
    now = new Date('2026-11-20T17:00:00.000Z')
    const at = now.toISOString()
    expect(new Set(await thank([sara, huda]))).toEqual(new Set([at, null]))
    expect(await summary()).toEqual({ thanked: 1, unthanked: 1, sent: 3, outdated: 0 })
    advanceClock(3_600_000)
    expect(await thank([sara])).toEqual([at])
    expect((await backend.invitations.history({ id: sara })).filter(({ kind }) => kind === 'sent')).toMatchObject([
      { at, via: 'whatsapp', isThanks: true },
      { at: sentAt, via: 'sms', isThanks: false },
    ])
    const before = await backend.invitations.changes({})
    advanceClock(1000)
    expect(await thank([ali])).toEqual([now.toISOString()])
    const { invitations: changed } = await backend.invitations.changes({ since: before.mark, epoch: before.epoch })
    expect(changed.find(({ id }) => id === ali)).toMatchObject({ thankedAt: now.toISOString() })
    expect(await thank([sara], true)).toEqual([null])
    expect((await sentOf()).get(sara)).toEqual([sentAt, 'sms'])
    await backend.invitations.sent({ ids: [ali], via: 'sms', undo: true })
    expect((await sentOf()).get(ali)).toEqual([null, null])
    expect(await summary()).toEqual({ thanked: 1, unthanked: 1, sent: 2, outdated: 0 })
    await backend.invitations.cancel({ id: sara })
    expect(await summary()).toMatchObject({ thanked: 1, unthanked: 0 })
  })

  test('invitations.sent skips invitations of other accounts', async () => {
    const { backend, ids, sentOf } = await createHost(['سارة'])
    const { backend: stranger } = await server.callerFor(await addAccount(db, { username: 'stranger' }))
    await expect(stranger.invitations.sent({ ids, via: 'whatsapp' })).rejects.toMatchObject({ code: 'not-found' })
    const [own] = await stranger.invitations.create({ invitations: [{ ...event, guestName: 'ريم' }] })
    expect((await stranger.invitations.sent({ ids: [...ids, own!.id], via: 'whatsapp' })).map(({ id }) => id)).toEqual([own!.id])
    expect([...(await sentOf()).values()]).toEqual([[null, null]])
    for (const bad of [
      { ids: [], via: 'whatsapp' as const },
      { ids: Array.from({ length: 1001 }, () => ids[0]!), via: 'sms' as const },
    ])
      await expect(backend.invitations.sent(bad)).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('one call marks 1,000 invitations as sent', async () => {
    const { backend, eventId } = await createHost(['سارة'])
    const { backend: admin } = await server.callerFor(await addAccount(db, { username: 'admin', limit: 2000, isAdmin: true }))
    const created = await admin.invitations.create({
      invitations: Array.from({ length: 1000 }, (_, n) => ({ ...event, guestName: `ضيف ${n}` })),
    })
    expect(await admin.invitations.sent({ ids: created.map(({ id }) => id), via: 'other' })).toHaveLength(1000)
    expect(await admin.events.get({ id: created[0]!.eventId! })).toMatchObject({ sent: 1000, unsent: 0 })
    const message = 'حيّاكم الله {الضيف}\n{الرابط}'
    expect(await backend.events.update({ id: eventId, message })).toMatchObject({ message })
    expect(await backend.events.update({ id: eventId, message: '' })).toMatchObject({ message: null })
    await expect(backend.events.update({ id: eventId, message: 'س'.repeat(1001) })).rejects.toMatchObject({
      fields: { message: expect.any(String) },
    })
  })
})
