import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { sessionsIn } from './sessions-repository.ts'

const PHONE_USER_AGENT = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const START = Date.parse('2026-11-22T18:00:00Z')

describe.each(ENGINES)('sessions of one’s own account on %s', engine => {
  let clock = START
  const { signIn, signInAs, base, db, count } = startTestServer(engine, { now: () => new Date(clock) })

  /** Adds this many sessions to an account, as if a device had signed in every minute until now. */
  const addSessions = (userId: string, sessions: number) =>
    db().write(async trx => {
      const opened = Array.from({ length: sessions }, (_, n) => new Date(clock - (sessions - n) * 60_000).toISOString())
      for (const [n, moment] of opened.entries())
        await trx
          .insertInto('sessions')
          .values({ id: `s${n}`, token_hash: `t${n}`, user_id: userId, created_at: moment, last_seen_at: moment })
          .execute()
    })

  test('the list has only the account’s own sessions, the current one first', async () => {
    const host = await signIn({ username: 'hana' })
    await signIn({ username: 'other' })
    clock += 60_000
    const response = await fetch(`${base()}/api/auth/login.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': PHONE_USER_AGENT },
      body: JSON.stringify({ username: 'hana', password: PASSWORD }),
    })
    expect(response.status).toBe(200)
    const sessions = await host.accounts.sessions({})
    expect(sessions).toMatchObject([
      { browser: null, system: null, isCurrent: true },
      { browser: 'Chrome', system: 'Android', isCurrent: false, lastUsedAt: new Date(clock).toISOString() },
    ])
    expect(Object.keys(sessions[0]!).sort(), 'neither token nor hash').toEqual(
      ['browser', 'createdAt', 'id', 'isCurrent', 'lastUsedAt', 'system'].sort(),
    )
  })

  test('ending one session leaves the account’s other sessions active', async () => {
    const host = await signIn({ username: 'hana' })
    const [phone, tablet] = [await signInAs('hana'), await signInAs('hana')]
    const phones = (await phone.accounts.sessions({})).find(({ isCurrent }) => isCurrent)!
    await host.accounts.endSession({ id: phones.id })
    expect(await refusalCodeOf(phone.accounts.sessions({}))).toBe('not-signed-in')
    expect(await phone.accounts.me({})).toBeNull()
    expect(await tablet.accounts.sessions({})).toHaveLength(2)
    expect(await refusalCodeOf(host.accounts.endSession({ id: phones.id })), 'once').toBe('not-found')
  })

  test('the list of sessions omits expired ones', async () => {
    const host = await signIn({ username: 'hana' })
    await signInAs('hana')
    clock += 20 * 86_400_000
    await host.accounts.me({})
    clock += 11 * 86_400_000
    expect(await host.accounts.sessions({})).toMatchObject([{ isCurrent: true }])
  })

  test('a 501st session ends the one that was unused for the longest time', async () => {
    const host = await signIn({ username: 'hana' })
    const other = await signIn({ username: 'other' })
    clock += 600 * 60_000
    await addSessions(host.user.id, 498)
    const last = await signInAs('hana')
    expect(await last.accounts.sessions({}), 'the 500th ends none').toHaveLength(500)
    await signInAs('hana')
    expect(await host.accounts.me({}), 'the longest unused').toBeNull()
    const newest = await signInAs('hana')
    const remainingSessions = await newest.accounts.sessions({})
    expect(remainingSessions).toHaveLength(500)
    expect(remainingSessions.map(({ id }) => id)).not.toContain('s0')
    expect(remainingSessions.map(({ id }) => id)).toContain('s1')
    expect(await other.accounts.sessions({})).toHaveLength(1)
  })

  test('concurrent sign-ins leave at most 500 sessions of an account', async () => {
    const host = await signIn({ username: 'hana' })
    await addSessions(host.user.id, 520)
    await db().write(trx => sessionsIn(trx).touch('t3', new Date(clock)))
    const opened = await Promise.all(Array.from({ length: 12 }, () => signInAs('hana')))
    for (const caller of opened) expect(await caller.accounts.me({})).not.toBeNull()
    const rows = await opened[0]!.accounts.sessions({})
    expect(rows).toHaveLength(500)
    expect(rows.map(({ id }) => id)).toContain('s3')
    expect(await count('sessions')).toBe(500)
  })
})
