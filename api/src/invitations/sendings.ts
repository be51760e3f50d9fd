import { type Actor, scopeOfActor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import { accountsIn } from '../accounts/repository.ts'
import type { Deps } from '../deps.ts'
import { lockOpenLink } from '../links/lock-open-link.ts'
import { invitationsIn } from './repository.ts'
import { type SentMark, sendingsIn } from './sendings-repository.ts'

/** A sent mark with the same channel within this time (ms) counts as a repeated request whose response was lost, and adds no mark. */
const REPEAT_WINDOW_MS = 60_000

const isRepeatedMark = ({ sentAt, sentVia }: Invitation, { via, now }: SentMark) =>
  sentVia === via && sentAt !== null && now.getTime() - Date.parse(sentAt) < REPEAT_WINDOW_MS

/** Returns whether an invitation can be sent to its guest. */
const isSendable = ({ state, isPending }: Invitation) => state === 'valid' && !isPending

/**
 * Marks invitations as sent, except cancelled and pending ones and, with `code`, those that have another code. With `undo` it deletes their
 * last sent marks; a link deletes only its own. Throws `not-found`, and `budget-used` beyond the day's edits.
 */
export async function markSent(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  actor: Actor,
  { ids, via, undo = false, code }: EndpointInput<typeof contract.invitations.sent>,
): Promise<Invitation[]> {
  return db.write(async trx => {
    const at = now()
    const scope = scopeOfActor(actor)
    const owners = new Set((await invitationsIn(trx).findAll(ids, scope)).map(({ userId }) => userId))
    for (const owner of [...owners].sort()) await accountsIn(trx).lock(owner)
    if (actor.link) await lockOpenLink(trx, actor.link, { now: at, timeZone })
    const before = await invitationsIn(trx).findAll(ids, scope)
    if (before.length === 0) throw new Refusal('not-found')
    const mark = { via, userId: actor.id, linkId: actor.link?.id ?? null, now: at }
    const own = undo && actor.link ? await sendingsIn(trx).lastMarkedBy(actor.link.id, before) : undefined
    if (own?.size === 0) throw new Refusal('not-found')
    const isMarkable = (invitation: Invitation) =>
      isSendable(invitation) && !isRepeatedMark(invitation, mark) && (code === undefined || invitation.code === code)
    const changed = before.filter(invitation =>
      undo ? invitation.sentAt !== null && own?.has(invitation.id) !== false : isMarkable(invitation),
    )
    const edits = editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at))
    await edits.refuseBeyond()
    if (undo) await sendingsIn(trx).removeLast(changed, at)
    else await sendingsIn(trx).add(changed, mark)
    await edits.count(editCountFor(changed.length))
    return invitationsIn(trx).findAll(ids, scope)
  })
}
