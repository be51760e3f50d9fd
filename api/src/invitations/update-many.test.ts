import { MAX_UPDATED_INVITATIONS } from '@hudur/core/invitations/contract'
import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { DAILY_BUDGETS } from '../database/budgets.ts'
import type { Database } from '../database/database.ts'
import { updateMany } from './update-many.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

describe.each(ENGINES)('changes of many invitations on %s', engine => {
  /** More invitations than one statement writes. PostgreSQL runs the same statements, so a few chunks suffice there. */
  const largeEvent = engine === 'sqlite' ? 5_200 : 1_200
  const { db, base, signIn: addHost } = startTestServer(engine)
  type Host = Awaited<ReturnType<typeof addHost>>
  const signIn = (username: string) => addHost({ username, limit: 20_000 })

  test(`one call changes or moves ${largeEvent} invitations, and a repeated one none`, async () => {
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

    // All that match a filter move to another event, and none when their number is another one.
    const [target] = await host.invitations.create({ invitations: [{ ...event, eventName: 'تخرّج', guestName: 'علي' }] })
    const move = { eventId: target!.eventId! }
    const all = { eventId: created[0]!.eventId!, search: 'ضيف', filter: 'unscanned', count: largeEvent } as const
    await expect(host.invitations.updateMany({ all: { ...all, count: largeEvent - 1 }, ...move })).rejects.toMatchObject({
      ...{ code: 'count-changed', fields: { count: texts.countNow(largeEvent) } },
    })
    expect(await host.invitations.updateMany({ all, ...move })).toEqual({ changed: largeEvent })
    expect((await host.invitations.list(move)).total).toBe(largeEvent + 1)
    const opened = [event, { ...event, eventName: 'تخرّج' }]
    const moved = (await host.invitations.changes({ since: mark, epoch, opened })).invitations
    expect(moved.filter(({ guestName, eventName }) => guestName.startsWith('ضيف') && eventName === 'تخرّج')).toHaveLength(largeEvent)
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

  test('invitations move only to an event of their owner that the caller may see', async () => {
    const [host, partner, other] = [await signIn('host'), await signIn('partner'), await signIn('other')]
    const admin = await addHost({ username: 'admin', isAdmin: true })
    const [shared] = await host.invitations.create({ invitations: [{ ...event, guestName: 'سارة' }] })
    const [hidden] = await host.invitations.create({ invitations: [{ ...event, eventName: 'تخرّج', guestName: 'علي' }] })
    const [foreign] = await other.invitations.create({ invitations: [{ ...event, guestName: 'هدى' }] })
    await host.events.addPartner({ eventId: shared!.eventId!, username: 'partner' })
    const ids = [shared!.id]
    for (const [caller, eventId, code] of [
      [partner, hidden!.eventId!, 'not-found'],
      [host, foreign!.eventId!, 'not-found'],
      [admin, foreign!.eventId!, 'bad-input'],
      [admin, hidden!.eventId!, 'done'],
    ] as const)
      expect(await refusalCodeOf(caller.invitations.updateMany({ ids, eventId }))).toBe(code)
  })

  test('the trail has the event as it is when the guests are moved, and the children whom fewer places exclude', async () => {
    const host = await signIn('host')
    const [guest] = await host.invitations.create({ invitations: [{ ...event, guestName: 'علي', maxScans: 4, children: 3 }] })
    const target = await host.events.create({ name: 'تخرّج', date: event.eventDate })
    const write: Database['write'] = async body => {
      await host.events.update({ id: target.id, name: 'حفل التخرّج' })
      return db().write(body)
    }
    const deps = { db: { ...db(), write }, now: () => new Date(), timeZone: 'Asia/Aden' }
    const move = { ids: [guest!.id], eventId: target.id, maxScans: 2 }
    expect(await updateMany(deps, { ...host.user, partnerOf: [] }, move)).toBe(1)
    const [entry] = (await host.trail.list({ about: 'invitation', id: guest!.id })).rows
    const changes = entry!.changes.map(({ field, before, after }) => [field, before, after])
    expect(changes.sort()).toEqual([
      ['children', 3, 2],
      ['eventName', event.eventName, 'حفل التخرّج'],
      ['maxScans', 4, 2],
    ])
  })

  test('changing the places of many equals changing those of each', async () => {
    const readState = async (username: string, change: (host: Host, ids: string[], maxScans: number) => Promise<unknown>) => {
      const host = await signIn(username)
      const people = [1, 2, 5].map((maxScans, n) => ({ ...event, guestName: `ضيف ${n}`, generationType: 'custom', maxScans }) as const)
      const created = await host.invitations.create({ invitations: [...people, { ...people[2]!, guestName: 'علي', children: 5 }] })
      const link = await host.links.create({ eventId: created[0]!.eventId!, role: 'family', name: 'خالتي', allotment: 10 })
      const { backend: family } = await openLink(base(), link)
      const [invited] = await family.invitations.create({
        invitations: [{ ...event, guestName: 'مريم', generationType: 'custom', maxScans: 2 }],
      })
      await host.checkIn.check({ qr_code: created[3]!.id, admit: 2, nonce: username })
      // The one with admitted people first, so that a refusal stops the changes of each before the first one.
      const ids = [...created, invited!].map(({ id }) => id).toReversed()
      ids.unshift(...ids.splice(1, 1))
      expect(await refusalCodeOf(change(host, ids, 1))).toBe('below-scans')
      expect(await refusalCodeOf(change(host, ids, 101))).toBe('bad-input')
      await change(host, ids, 3)
      const { rows } = await host.invitations.list({})
      return {
        rows: rows.map(one => [one.guestName, one.maxScans, one.children, one.currentScans]).sort(),
        links: (await host.links.list({ eventId: created[0]!.eventId! })).map(({ allotment, used }) => [allotment, used]),
      }
    }
    const many = await readState('many', (host, ids, maxScans) => host.invitations.updateMany({ ids, maxScans }))
    const each = await readState('each', async (host, ids, maxScans) => {
      for (const id of ids) await host.invitations.update({ id, maxScans })
    })
    expect(many).toEqual(each)
    expect(many.rows).toContainEqual(['علي', 3, 3, 2])
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
