import { type Actor, accountRules, type Invitation, Refusal, texts } from '@hudur/core'
import { accountsIn } from '../accounts/repository.ts'
import type { Database } from '../database/database.ts'
import { noncesIn } from '../database/nonces.ts'
import { invitationsIn } from './repository.ts'

/** From so many on, invitations to be made are looked up before the write, in which everybody else would wait for it. */
const MANY = 500

/** Invitations in the order of their ids in `ids`; ids without an invitation are left out. */
export const inOrder = (ids: string[], invitations: Invitation[]) => {
  const byId = new Map(invitations.map(invitation => [invitation.id, invitation]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** A call that makes invitations; `names` digests what its nonce stands for. */
type Making = { nonce?: string | undefined; happened: boolean; names: () => string }

/**
 * What is known of many invitations to be made before anything is written: those that exist already, or the answer where their nonce was
 * answered before; nothing of a few. Throws `over-balance` where the caller's balance does not cover those that are new.
 */
export async function lookAhead(
  { read, slowReads }: Database,
  actor: Actor,
  { nonce, happened, names }: Making,
  made: Invitation[],
): Promise<Invitation[] | { answer: Invitation[] }> {
  if (made.length <= MANY) return []
  const invitations = invitationsIn(slowReads)
  const before = nonce === undefined ? undefined : await noncesIn(read, actor.id).find(nonce)
  if (before && before.names === names() && Array.isArray(before.answer))
    return { answer: inOrder(before.answer, await invitations.findAll(before.answer)) }
  const known = await invitations.findAll(made.map(({ id }) => id))
  // An administrator may name other owners, and what happened is not refused for a balance: both are looked at in the write.
  const owner = actor.isAdmin || happened ? undefined : await accountsIn(read).find(actor.id)
  if (!owner) return known
  const [fresh, remaining] = [made.length - known.length, accountRules.remaining(owner)]
  if (fresh > remaining) throw new Refusal('over-balance', { text: texts.generator.overBalance(fresh, remaining) })
  return known
}
