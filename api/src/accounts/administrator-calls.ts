import type { User } from '@hudur/core/accounts/contract'
import type { Actor } from '@hudur/core/actor'
import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import type { Session } from '../deps.ts'
import { accountsIn } from './repository.ts'
import { sessionsIn } from './sessions-repository.ts'

/**
 * Checks inside a write that the caller is still an administrator with an open session, because hashing a password takes long enough to be
 * deleted, demoted or signed out meanwhile. Locks the caller's account and the accounts `ids` in the order of their ids, so that two calls
 * never wait for each other. Returns the caller's account. Throws `not-signed-in` or `not-allowed`.
 */
export async function lockAdministrator(
  trx: Kysely<Tables>,
  { actor, session }: { actor: Actor; session: Session },
  ...ids: readonly string[]
): Promise<User> {
  let caller: User | undefined
  for (const lockedId of [...new Set([actor.id, ...ids])].sort()) {
    const account = await accountsIn(trx).lock(lockedId)
    if (lockedId === actor.id) caller = account
  }
  const [open] = await sessionsIn(trx).findAll([session.name() ?? ''])
  if (!caller || open?.userId !== caller.id) throw new Refusal('not-signed-in')
  if (!caller.isAdmin) throw new Refusal('not-allowed')
  return caller
}

/**
 * Checks inside a write that the caller's session is still open, and that an administrator still is one, because the work before the write
 * took long. Throws `not-signed-in` or `not-allowed`.
 */
export async function refuseEndedCaller(trx: Kysely<Tables>, { actor, session }: { actor: Actor; session: Session }) {
  const [open] = await sessionsIn(trx).findAll([session.name() ?? ''])
  if (open?.userId !== actor.id) throw new Refusal('not-signed-in')
  if (actor.isAdmin && !open.isAdmin) throw new Refusal('not-allowed')
}
