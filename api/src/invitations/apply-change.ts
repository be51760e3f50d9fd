import { type GuestValues, guestValuesOf } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'

export type InvitationChange = Partial<GuestValues & Pick<Invitation, 'eventName' | 'designId'>>

/** Returns the invitation after `change`. Throws `bad-input`, and `below-scans` for fewer persons than were admitted. */
export function applyChange(before: Invitation, change: InvitationChange): Invitation {
  const changed = { ...before, ...change }
  const after = { ...changed, children: change.children ?? invitationRules.boundedChildren(changed) }
  const most = invitationRules.maxPersonsFor(before.generationType)
  if (after.maxScans > most)
    throw new Refusal('bad-input', { text: texts.badNumber(1, most), fields: { maxScans: texts.badNumber(1, most) } })
  if (!invitationRules.hasRequiredGuestName(after))
    throw new Refusal('bad-input', { text: texts.generator.guest, fields: { guestName: texts.generator.guest } })
  const tooMany = texts.generator.tooManyChildren(after.maxScans)
  if (after.children > after.maxScans) throw new Refusal('bad-input', { text: tooMany, fields: { children: tooMany } })
  const below = change.maxScans !== undefined && change.maxScans < before.currentScans
  if (below) throw new Refusal('below-scans', { text: texts.admission.belowScans(before.currentScans) })
  return { ...after, ...guestValuesOf(after) }
}
