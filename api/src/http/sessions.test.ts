import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { office } from '../../testing/office.ts'
import { accountsIn } from '../accounts/repository.ts'
import { sessionsIn } from '../accounts/sessions-repository.ts'
import { sessions } from './sessions.ts'

describe.each(ENGINES)('on %s', engine => {
  const { db, signIn, count } = office(engine)

  /** A sign-in whose password has just been verified. */
  const start = (userId: string, passwordHash: string) =>
    sessions({ db: db(), now: () => new Date() })
      .sessionOf({ cookies: {}, protocol: 'http' } as FastifyRequest, { setCookie: () => {} } as unknown as FastifyReply)
      .start(userId, passwordHash)

  test('a password that changes while somebody signs in with the old one leaves no session behind', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = (await signIn()).user
      const old = (await accountsIn(db().read).passwordHashOf(id))!
      const change = () =>
        db().write(async trx => {
          await accountsIn(trx).setPassword(id, 'another')
          await sessionsIn(trx).removeAll(id)
        })
      const signIns = () => Array.from({ length: 4 }, () => start(id, old))
      await Promise.all(round % 2 ? [change(), ...signIns()] : [...signIns(), change()])
      expect(await count('sessions')).toBe(0)
      expect(await start(id, old)).toBe(false)
    }
  })

  test('nobody is signed in to an account that has gone', async () => {
    expect(await start('nobody', 'any')).toBe(false)
  })
})
