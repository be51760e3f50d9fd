import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { newId } from '../database/new-id.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const newGuest = (more = {}) => ({ ...event, guestName: 'سارة', id: newId(), ...more })
const repeatConcurrently = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))

describe.each(ENGINES)('creating invitations on %s', engine => {
  const { signIn, db, count } = startTestServer(engine)

  async function countDeadlocks() {
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(db().read)
    return rows[0]!.deadlocks
  }

  test('concurrent copies of a request without a key create only once', async () => {
    const host = await signIn({ limit: 3 })
    const invitations = [newGuest(), newGuest(), newGuest()]
    const [first, ...others] = await repeatConcurrently(6, () => host.invitations.create({ invitations }))
    for (const answer of others) expect(answer).toEqual(first)
    expect([await count('invitations'), await count('activity')]).toEqual([3, 1])
    expect(await host.accounts.me({})).toMatchObject({ usedGenerations: 3 })
  })

  test('creations for two owners in opposite orders cause no deadlock', async () => {
    const [admin, other, ...owners] = await Promise.all([{ isAdmin: true }, { isAdmin: true }, {}, {}].map(account => signIn(account)))
    const orders = [owners, owners.toReversed()].map(some => some.map(({ user }) => user.id))
    await repeatConcurrently(20, n =>
      (n % 2 ? admin! : other!).invitations.create({ invitations: orders[n % 2]!.map(userId => newGuest({ userId })) }),
    )
    if (engine === 'postgres') expect(await countDeadlocks()).toBe(0)
    for (const owner of owners) expect(await owner.accounts.me({})).toMatchObject({ usedGenerations: 20 })
  })
})
