import { dayInAden } from '@hudur/core/testing/days'
import * as texts from '@hudur/core/texts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { unbalancedAccounts } from '../../testing/ledger.ts'
import { startTestServer } from '../../testing/test-server.ts'
import type { Database } from '../database/database.ts'
import { removeMany } from './remove-many.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }
const otherEvent = { eventName: 'تخرّج', eventDate: '2097-01-14' }
const guestsOf = (count: number, more: object = event) => Array.from({ length: count }, (_, n) => ({ ...more, guestName: `ضيف ${n}` }))

describe.each(ENGINES)('deleting many invitations on %s', engine => {
  const { db, signIn } = startTestServer(engine)
  type Host = Awaited<ReturnType<typeof signIn>>

  const used = async (host: Host) => (await host.accounts.me({}))!.usedGenerations
  const readActivity = async () =>
    (await db().read.selectFrom('activity').select('description').where('verb', '=', 'delete').execute()).map(row => row.description)

  test('one call deletes 5,000 invitations that match a filter', async () => {
    const host = await signIn({ username: 'host', limit: 5_010 })
    const created = await host.invitations.create({ invitations: guestsOf(5_000) })
    await host.invitations.create({ invitations: guestsOf(3, { ...otherEvent, guestName: 'علي' }) })
    await host.checkIn.scan({ id: created[7]!.id })
    const { mark, epoch } = await host.invitations.changes({ opened: [event] })
    const selected = { eventId: created[0]!.eventId!, filter: 'all', count: 5_000 } as const
    // The admitted guest is not refunded.
    const { removed, refunded } = await host.invitations.removeMany({ all: selected })
    expect([removed, refunded]).toEqual([5_000, 4_999])
    expect((await host.invitations.list({})).total).toBe(3)
    expect(await used(host)).toBe(4)
    expect((await host.invitations.changes({ since: mark, epoch, opened: [event] })).removed).toHaveLength(5_000)
    expect(await readActivity()).toEqual([texts.activity.deletedMany(5_000, event.eventName)])
    const entry = db().read.selectFrom('credits').select(['amount', 'reason']).where('kind', '=', 'refund')
    expect(await entry.execute()).toEqual([{ amount: 4_999, reason: texts.creditReasons.deleted(5_000) }])
    expect(await unbalancedAccounts(db())).toEqual([])
    const words = await db().read.selectFrom('guest_words').select('invitation_id').distinct().execute()
    expect(words).toHaveLength(3)
  })

  test('another number of matches than the caller has seen deletes nothing', async () => {
    const host = await signIn({ username: 'host' })
    const created = await host.invitations.create({ invitations: guestsOf(12) })
    const { eventId } = created[0]!
    for (const count of [11, 13])
      await expect(host.invitations.removeMany({ all: { eventId: eventId!, search: 'ضيف', count } })).rejects.toMatchObject({
        ...{ code: 'count-changed', status: 409, fields: { count: texts.countNow(12) } },
      })
    expect((await host.invitations.list({})).total).toBe(12)
    expect(await host.invitations.removeMany({ all: { filter: 'unscanned', search: 'ضيف', count: 12 } })).toMatchObject({ removed: 12 })
  })

  test('only the invitations in scope are deleted', async () => {
    const [host, partner, stranger] = [await signIn({ username: 'host' }), await signIn({ username: 'partner' }), await signIn()]
    const admin = await signIn({ isAdmin: true })
    const [shared] = await host.invitations.create({ invitations: guestsOf(1) })
    const [own] = await host.invitations.create({ invitations: guestsOf(1, otherEvent) })
    await host.events.addPartner({ eventId: shared!.eventId!, username: 'partner' })
    const ids = [shared!.id, own!.id, 'nothing']
    await expect(stranger.invitations.removeMany({ ids })).rejects.toMatchObject({ code: 'not-found' })
    await expect(stranger.invitations.removeMany({ all: { userId: host.user.id, count: 2 } })).rejects.toMatchObject({
      fields: { count: texts.countNow(0) },
    })
    expect(await partner.invitations.removeMany({ ids })).toEqual({ removed: 1, refunded: 1 })
    expect(await used(host)).toBe(1)
    expect(await admin.invitations.removeMany({ all: { userId: host.user.id, count: 1 } })).toMatchObject({ removed: 1 })
    for (const given of [{}, { ids, all: { count: 1 } }, { ids: [] }, { ids: Array(5_001).fill('x') }, { all: { count: 5_001 } }])
      await expect(host.invitations.removeMany(given)).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('a guest who changes after the selection was read is deleted as it is then', async () => {
    const host = await signIn({ username: 'host' })
    const created = await host.invitations.create({ invitations: guestsOf(3) })
    const ids = created.map(({ id }) => id)
    const write: Database['write'] = async body => {
      await host.invitations.update({ id: ids[0]!, guestName: 'بلقيس' })
      await host.checkIn.scan({ id: ids[1]! })
      return db().write(body)
    }
    const deps = { db: { ...db(), write }, now: () => new Date(), timeZone: 'Asia/Aden' }
    expect(await removeMany(deps, { ...host.user, partnerOf: [] }, { ids })).toEqual({ removed: 3, refunded: 2 })
    expect(await db().read.selectFrom('guest_words').select('word').execute()).toEqual([])
    const trail = await db().read.selectFrom('trail').select('changes').where('kind', '=', 'delete').orderBy('id').execute()
    expect(trail.filter(({ changes }) => changes.includes('بلقيس'))).toHaveLength(1)
  })

  test('deleting many equals deleting each', async () => {
    const kinds = fc.constantFrom('new', 'admitted', 'kept')
    let run = 0
    const property = fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 10 }), fc.nat(10), async (guests, limit) => {
      const readState = async (removeAll: (host: Host, ids: string[]) => Promise<unknown>) => {
        const host = await signIn({ username: `host${run++}`, limit })
        const names = guests.map((_, n) => ({ ...event, eventDate: dayInAden(0), guestName: `ضيف ${n}` }))
        const created = await host.invitations.create({ invitations: names, happened: true })
        for (const [n, kind] of guests.entries())
          if (kind === 'admitted') await host.checkIn.check({ qr_code: created[n]!.id, happened: true, nonce: `${run}-${n}` })
        const isRemoved = (n: number) => guests[n] !== 'kept'
        // Pending ones first: the deletion of a charged invitation charges a pending one.
        const chosen = created.filter((_, n) => isRemoved(n)).toSorted((a, b) => Number(b.isPending) - Number(a.isPending))
        if (chosen.length > 0)
          await removeAll(
            host,
            chosen.map(({ id }) => id),
          )
        const { rows } = await host.invitations.list({})
        const of = host.user.id
        const read = db().read
        return {
          used: await used(host),
          rows: rows.map(({ guestName, isPending, currentScans }) => [guestName, isPending, currentScans]).sort(),
          tombstones: await read
            .selectFrom('tombstones')
            .select(['guest_name', 'refunded'])
            .where('user_id', '=', of)
            .orderBy('guest_name')
            .execute(),
          budgets: await read.selectFrom('budgets').select(['what', 'used']).where('user_id', '=', of).orderBy('what').execute(),
          refunds: (await read.selectFrom('credits').select(['kind', 'amount']).where('user_id', '=', of).execute()).reduce(
            (sum, { kind, amount }) => sum + (kind === 'refund' ? amount : 0),
            0,
          ),
        }
      }
      const many = await readState((host, ids) => host.invitations.removeMany({ ids }))
      const each = await readState(async (host, ids) => {
        for (const id of ids) await host.invitations.remove({ id })
      })
      expect(many).toEqual(each)
      expect(await unbalancedAccounts(db())).toEqual([])
    })
    await fc.assert(property, { numRuns: 8 })
  })
})
