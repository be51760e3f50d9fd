import { MAX_EMPTY_EVENTS } from '@hudur/core/events/contract'
import { dayInAden } from '@hudur/core/testing/days'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { DAILY_BUDGETS } from '../database/budgets.ts'
import { eventsIn } from './repository.ts'
import { newEvent } from './writes.ts'

const DATE = '2027-01-14'

describe.each(ENGINES)('limits of events on %s', engine => {
  const { db, signIn } = startTestServer(engine)

  const readUsedEdits = async (userId: string) =>
    (await db().read.selectFrom('budgets').select('used').where('user_id', '=', userId).where('what', '=', 'edits').execute())[0]?.used

  test('refuses an event beyond 2,000 plus the charged invitations', async () => {
    const host = await signIn({ limit: 5 })
    const [invitation] = await host.invitations.create({ invitations: [{ eventName: 'الأول', eventDate: DATE, guestName: 'سارة' }] })
    await db().write(async trx => {
      for (let n = 0; n < MAX_EMPTY_EVENTS - 1; n++)
        await eventsIn(trx).add(newEvent({ id: `event-${n}`, userId: host.user.id, name: `حفل ${n}`, date: DATE }, new Date()))
    })
    expect(await refusalCodeOf(host.events.create({ name: 'الأخير', date: DATE }))).toBe('done')
    await expect(host.events.create({ name: 'الزائد', date: DATE })).rejects.toMatchObject({
      code: 'budget-used',
      message: 'لديك 2001 مناسبة، وهذا أكثر ما يُحفظ. احذف مناسبة لا تحتاج إليها ثم أعد المحاولة',
    })
    expect(await refusalCodeOf(host.invitations.update({ id: invitation!.id, eventName: 'الزائد' }))).toBe('budget-used')
    // Creating invitations costs quota, so it is never refused because of the number of events.
    expect(
      await refusalCodeOf(host.invitations.create({ invitations: [{ eventName: 'الزائد', eventDate: DATE, guestName: 'علي' }] })),
    ).toBe('done')
  })

  test('renaming an event takes one edit of the owner’s daily budget', async () => {
    const host = await signIn({ limit: 300 })
    const event = await host.events.create({ name: 'زفاف', date: DATE })
    expect(await readUsedEdits(host.user.id)).toBe(1)
    await host.invitations.create({
      invitations: Array.from({ length: 250 }, (_, n) => ({ eventId: event.id, guestName: `ضيف ${n}` })),
    })
    await host.events.update({ id: event.id, name: 'زفاف سارة' })
    expect(await readUsedEdits(host.user.id)).toBe(2)
    await host.events.update({ id: event.id, date: '2027-01-15' })
    expect(await readUsedEdits(host.user.id)).toBe(5)
    await db().write(trx => trx.updateTable('budgets').set({ used: DAILY_BUDGETS.edits }).execute())
    expect(await refusalCodeOf(host.events.update({ id: event.id, name: 'غيره' }))).toBe('budget-used')
    expect(await refusalCodeOf(host.events.remove({ id: event.id }))).toBe('budget-used')
    expect(await host.events.get({ id: event.id })).toMatchObject({ name: 'زفاف سارة', invitations: 250 })
  })

  test('renaming an event changes no invitation row', async () => {
    const host = await signIn({ limit: 5 })
    const eventDate = dayInAden()
    const [invitation] = await host.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate, guestName: 'سارة' }] })
    const longAgo = '2020-01-01T00:00:00.000Z'
    await db().write(trx => trx.updateTable('invitations').set({ changed_at: longAgo }).execute())
    const { mark: since, epoch } = await host.invitations.changes({})
    const id = invitation!.eventId!
    await host.events.update({ id, name: 'زفاف سارة' })
    expect(await db().read.selectFrom('invitations').select('changed_at').execute()).toEqual([{ changed_at: longAgo }])
    expect(await host.invitations.changes({ since, epoch })).toMatchObject({
      ...{ isFull: false, events: [{ id, name: 'زفاف سارة' }], invitations: [] },
    })
  })

  test('finds an event by one of its 20 latest former names, not by older ones', async () => {
    const host = await signIn({ limit: 5 })
    const { id } = await host.events.create({ name: 'الاسم 0', date: DATE })
    for (let n = 1; n <= 22; n++) await host.events.update({ id, name: `الاسم ${n}` })
    const eventIdForName = async (eventName: string) =>
      (await host.invitations.create({ invitations: [{ eventName, eventDate: DATE, guestName: 'سارة' }] }))[0]!.eventId
    expect(await eventIdForName('الاسم 22')).toBe(id)
    expect(await eventIdForName('الاسم 21')).toBe(id)
    expect(await eventIdForName('الاسم 3')).toBe(id)
    expect(await eventIdForName('الاسم 0')).not.toBe(id)
    expect(await db().read.selectFrom('event_names').select('name_key').where('event_id', '=', id).execute()).toHaveLength(20)
  })
})
