import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../testing/engines.ts'
import { startServer } from '../../../testing/server.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { accountsIn } from '../../accounts/repository.ts'
import { sessionsIn } from '../../accounts/sessions-repository.ts'
import { hashToken } from '../../database/hash-token.ts'
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
          await accountsIn(trx).setPassword(id, 'another', { by: 'server', at: new Date() })
          await sessionsIn(trx).removeAll(id)
        })
      const startSessions = () => Array.from({ length: 4 }, () => startSession(id, old))
      await Promise.all(round % 2 ? [changePassword(), ...startSessions()] : [...startSessions(), changePassword()])
      expect(await count('sessions')).toBe(0)
      expect(await startSession(id, old)).toBe(false)
    }
  })

  describe('cookies over https', () => {
    test('over https the cookie hudur without the prefix is ignored', async () => {
      const { id } = (await signIn()).user
      const secure = await startServer(db(), { publicUrl: new URL('https://hudur.example') })
      await db().write(trx => sessionsIn(trx).add(hashToken('secure'), id, new Date()))
      const getOwnAccount = async (cookie: string) => (await fetch(`${secure.base}/api/auth/me.php`, { headers: { cookie } })).json()
      expect(await getOwnAccount('hudur=other; __Host-hudur=secure')).toMatchObject({ id })
      expect(await getOwnAccount('hudur=secure')).toBeNull()
      expect(await getOwnAccount('__Host-hudur=planted; hudur=secure')).toBeNull()
      await secure.close()
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
