import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { passwordQueue } from './passwords.ts'

type Calls = Record<string, () => Promise<unknown>>

const person = { fullName: 'هناء ناصر', password: 'nakhla-sidr' }

describe.each(ENGINES)('calls of administrators that wait for a hash on %s', engine => {
  const { db, signIn } = startTestServer(engine)

  /**
   * Fills the hash queue, sends the calls, and calls `lose`, which takes the callers' rights before their hashes begin. Returns the
   * outcomes.
   */
  async function callAndLose(calls: Calls, lose: () => Promise<unknown>) {
    const lost = Promise.withResolvers<void>()
    const holding = passwordQueue.run(() => lost.promise)
    const outcomes = Object.entries(calls).map(async ([name, call]) => [name, await refusalCodeOf(call())])
    await expect.poll(passwordQueue.countWaiting).toBe(outcomes.length)
    await lose().finally(lost.resolve)
    await holding
    return Object.fromEntries(await Promise.all(outcomes))
  }

  /** Adds one administrator for each call, who then loses their rights, and one who keeps them. */
  async function prepare() {
    const [user, leaving] = [await signIn({ username: 'user' }), await signIn({ username: 'leaving' })]
    const { id } = user.user
    const remaining = await signIn({ isAdmin: true })
    const admins: Awaited<ReturnType<typeof signIn>>[] = []
    for (let n = 0; n < 5; n++) admins.push(await signIn({ isAdmin: true }))
    const [maker, helper, setter, promoter, remover] = admins.map(({ accounts }) => accounts)
    const calls: Calls = {
      'create an administrator': () => maker!.create({ ...person, username: 'ghost', isAdmin: true }),
      'create an account': () => helper!.create({ ...person, username: 'other' }),
      'set a password': () => setter!.update({ id, password: person.password }),
      'promote with the own password': () => promoter!.update({ id, isAdmin: true, currentPassword: PASSWORD }),
      'delete with the own password': () => remover!.remove({ id: leaving.user.id, currentPassword: PASSWORD }),
    }
    const readOthers = async () => {
      const ids = admins.map(admin => admin.user.id)
      return (await db().read.selectFrom('users').selectAll().orderBy('id').execute()).filter(one => !ids.includes(one.id))
    }
    return { calls, admins, remaining, readOthers }
  }

  type Prepared = Awaited<ReturnType<typeof prepare>>
  type Loss = (administrator: Prepared['admins'][number], remaining: Prepared['remaining']) => Promise<unknown>
  const losses: [string, string, Loss][] = [
    ['are deleted', 'not-signed-in', ({ user }, { accounts }) => accounts.remove({ id: user.id })],
    ['are demoted', 'not-allowed', ({ user }, { accounts }) => accounts.update({ id: user.id, isAdmin: false })],
    [
      'are signed out',
      'not-signed-in',
      async ({ again }) => {
        const { accounts } = await again()
        for (const { id, isCurrent } of await accounts.sessions({})) if (!isCurrent) await accounts.endSession({ id })
      },
    ],
  ]

  test.each(losses)('waiting calls change nothing when their callers %s', async (_, refusal, lose) => {
    const { calls, admins, remaining, readOthers } = await prepare()
    const before = await readOthers()
    const loseAll = () => Promise.all(admins.map(administrator => lose(administrator, remaining)))
    const outcomes = await callAndLose(calls, loseAll)
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(calls).map(name => [name, refusal])))
    expect(await readOthers()).toEqual(before)
  })
})
