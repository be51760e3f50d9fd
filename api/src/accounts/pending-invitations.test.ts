import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { countOutcomes, refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { newId } from '../database/new-id.ts'
import { quotaIn } from './quota-repository.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const newGuests = (count: number, more = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...event, guestName: `ضيف ${n}`, id: newId(), ...more }))

describe.each(ENGINES)('pending invitations on %s', engine => {
  const { signIn, db } = startTestServer(engine)
  const countPending = async (userId: string) => {
    const { count } = await db()
      .read.selectFrom('invitations')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('is_pending', '=', 1)
      .executeTakeFirstOrThrow()
    return count
  }

  // PostgreSQL chooses its plan by the number of rows.
  if (engine === 'sqlite')
    test('pending invitations are read from their index', async () => {
      const queries: string[] = []
      const record: KyselyPlugin = {
        transformQuery({ node, queryId }) {
          const { sql: text, parameters } = db().read.getExecutor().compileQuery(node, queryId)
          let n = 0
          queries.push(text.replaceAll('?', () => JSON.stringify(parameters[n++]).replaceAll('"', "'")))
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await quotaIn(db().read.withPlugin(record)).pendingIds('somebody')
      const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${queries}`).execute(db().read)
      const plans = rows.map(({ detail }) => detail)
      expect(plans).toContain('SEARCH invitations USING INDEX invitations_pending (user_id=? AND is_pending=?)')
    })

  test('refuses more pending invitations than 500 or the quota', async () => {
    for (const [limit, most] of [
      [3, 500],
      [600, 600],
    ] as const) {
      const host = await signIn({ limit })
      await host.invitations.create({ invitations: newGuests(limit + most - 1), happened: true })
      await expect(host.invitations.create({ invitations: newGuests(2), happened: true })).rejects.toMatchObject({
        code: 'too-many-pending',
        status: 409,
        message: expect.stringContaining(String(most)),
      })
      expect(await countPending(host.user.id), 'a creation is saved as a whole or not at all').toBe(most - 1)
      await host.invitations.create({ invitations: newGuests(1), happened: true })
      expect(await refusalCodeOf(host.invitations.create({ invitations: newGuests(1), happened: true }))).toBe('too-many-pending')
      expect(await host.accounts.me({})).toMatchObject({ usedGenerations: limit })
      expect(await countPending(host.user.id)).toBe(most)
    }
  })

  test('a repeated request is answered although the maximum is reached', async () => {
    const host = await signIn({ limit: 1 })
    const act = { invitations: newGuests(501), happened: true, nonce: 'made-here' }
    const createdInvitations = await host.invitations.create(act)
    expect(await host.invitations.create(act)).toEqual(createdInvitations)
  })

  test('concurrent creations of one owner do not exceed the maximum', async () => {
    const host = await signIn({ limit: 1 })
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => refusalCodeOf(host.invitations.create({ invitations: newGuests(100), happened: true }))),
    )
    // The quota covers one invitation; five creations of 100 leave 499 pending.
    expect(countOutcomes(outcomes)).toEqual({ done: 5, 'too-many-pending': 3 })
    expect(await countPending(host.user.id)).toBe(499)
  })

  test('an administrator’s creation for two owners obeys the limit of each', async () => {
    const [admin, full, other] = [await signIn({ isAdmin: true }), await signIn({ limit: 1 }), await signIn({ limit: 1 })]
    await full.invitations.create({ invitations: newGuests(501), happened: true })
    const both = [...newGuests(1, { userId: other.user.id }), ...newGuests(1, { userId: full.user.id })]
    expect(await refusalCodeOf(admin.invitations.create({ invitations: both, happened: true }))).toBe('too-many-pending')
    expect((await other.invitations.list({})).total).toBe(0)
    await admin.invitations.create({ invitations: newGuests(501, { userId: other.user.id }), happened: true })
    expect(await countPending(other.user.id)).toBe(500)
  })

  test('allows further pending invitations after the quota is raised', async () => {
    const [admin, host] = [await signIn({ isAdmin: true }), await signIn({ limit: 1 })]
    await host.invitations.create({ invitations: newGuests(501), happened: true })
    expect(await refusalCodeOf(host.invitations.create({ invitations: newGuests(10), happened: true }))).toBe('too-many-pending')
    await admin.accounts.update({ id: host.user.id, generationLimit: 11 })
    expect(await refusalCodeOf(host.invitations.create({ invitations: newGuests(10), happened: true }))).toBe('done')
  })

  test('an offline scan of a pending invitation is admitted as a conflict', async () => {
    const host = await signIn({ limit: 1 })
    const createdInvitations = await host.invitations.create({ invitations: newGuests(2), happened: true })
    const pending = createdInvitations.find(({ isPending }) => isPending)!
    expect(await host.checkIn.check({ qr_code: pending.id, nonce: 'west-1', happened: true })).toMatchObject({ outcome: 'admitted' })
    expect((await host.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'pending', invitationId: pending.id }])
  })
})
