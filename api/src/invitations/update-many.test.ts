import { MAX_UPDATED_INVITATIONS } from '@hudur/core/invitations/contract'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { DAILY_BUDGETS } from '../database/budgets.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

describe.each(ENGINES)('changes of many invitations on %s', engine => {
  /** More invitations than one statement writes. PostgreSQL runs the same statements, so a few chunks suffice there. */
  const largeEvent = engine === 'sqlite' ? 5_200 : 1_200
  const { db, signIn: addHost } = startTestServer(engine)
  const signIn = (username: string) => addHost({ username, limit: 20_000 })

  test(`one call changes ${largeEvent} invitations, and a repeated one none`, async () => {
    const host = await signIn('host')
    const guests = Array.from({ length: largeEvent }, (_, n) => ({ ...event, guestName: `ضيف ${n}`, side: n < 200 ? 'أهل العروس' : null }))
    const created = await host.invitations.create({ invitations: guests })
    const ids = created.map(({ id }) => id)
    const { mark, epoch } = await host.invitations.changes({ opened: [event] })
    const change = { side: 'أهل العروس', table: '٧', isVip: true }
    expect(await host.invitations.updateMany({ ids: [...ids, ids[0]!], ...change })).toEqual({ changed: largeEvent })
    expect(await host.invitations.updateMany({ ids, ...change })).toEqual({ changed: 0 })
    const { rows } = await host.invitations.list({})
    expect(new Set(rows.map(({ side, table, isVip }) => JSON.stringify([side, table, isVip])))).toEqual(
      new Set([JSON.stringify(['أهل العروس', '٧', true])]),
    )
    expect((await host.invitations.changes({ since: mark, epoch, opened: [event] })).invitations).toHaveLength(largeEvent)
    // Only the given fields change, and an empty text removes the value.
    expect(await host.invitations.updateMany({ ids: ids.slice(0, 3), side: '' })).toEqual({ changed: 3 })
    expect((await host.invitations.list({ search: 'ضيف 0' })).rows[0]).toMatchObject({ side: null, table: '٧', isVip: true })
    const used = await db().read.selectFrom('budgets').select('used').where('what', '=', 'edits').execute()
    expect(used.map(row => row.used)).toEqual([1 + largeEvent / 100 + 1])
  })

  test('a partner changes the guests of the shared event, and nobody else does', async () => {
    const [host, partner, stranger] = [await signIn('host'), await signIn('partner'), await signIn('stranger')]
    const [shared] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
    const [other] = await host.invitations.create({ invitations: [{ ...event, eventName: 'تخرّج', guestName: 'علي' }] })
    await host.events.addPartner({ eventId: shared!.eventId!, username: 'partner' })
    const ids = [shared!.id, other!.id, 'nothing']
    expect(await partner.invitations.updateMany({ ids, table: '3' })).toEqual({ changed: 1 })
    await expect(partner.invitations.updateMany({ ids: [other!.id], table: '3' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(stranger.invitations.updateMany({ ids, isVip: true })).rejects.toMatchObject({ code: 'not-found' })
    const { rows } = await host.invitations.list({})
    expect(new Map(rows.map(({ id, table, isVip }) => [id, [table, isVip]]))).toEqual(
      new Map([
        [shared!.id, ['3', false]],
        [other!.id, [null, false]],
      ]),
    )
    const activity = await db().read.selectFrom('activity').select('description').where('verb', '=', 'update').execute()
    expect(activity.map(({ description }) => description)).toContain(`عُدّلت دعوة لمناسبة «${event.eventName}»`)
  })

  test('guests who were told another table become outdated', async () => {
    const host = await signIn('host')
    const [sara, ali] = await host.invitations.create({
      invitations: ['سارة', 'علي'].map(guestName => ({ ...event, guestName, table: '1' })),
    })
    await host.invitations.sent({ ids: [sara!.id], via: 'whatsapp' })
    await host.invitations.updateMany({ ids: [sara!.id, ali!.id], table: '2' })
    expect((await host.invitations.list({ filter: 'outdated' })).rows.map(({ id }) => id)).toEqual([sara!.id])
  })

  test('too many ids, too long values and a used budget change nothing', async () => {
    const host = await signIn('host')
    const [sara] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
    const ids = [sara!.id]
    for (const given of [
      { ids: Array(MAX_UPDATED_INVITATIONS + 1).fill(sara!.id), isVip: true },
      { ids: [], isVip: true },
      { ids, table: 'ط'.repeat(21) },
      { ids, side: 'ج'.repeat(51) },
    ])
      await expect(host.invitations.updateMany(given)).rejects.toMatchObject({ code: 'bad-input' })
    await host.invitations.updateMany({ ids, isVip: true })
    const before = (await host.invitations.list({})).rows
    await db().write(trx => trx.updateTable('budgets').set({ used: DAILY_BUDGETS.edits }).execute())
    await expect(host.invitations.updateMany({ ids, table: '9' })).rejects.toMatchObject({ code: 'budget-used' })
    expect((await host.invitations.list({})).rows).toEqual(before)
  })
})
