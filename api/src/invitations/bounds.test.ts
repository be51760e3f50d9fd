import { MAX_DESIGNS } from '@hudur/core/cards/contract'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { DAILY_BUDGETS } from '../database/budgets.ts'
import { toChunks } from '../database/chunks.ts'
import { newId } from '../database/new-id.ts'
import { eventsIn } from '../events/repository.ts'
import { newEvent } from '../events/writes.ts'

const event = { eventName: 'زفاف', eventDate: '2027-01-14' }
const NOW = '2026-11-20T22:30:00.000Z'
/** The day of the server's clock in the configured time zone. */
const TODAY = '2026-11-21'

describe.each(ENGINES)('limits of designs and edits on %s', engine => {
  let at = NOW
  const { db, signIn, count } = startTestServer(engine, { now: () => new Date(at) })

  test('refuses the 1,001st design of an owner', async () => {
    const [host, neighbour] = [await signIn(), await signIn()]
    const rows = Array.from({ length: MAX_DESIGNS - 1 }, (_, n) => ({
      id: `design-${n}`,
      user_id: host.user.id,
      event_id: `event-${n}`,
      look: JSON.stringify(DEFAULT_LOOK),
      picture_id: null,
      updated_at: NOW,
    }))
    await db().write(async trx => {
      const numberedEvent = (n: number) => ({ id: `event-${n}`, userId: host.user.id, name: `حفل ${n}`, date: event.eventDate })
      for (const n of rows.keys()) await eventsIn(trx).add(newEvent(numberedEvent(n), new Date(NOW)))
      for (const some of toChunks(rows)) await trx.insertInto('designs').values(some).execute()
    })
    const saveDesignForEvent = (caller: typeof host, eventName: string) =>
      refusalCodeOf(caller.invitations.saveDesign({ ...event, eventName, look: DEFAULT_LOOK }))
    expect((await Promise.all([saveDesignForEvent(host, 'الأخير'), saveDesignForEvent(host, 'الزائد')])).sort()).toEqual([
      'budget-used',
      'done',
    ])
    await expect(host.invitations.saveDesign({ ...event, look: DEFAULT_LOOK })).rejects.toMatchObject({
      status: 409,
      message: 'لديك 1000 تصميم، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة',
    })
    expect([await saveDesignForEvent(host, 'حفل 7'), await saveDesignForEvent(neighbour, 'حفل 7')]).toEqual(['done', 'done'])
    expect(await host.invitations.designs({ limit: 100 })).toMatchObject({ rows: { length: 100 }, total: MAX_DESIGNS })
    expect(await refusalCodeOf(host.invitations.designs({ limit: 101 }))).toBe('bad-input')
  })

  test('refuses an edit of an invitation beyond the daily budget', async () => {
    at = NOW
    const [host, neighbour] = [await signIn(), await signIn()]
    const createInvitation = async (caller: typeof host) =>
      (await caller.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] }))[0]!
    const [{ id }, other] = [await createInvitation(host), await createInvitation(neighbour)]
    const budgetRow = { user_id: host.user.id, what: 'edits' as const, day: TODAY, used: DAILY_BUDGETS.edits - 1 }
    await db().write(trx => trx.insertInto('budgets').values(budgetRow).execute())
    expect(await host.invitations.update({ id, guestName: 'هدى' })).toMatchObject({ guestName: 'هدى' })
    const before = await count('activity')
    await expect(host.invitations.update({ id, guestName: 'علي' })).rejects.toMatchObject({
      code: 'budget-used',
      status: 409,
      message: 'بلغت تعديلاتك اليوم 5000، وهذا أكثر ما يُسمح به في اليوم. أعد المحاولة غداً',
    })
    expect((await host.invitations.list({})).rows[0]).toMatchObject({ guestName: 'هدى' })
    expect(await count('activity')).toBe(before)
    expect(await neighbour.invitations.update({ id: other.id, guestName: 'علي' })).toMatchObject({ guestName: 'علي' })
    at = '2026-11-21T21:30:00.000Z'
    expect(await host.invitations.update({ id, guestName: 'علي' })).toMatchObject({ guestName: 'علي' })
  })

  test('saving a design uses one edit, plus one per 100 invitations', async () => {
    at = NOW
    const [host, neighbour] = [await signIn({ limit: 300 }), await signIn()]
    await host.invitations.create({ invitations: Array.from({ length: 250 }, (_, n) => ({ ...event, guestName: `ضيف ${n}` })) })
    const saveDesign = (caller: typeof host) => caller.invitations.saveDesign({ ...event, look: DEFAULT_LOOK })
    const readUsedEdits = async () =>
      (await db().read.selectFrom('budgets').select('used').where('user_id', '=', host.user.id).execute())[0]?.used
    const { id } = await saveDesign(host)
    expect(await readUsedEdits()).toBe(3)
    await saveDesign(host)
    expect(await readUsedEdits()).toBe(4)
    await host.invitations.removeDesign({ id })
    expect(await readUsedEdits()).toBe(7)

    await db().write(trx =>
      trx
        .updateTable('budgets')
        .set({ used: DAILY_BUDGETS.edits - 1 })
        .execute(),
    )
    const saved = await saveDesign(host)
    expect(await refusalCodeOf(saveDesign(host))).toBe('budget-used')
    expect(await refusalCodeOf(host.invitations.removeDesign({ id: saved.id }))).toBe('budget-used')
    expect((await host.invitations.list({ limit: 1 })).rows[0]).toMatchObject({ designId: saved.id })
    expect(await refusalCodeOf(saveDesign(neighbour))).toBe('done')
  })

  const newGuests = (length: number) => Array.from({ length }, (_, n) => ({ ...event, guestName: `ضيف ${n}`, id: newId() }))

  test('deleting a pending invitation uses the daily edit budget', async () => {
    at = NOW
    const host = await signIn({ limit: 1 })
    const createdInvitations = await host.invitations.create({ invitations: newGuests(3), happened: true })
    const edits = { user_id: host.user.id, what: 'edits' as const, day: TODAY, used: DAILY_BUDGETS.edits - 1 }
    await db().write(trx => trx.insertInto('budgets').values(edits).execute())
    const outcomes = []
    for (const { id } of createdInvitations.toReversed()) outcomes.push(await refusalCodeOf(host.invitations.remove({ id })))
    expect(outcomes).toEqual(['done', 'budget-used', 'done'])
    expect((await host.invitations.list({})).rows.map(({ id }) => id)).toEqual([createdInvitations[1]!.id])
    expect(await count('tombstones')).toBe(2)
  })

  test('creating existing invitations again under other keys stores nothing', async () => {
    const host = await signIn({ limit: 5 })
    const act = { invitations: newGuests(3) }
    const createdInvitations = await host.invitations.create({ ...act, nonce: 'made-here' })
    for (let n = 0; n < 3; n++) expect(await host.invitations.create({ ...act, nonce: `again ${n}` })).toEqual(createdInvitations)
    expect([await count('idempotency_keys'), await count('invitations'), await count('activity')]).toEqual([1, 3, 1])
  })
})
