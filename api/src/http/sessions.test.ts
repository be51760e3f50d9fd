import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startServer } from '../../testing/server.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { accountsIn } from '../accounts/repository.ts'
import { sessionsIn } from '../accounts/sessions-repository.ts'
import { hashToken } from '../database/hash-token.ts'
import { createLinkSessions } from './link-sessions.ts'
import { createSessions } from './sessions.ts'

describe.each(ENGINES)('sessions on %s', engine => {
  const { db, signIn, count } = startTestServer(engine)

  const now = () => new Date()

  /** Opens a session as a sign-in does when the password has just been verified. */
  const startSession = (userId: string, passwordHash: string) =>
    createSessions({ db: db(), now }, createLinkSessions({ db: db(), now, timeZone: 'Asia/Aden' }))
      .sessionOf({ cookies: {}, headers: {}, protocol: 'http' } as FastifyRequest, { setCookie: () => {} } as unknown as FastifyReply)
      .start(userId, passwordHash)

  test('a password change ends concurrent sign-ins with the old password', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = (await signIn()).user
      const old = (await accountsIn(db().read).passwordHashOf(id))!
      const changePassword = () =>
        db().write(async trx => {
          await accountsIn(trx).setPassword(id, 'another', new Date())
          await sessionsIn(trx).removeAll(id)
        })
      const startSessions = () => Array.from({ length: 4 }, () => startSession(id, old))
      await Promise.all(round % 2 ? [changePassword(), ...startSessions()] : [...startSessions(), changePassword()])
      expect(await count('sessions')).toBe(0)
      expect(await startSession(id, old)).toBe(false)
    }
  })

  describe('cookies over https', () => {
    const DAY = 86_400_000
    const sessionExpiryAfter = (at: Date) => new Date(at.getTime() + 30 * DAY).toISOString()

    /**
     * Starts a server with an https public URL and a clock that can be set, and adds a session. `oldCookieUntil` is the time until which
     * the session is accepted under the old cookie name; undefined for a new session, which never is.
     */
    async function startUpgradedServer(oldCookieUntil: string | null | undefined) {
      const clock = { at: new Date() }
      const server = await startServer(db(), { publicUrl: new URL('https://hudur.example'), now: () => clock.at })
      const { id } = (await signIn()).user
      const token = 'an-old-token'
      await db().write(async trx => {
        await sessionsIn(trx).add(hashToken(token), id, clock.at)
        if (oldCookieUntil !== undefined) await trx.updateTable('sessions').set({ old_cookie_until: oldCookieUntil }).execute()
      })
      const requestWithCookie = async (path: string, cookie: string, method = 'GET') => {
        const response = await fetch(`${server.base}/api/auth/${path}.php`, { method, headers: { cookie } })
        const set = response.headers.getSetCookie().map(line => /^([^=]+=[^;]{0,12})[^;]*; (Max-Age=\d+)/.exec(line)?.slice(1).join(' '))
        return { body: await response.json(), set, cookies: response.headers.getSetCookie() }
      }
      return { server, clock, id, requestWithCookie, old: `hudur=${token}`, renamed: `__Host-hudur=${token}` }
    }

    const REPLACED = ['__Host-hudur=an-old-token Max-Age=2592000', 'hudur= Max-Age=0']

    test('a session under the old cookie name gets a __Host- cookie', async () => {
      const { server, clock, id, requestWithCookie, old, renamed } = await startUpgradedServer(sessionExpiryAfter(new Date()))
      expect(await requestWithCookie('me', old)).toMatchObject({ body: { id }, set: REPLACED })
      for (const line of (await requestWithCookie('me', old)).cookies) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(await requestWithCookie('me', renamed)).toMatchObject({ body: { id }, set: [] })
      clock.at = new Date(clock.at.getTime() + 29 * DAY)
      expect(await requestWithCookie('me', old)).toMatchObject({ body: { id }, set: REPLACED })
      clock.at = new Date(clock.at.getTime() + 2 * DAY)
      expect(await requestWithCookie('me', old)).toMatchObject({ body: null, set: [] })
      expect(await requestWithCookie('me', renamed)).toMatchObject({ body: { id } })
      await server.close()
    })

    test('a new session is refused under the old cookie name', async () => {
      const { server, requestWithCookie, id, old, renamed } = await startUpgradedServer(undefined)
      expect((await requestWithCookie('me', old)).body).toBeNull()
      expect((await requestWithCookie('me', `__Host-hudur=planted; ${old}`)).body).toBeNull()
      expect((await requestWithCookie('me', `hudur=planted; ${renamed}`)).body).toMatchObject({ id })
      await server.close()
    })

    test('a sign-out ends the sessions of both cookie names', async () => {
      for (const carriedCookies of ['old', 'both'] as const) {
        const { server, requestWithCookie, old, renamed } = await startUpgradedServer(sessionExpiryAfter(new Date()))
        const out = await requestWithCookie('logout', carriedCookies === 'old' ? old : `${old}; ${renamed}`, 'POST')
        expect(out.set.slice(-2)).toEqual(['__Host-hudur= Max-Age=0', 'hudur= Max-Age=0'])
        expect([(await requestWithCookie('me', old)).body, (await requestWithCookie('me', renamed)).body]).toEqual([null, null])
        await server.close()
      }
    })

    test('over plain http the cookie __Host-hudur is ignored', async () => {
      const { id } = (await signIn()).user
      const plain = await startServer(db())
      await db().write(trx => sessionsIn(trx).add(hashToken('plain'), id, new Date()))
      const getOwnAccount = async (cookie: string) => (await fetch(`${plain.base}/api/auth/me.php`, { headers: { cookie } })).json()
      expect(await getOwnAccount('hudur=plain; __Host-hudur=other')).toMatchObject({ id })
      expect(await getOwnAccount('__Host-hudur=plain')).toBeNull()
      await plain.close()
    })
  })

  test('starting a session returns false for an account that does not exist', async () => {
    expect(await startSession('nobody', 'any')).toBe(false)
  })
})
