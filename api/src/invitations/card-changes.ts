import { type Actor, usageCounterId } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { CardChange, Invitation } from '@hudur/core/invitations/invitation'
import * as texts from '@hudur/core/texts'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { newId } from '../database/new-id.ts'
import type { Deps } from '../deps.ts'
import { cardChangesIn } from './card-changes-repository.ts'
import { lockInvitation, recordActivity } from './writes.ts'

/** Returns the invitation after a change of its card. A new code is random (100 bits), so no other invitation has it. */
function applyCardChange(before: Invitation, kind: CardChange['kind']): Invitation {
  if (kind === 'reissue') return { ...before, code: newId(), sentAt: null, sentVia: null, openedAt: null }
  return { ...before, state: kind === 'cancel' ? 'cancelled' : 'valid' }
}

const ACTIVITY_TEXTS = { reissue: texts.activity.reissued, cancel: texts.activity.cancelled, restore: texts.activity.restored }

/** Changes the card of an invitation, which counts as an edit. Throws `not-found`, and `budget-used` beyond the day's edits. */
export const changeCard = (
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  kind: CardChange['kind'],
  { actor, input: { id } }: { actor: Actor; input: { id: string } },
): Promise<Invitation> =>
  db.write(async trx => {
    const at = now()
    const { invitation: before } = await lockInvitation(trx, actor, id, { now: at, timeZone })
    const after = applyCardChange(before, kind)
    if (kind !== 'reissue' && after.state === before.state) return before
    await cardChangesIn(trx).save(after, kind, { userId: actor.id, linkId: actor.link?.id, now: at })
    await editBudgetOf(trx, usageCounterId(actor), dayInTimeZone(timeZone, at)).take()
    await recordActivity(trx, actor, after, { verb: 'update', text: ACTIVITY_TEXTS[kind], at })
    return after
  })
