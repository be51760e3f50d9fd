import { dayInTimeZone } from '@hudur/core/calendar'
import type { Actor } from '@hudur/core/endpoint'
import type { CardChange, Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { scopeOfActor, usageCounterId } from '@hudur/core/scope'
import * as texts from '@hudur/core/texts'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { newId } from '../database/new-id.ts'
import type { Deps } from '../deps.ts'
import { lockOpenLink, withLinkName } from '../links/open-link.ts'
import { cardChangesIn } from './card-changes-repository.ts'
import { invitationsIn } from './repository.ts'

/**
 * Returns the invitation after a change of its card. A new code is random (100 bits), so no other invitation has it. A reissued card counts
 * as neither sent nor opened.
 */
function applyCardChange(before: Invitation, kind: CardChange['kind']): Invitation {
  if (kind === 'reissue') return { ...before, code: newId(), sentAt: null, sentVia: null, openedAt: null }
  return { ...before, state: kind === 'cancel' ? 'cancelled' : 'valid' }
}

const ACTIVITY_TEXTS = { reissue: texts.activity.reissued, cancel: texts.activity.cancelled, restore: texts.activity.restored }

/**
 * Changes the card of an invitation, and counts it as an edit. Cancelling a cancelled invitation and restoring a valid one changes nothing.
 * Throws `not-found`, and `budget-used` beyond the day's edits.
 */
export const changeCard = (
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  kind: CardChange['kind'],
  { actor, input: { id } }: { actor: Actor; input: { id: string } },
): Promise<Invitation> =>
  db.write(async trx => {
    const { link } = actor
    const at = now()
    // Locks the owner before the invitation, in the same order as other writes.
    const owner = (await invitationsIn(trx).find(id, scopeOfActor(actor)))?.userId
    if (owner !== undefined) await accountsIn(trx).lock(owner)
    if (link) await lockOpenLink(trx, link, { now: at, timeZone })
    const before = await invitationsIn(trx).find(id, scopeOfActor(actor))
    if (!before) throw new Refusal('not-found')
    const after = applyCardChange(before, kind)
    if (kind !== 'reissue' && after.state === before.state) return before
    if (!(await cardChangesIn(trx).save(after, kind, { userId: actor.id, linkId: link?.id, now: at }))) throw new Refusal('not-found')
    await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at)).take()
    const description = withLinkName(ACTIVITY_TEXTS[kind](invitationRules.guestLabel(after), after.eventName), link)
    await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'invitation', targetId: id, description, at })
    return after
  })
